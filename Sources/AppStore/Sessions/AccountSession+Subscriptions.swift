internal import DurableStorage
internal import GRDB
public import StoreModel

/// The account's subscriptions, the same on all its devices.
extension AccountSession {
    /// Where they stand; what is due has happened.
    public func subscriptions() throws(StoreTestingError) -> [SubscriptionSummary] {
        try store.subscriptions(of: account.identifier)
    }

    /// Does what customers may do to their subscriptions.
    ///
    /// - Parameter original: the transaction that the subscription began with.
    /// - Throws: `StoreTestingError.notEntitled` for what only an operator may do.
    public func perform(
        _ action: SubscriptionAction, on original: TransactionIdentifier
    ) throws(StoreTestingError) -> SubscriptionSummary {
        guard SubscriptionAction.customers.contains(action) else { throw .notEntitled }
        guard try subscriptions().contains(where: { $0.originalTransactionIdentifier == original }) else {
            throw .noTransactionFound
        }
        return try store.perform(action, on: original)
    }
}
