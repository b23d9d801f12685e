internal import StoreDatabase
package import StoreModel

/// The store's administration for this account: the settings, and what can be done to its purchases. (What can be done to its
/// subscriptions is in `AccountSession+Subscriptions`.)
extension AccountSession: StoreAdministration {
    package func settings() async throws(StoreAdministrationError) -> StoreSettings { try store.settings() }

    package func apply(_ settings: StoreSettings) async throws(StoreAdministrationError) { try store.apply(settings) }

    package func approve(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try perform(.approve, on: key)
    }

    package func decline(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try perform(.decline, on: key)
    }

    package func lapse(_ key: IdempotencyKey) async throws(StoreAdministrationError) { try perform(.lapse, on: key) }

    package func resolve(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try perform(.resolve, on: key)
    }

    package func refund(_ key: IdempotencyKey) async throws(StoreAdministrationError) { try perform(.refund, on: key) }

    package func reverseRefund(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try perform(.reverseRefund, on: key)
    }

    package func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        try store.actions(for: keys, of: account.identifier)
    }

    private func perform(_ action: TransactionAction, on key: IdempotencyKey) throws(StoreAdministrationError) {
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
