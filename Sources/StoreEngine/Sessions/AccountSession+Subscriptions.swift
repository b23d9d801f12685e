package import StoreModel

/// The account's subscriptions, the same on all its devices.
extension AccountSession {
    /// Their present states, after the renewals that are due.
    package func subscriptions() throws(StoreAdministrationError) -> [SubscriptionSummary] {
        try store.subscriptions(of: account.identifier)
    }

    /// Does something to one of them. Who has the store in the program is its operator, too; what customers of a server may do
    /// (`SubscriptionAction.customers`) is for the server to see to.
    package func perform(
        _ action: SubscriptionAction, on original: TransactionIdentifier
    ) throws(StoreAdministrationError) -> SubscriptionSummary {
        guard try subscriptions().contains(where: { $0.originalTransactionIdentifier == original }) else {
            throw .noTransactionFound
        }
        return try store.perform(action, on: original)
    }
}
