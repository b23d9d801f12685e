extension StoreWire {
    /// The body of the administrator's `POST purchases/actions`: what can be done to some of an account's purchases? The answer has
    /// the names of the actions by key, without the keys that the store does not know.
    package struct ActionsQuery: Hashable, Sendable, Codable {
        /// Whose purchases.
        package var account: AccountIdentifier
        /// Which of them, by their payments' keys.
        package var keys: [IdempotencyKey]

        /// A query for what can be done.
        package init(account: AccountIdentifier, keys: [IdempotencyKey]) {
            self.account = account
            self.keys = keys
        }
    }
}
