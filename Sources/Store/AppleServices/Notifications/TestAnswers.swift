package import StoreModel
package import StoreRules

/// The outcome of a purchase that an administrator made, with its notification. In JSON it is one object.
package struct OrderAnswer: Sendable, Encodable {
    package let report: PurchaseReport
    package let notification: SignedNotification?

    private enum CodingKeys: String, CodingKey { case notification }

    package func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(notification, forKey: .notification)
    }
}

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
    /// Makes a purchase in a customer's name, as `make` does. The same key gets the same notification.
    package func answer(to order: PurchaseOrder, for account: String) async throws -> OrderAnswer {
        let report = try await make(order, for: account)
        let notification = try afterPurchase {
            try database.read { database -> NotificationTable.Entry? in
                let occasion = order.request.occasion(of: report.account)
                if let named = try DeveloperNotifications.notifications(of: occasion, database).first {
                    return named
                }
                // A purchase that waited was charged on another occasion.
                return try purchaseTable.find(report.key, of: report.account, database)
                    .flatMap { try NotificationTable.first(about: $0.number, database) }
            }
        }
        return OrderAnswer(report: report, notification: notification.map(SignedNotification.init))
    }

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
