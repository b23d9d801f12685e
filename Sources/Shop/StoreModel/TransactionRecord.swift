/// All that the store has about one purchase: the answer of `StoreAdministration.record`,
/// which the inspector shows. The routes for administrators answer with it in JSON.
package struct TransactionRecord: Hashable, Sendable, Codable {
    /// A change of the account that the purchase caused: its payment, another version, its finish.
    package struct Change: Hashable, Sendable, Codable {
        /// The number of the change among all changes of the account, from 1.
        package let revision: Int64
        /// The account's credits after it.
        package let credits: Int

        package init(revision: Int64, credits: Int) {
            self.revision = revision
            self.credits = credits
        }
    }

    /// `purchased`, `deferred`, `changed`, `failed`, `interrupted`, `revoked` or `lapsed`.
    package let status: String
    /// The order on the customer's bill; nil if nothing was charged.
    package let orderIdentifier: String?
    /// Whether the application has dealt with its current version.
    package let isFinished: Bool
    /// The newest 100, oldest first.
    package let changes: [Change]
    /// The versions that the store signed and still has, alone or in a notification, oldest first. The last
    /// one counts. Empty if nothing was signed.
    package let versions: [SignedTransaction]
    /// The newest 100 notifications about it, oldest first, each with its `signedPayload`.
    package let notifications: [NotificationDelivery]

    package init(
        status: String, orderIdentifier: String?, isFinished: Bool, changes: [Change],
        versions: [SignedTransaction],
        notifications: [NotificationDelivery]
    ) {
        self.status = status
        self.orderIdentifier = orderIdentifier
        self.isFinished = isFinished
        self.changes = changes
        self.versions = versions
        self.notifications = notifications
    }
}
