internal import DurableStorage
internal import GRDB
public import StoreModel

/// The account's subscriptions, the same on all its devices.
extension AccountSession {
    /// Where they stand; what is due has happened.
    public func subscriptions() throws(StoreTestingError) -> [SubscriptionSummary] {
        try store.subscriptions(of: account.identifier)
    }

    /// Does something to one of them. Who has the store in the program is its operator, too; what customers of a server may do
    /// (`SubscriptionAction.customers`) is for the server to see to.
    ///
    /// - Parameters:
    ///   - action: what to do.
    ///   - original: the transaction that the subscription began with.
    /// - Throws: `StoreTestingError.noTransactionFound` where it is not the account's, `invalidAction` where the subscription is
    ///   not in a state for it.
    public func perform(
        _ action: SubscriptionAction, on original: TransactionIdentifier
    ) throws(StoreTestingError) -> SubscriptionSummary {
        guard try subscriptions().contains(where: { $0.originalTransactionIdentifier == original }) else {
            throw .noTransactionFound
        }
        return try store.perform(action, on: original)
    }
}
