internal import StoreDatabase
package import StoreModel

/// The store as one account sees it, from one device.
package final class AccountSession: Sendable {
    package let account: Account

    let store: AppStore
    /// The device whose purchases are delivered; nil for the embedded store's only one.
    let device: String?
    /// The end of the credit ledger that the device names; nil where it names none.
    let ledger: LedgerClaim?

    init(store: AppStore, account: Account, device: String?, ledger: LedgerClaim? = nil) {
        self.store = store
        self.account = account
        self.device = device
        self.ledger = ledger
    }

    /// A verifier that trusts the store's key, for this account.
    package func verifier() throws(TransactionVerifier.Failure) -> TransactionVerifier {
        try store.verifier(for: account)
    }

    /// The number of changes to the account's purchases that it did not ask for itself. It never falls.
    package func revision() throws -> Int64 {
        try store.database.read { try AccountTable.revision(of: account.identifier, $0) }
    }

    /// The rules of purchases for this account, under the settings in force.
    func checkout(_ database: any StoreTransaction) throws -> Checkout {
        Checkout(
            account: account, device: device, store: store,
            settings: try store.settings(of: account.identifier, database))
    }
}
