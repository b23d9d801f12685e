internal import StoreDatabase
package import StoreModel

/// The store's administration for this account: the settings, and what can be done to its purchases. (What can be done to its
/// subscriptions is in `AccountSession+Subscriptions`.)
extension AccountSession: StoreAdministration {
    /// The settings in force.
    package func settings() async throws(StoreAdministrationError) -> StoreSettings { try store.settings() }

    /// Puts settings in force; a delay outside 0…60,000 ms becomes the nearest of the two.
    package func apply(_ settings: StoreSettings) async throws(StoreAdministrationError) { try store.apply(settings) }

    /// Lets a deferred purchase go through.
    package func approve(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try perform(.approve, on: key)
    }

    /// Turns a deferred purchase down: it fails with `paymentCancelled`.
    package func decline(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try perform(.decline, on: key)
    }

    /// Lets the request of a deferred purchase run out: it is missing from what the device is told from now on.
    package func lapse(_ key: IdempotencyKey) async throws(StoreAdministrationError) { try perform(.lapse, on: key) }

    /// Clears the trouble of an interrupted purchase: a new one, with a key of its own, is purchased. Once only.
    package func resolve(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try perform(.resolve, on: key)
    }

    /// Gives the money back: the purchase is unsettled again, as revoked.
    package func refund(_ key: IdempotencyKey) async throws(StoreAdministrationError) { try perform(.refund, on: key) }

    /// Takes a refund back: the purchase is unsettled again, as purchased.
    package func reverseRefund(_ key: IdempotencyKey) async throws(StoreAdministrationError) {
        try perform(.reverseRefund, on: key)
    }

    /// What can be done to the purchases now.
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
