package import StoreModel

/// The store's administration for this account: the settings, and what can be done to its purchases. (What can be done to its
/// subscriptions is in `AccountSession+Subscriptions`.)
extension AccountSession: StoreAdministration {
    package func settings() async throws(StoreAdministrationError) -> StoreSettings { try store.settings() }

    package func apply(_ settings: StoreSettings) async throws(StoreAdministrationError) { try store.apply(settings) }

    package func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        try store.actions(for: keys, of: account.identifier)
    }

    package func perform(_ action: TransactionAction, on key: IdempotencyKey) async throws(StoreAdministrationError) {
        try store.administration {
            try store.writeCaughtUp { database -> Void? in
                let checkout = try checkout(database)
                guard try checkout.catchUp(database) else { return nil }
                return try checkout.perform(action, on: key, database)
            }
        }
        store.updateFeed.refresh()
    }
}
