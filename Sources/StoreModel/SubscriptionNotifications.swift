// What goes over the bus about subscriptions. As with all notifications, a request is what the user wants and a fact is what
// happened.

/// A screen wants to know the account's subscriptions. `SubscriptionsListed` follows, now and whenever they change from then on.
package struct SubscriptionsRequested: Hashable, Sendable {
    /// A request for the list.
    package init() {}
}

/// The user wants something done to a subscription. `SubscriptionsListed` follows; before it `ActionFailed` where it was not
/// done.
package struct SubscriptionActionRequested: Hashable, Sendable {
    /// The transaction that the subscription began with.
    package let originalTransactionIdentifier: TransactionIdentifier
    /// What to do.
    package let action: SubscriptionAction

    /// A wish to do `action` to a subscription.
    package init(originalTransactionIdentifier: TransactionIdentifier, action: SubscriptionAction) {
        self.originalTransactionIdentifier = originalTransactionIdentifier
        self.action = action
    }
}

/// The account's subscriptions, the oldest first.
package struct SubscriptionsListed: Hashable, Sendable {
    /// Where each stands.
    package let subscriptions: [SubscriptionSummary]
    /// Whether the store said so. Where it did not answer, this is what its signatures on this device say: what was paid, until
    /// when, and whether that is over; nothing is known of renewals, and nothing can be done.
    package let isFromStore: Bool
    /// Whether it answers a request; otherwise something has changed by itself.
    package let isAnswer: Bool

    /// The list.
    package init(subscriptions: [SubscriptionSummary], isFromStore: Bool = true, isAnswer: Bool = true) {
        self.subscriptions = subscriptions
        self.isFromStore = isFromStore
        self.isAnswer = isAnswer
    }
}
