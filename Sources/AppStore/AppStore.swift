public import DurableStorage
public import StoreModel

/// The store itself, in process, on `store.sqlite` and `keys/` of a data directory. Programs and instances on the same
/// directory are one store: each payment is charged once whichever of them it comes through.
public final class AppStore: Sendable {
    /// The application that the store sells for.
    public static let bundleIdentifier = "com.xamarin.storekit.testing"

    /// Whose money it is: test money.
    public let environment = StoreEnvironment.sandbox
    /// The embedded store's one account, made at the first run.
    public let account: AccountIdentifier

    let database: DatabaseFile
    let checkout: Checkout
    let productsOnSale: [Product]
    let updateFeed: UpdateFeed
    let time: TimeSource
    let log: @Sendable (String) -> Void

    /// Opens the store in `directory`, and makes it there at the first run: its database, its key and its account.
    ///
    /// - Parameters:
    ///   - directory: where the store keeps its files.
    ///   - catalogue: what is on sale.
    ///   - time: the clock that dates purchases, and that the delay of the settings waits on.
    ///   - log: takes what the store's operator should read, such as why an identifier is invalid; texts that came from
    ///     elsewhere are quoted in it with their control characters escaped.
    public init(
        directory: DataDirectory, catalogue: Catalogue, time: TimeSource = .system,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StorageError) {
        database = try DatabaseFile(
            path: directory.file("store.sqlite"),
            migrations: [AccountTable.migration, TestingTable.migration, PurchaseTable.migration])
        let signer: TransactionSigner
        (account, signer) = try Self.identity(in: database, directory: directory, now: time.now())
        productsOnSale = catalogue.productsOnSale
        checkout = Checkout(
            account: account, environment: environment, storefront: catalogue.settings.storefront,
            products: Dictionary(uniqueKeysWithValues: productsOnSale.map { ($0.identifier, $0) }), signer: signer,
            now: time.now)
        updateFeed = UpdateFeed(database: database, log: log)
        self.time = time
        self.log = log
    }

    /// A verifier that trusts this store's key, for its application, account and environment.
    ///
    /// - Throws: never, for a store that could be opened.
    public func verifier() throws(TransactionVerifier.Failure) -> TransactionVerifier {
        try TransactionVerifier(
            publicKey: checkout.signer.publicKey, bundleIdentifier: Self.bundleIdentifier, account: account,
            environment: environment)
    }

    /// The account and the key of the store. The key is made before the account: where there is an account without a key,
    /// the key was lost.
    private static func identity(
        in database: DatabaseFile, directory: DataDirectory, now: Timestamp
    ) throws(StorageError) -> (AccountIdentifier, TransactionSigner) {
        do {
            if let account = try database.read(AccountTable.first) {
                return (account, try TransactionSigner(directory: directory, isFirstRun: false))
            }
            let signer = try TransactionSigner(directory: directory, isFirstRun: true)
            let account = try database.write { database in
                // Another program may have been first.
                if let account = try AccountTable.first(database) { return account }
                let account = AccountIdentifier.random()
                try AccountTable.insert(account, created: now, database)
                return account
            }
            return (account, signer)
        } catch let error as StorageError {
            throw error
        } catch {
            throw .unusable(path: database.path, reason: "\(error)")
        }
    }
}
