internal import StoreDatabase
package import StoreModel

/// One account's way into the store, from one device.
package final class AccountSession: Sendable {
    /// Who buys.
    package let account: Account

    let store: AppStore
    /// The device whose purchases are told; nil for the embedded store's only one.
    let device: String?
    /// What the device shows of its credit ledger; nil where it shows nothing.
    let ledger: LedgerClaim?

    init(store: AppStore, account: Account, device: String?, ledger: LedgerClaim? = nil) {
        self.store = store
        self.account = account
        self.device = device
        self.ledger = ledger
    }

    /// A verifier that trusts the store's key, for this account.
    ///
    /// - Throws: never, for a store that could be opened.
    package func verifier() throws(TransactionVerifier.Failure) -> TransactionVerifier {
        try store.verifier(for: account)
    }

    /// How often something happened to the account's purchases without its asking. Grows, never falls.
    package func revision() throws -> Int64 {
        try store.database.read { try AccountTable.revision(of: account.identifier, $0) }
    }

    /// The store's rules for this account, as of the settings in force.
    func checkout(_ database: any StoreTransaction) throws -> Checkout {
        Checkout(
            account: account, device: device, store: store, settings: try SettingsTable.settings(database))
    }
}
