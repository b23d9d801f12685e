internal import DurableStorage
internal import GRDB
public import StoreModel

/// The store's back room for this account: the settings, and what can be done to its purchases. (What can be done to its
/// subscriptions is in `AccountSession+Subscriptions`.)
extension AccountSession: StoreTesting {
    /// The settings in force.
    public func settings() async throws(StoreTestingError) -> StoreSettings { try store.settings() }

    /// Puts settings in force; a delay outside 0…60,000 ms becomes the nearest of the two.
    public func apply(_ settings: StoreSettings) async throws(StoreTestingError) { try store.apply(settings) }

    /// Lets a deferred purchase go through.
    public func approve(_ key: IdempotencyKey) async throws(StoreTestingError) { try perform(.approve, on: key) }

    /// Turns a deferred purchase down: it fails with `paymentCancelled`.
    public func decline(_ key: IdempotencyKey) async throws(StoreTestingError) { try perform(.decline, on: key) }

    /// Lets the request of a deferred purchase run out: it is missing from what the device is told from now on.
    public func lapse(_ key: IdempotencyKey) async throws(StoreTestingError) { try perform(.lapse, on: key) }

    /// Clears the trouble of an interrupted purchase: a new one, with a key of its own, is purchased. Once only.
    public func resolve(_ key: IdempotencyKey) async throws(StoreTestingError) { try perform(.resolve, on: key) }

    /// Gives the money back: the purchase is unsettled again, as revoked.
    public func refund(_ key: IdempotencyKey) async throws(StoreTestingError) { try perform(.refund, on: key) }

    /// Takes a refund back: the purchase is unsettled again, as purchased.
    public func reverseRefund(_ key: IdempotencyKey) async throws(StoreTestingError) {
        try perform(.reverseRefund, on: key)
    }

    /// What can be done to the purchases now.
    public func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreTestingError) -> [IdempotencyKey: Set<TransactionAction>] {
        try store.actions(for: keys, of: account.identifier)
    }

    private func perform(_ action: TransactionAction, on key: IdempotencyKey) throws(StoreTestingError) {
        try store.backRoom {
            try store.writeCaughtUp { database -> Void? in
                let checkout = try checkout(database)
                guard try checkout.catchUp(database) else { return nil }
                return try checkout.perform(action, on: key, database)
            }
        }
        store.updateFeed.refresh()
    }
}
