package import StoreModel
package import StoreRules

/// The outcome of a step of a scenario, with its notifications.
package struct ScenarioAnswer: Sendable, Encodable {
    package let name: String
    /// The subscription's state: `active`, `expired`, `billingRetry`, `gracePeriod` or `revoked`. If there is
    /// no subscription, the purchase's state.
    package let state: String
    package let notifications: [SignedNotification]
    package let subscription: SubscriptionSummary?
    package let purchase: PurchaseSummary?
    /// The account's clock after the step.
    package let date: Timestamp
}

extension AppStore {
    /// The outcomes of the scenario's steps that are done.
    package func answers(to run: ScenarioRun) throws(StoreAdministrationError) -> [ScenarioAnswer] {
        try reading { database in
            try run.done.map { step in
                ScenarioAnswer(
                    name: step.name, state: step.state,
                    notifications: try DeveloperNotifications.notifications(of: step.occasion, database)
                        .map(SignedNotification.init),
                    subscription: step.subscription, purchase: step.purchase, date: step.date)
            }
        }
    }
}
