package import StoreModel

/// The store as one account sees it, from one device: the server makes one for each request of a signed-in
/// customer, and a program with the store inside has one.
package final class AccountSession: Sendable {
    package let account: Account

    let store: AppStore
    /// The identifier of the device that the app receipt is bound to; nil if none was given.
    let device: String?

    package init(store: AppStore, account: Account, device: String? = nil) {
        self.store = store
        self.account = account
        self.device = device
    }

    package func verifier() -> TransactionVerifier { store.verifier(for: account) }

    /// How far the account's changes have come.
    package func progress() throws -> AccountProgress {
        try store.database.read {
            try AccountTable.progress(of: [account.identifier], $0)[account.identifier]
        }
            ?? AccountProgress(revision: 0, otherChanges: 0)
    }
}

/// The store's administration for this account: the settings, and what can be done to
/// its purchases and its subscriptions.
extension AccountSession: StoreAdministration {
    package func settings() async throws(StoreAdministrationError) -> StoreSettings { try store.settings() }

    package func apply(_ settings: StoreSettings) async throws(StoreAdministrationError) {
        try store.apply(settings)
    }

    package func actions(
        for keys: [IdempotencyKey]
    ) async throws(StoreAdministrationError) -> [IdempotencyKey: Set<TransactionAction>] {
        try store.actions(for: keys, of: account.identifier)
    }

    package func perform(_ action: TransactionAction, on key: IdempotencyKey)
        async throws(StoreAdministrationError)
    {
        try store.administration {
            try store.writeCaughtUp { database -> Void? in
                let checkout = try store.checkout(for: account, database)
                guard try checkout.catchUp(database) else { return nil }
                return try checkout.perform(action, on: key, database)
            }
        }
        store.updateFeed.refresh()
    }

    package func record(of key: IdempotencyKey) async throws(StoreAdministrationError) -> TransactionRecord {
        try store.record(of: key.rawValue, account: account.identifier)
    }

    package func play(_ scenario: Scenario) async throws(StoreAdministrationError) {
        try store.play(scenario, of: account.identifier)
    }

    /// The present states of its subscriptions, after the renewals that are due.
    package func subscriptions() throws(StoreAdministrationError) -> [SubscriptionSummary] {
        try store.subscriptions(of: account.identifier)
    }

    /// Performs an action on a subscription of the account. If the store is in the program, its user is also
    /// the operator. What a server's customers may do (`SubscriptionAction.customers`) is checked by
    /// the server.
    package func perform(
        _ action: SubscriptionAction, on original: TransactionIdentifier
    ) throws(StoreAdministrationError) -> SubscriptionSummary {
        guard try subscriptions().contains(where: { $0.originalTransactionIdentifier == original }) else {
            throw .noTransactionFound
        }
        return try store.perform(action, on: original)
    }
}
