internal import DeviceStorage
package import FileSystem
internal import Logging
package import SQLiteStorage
internal import StoreCatalogue
package import StoreEngine
package import StoreModel
internal import StoreSQLite

/// A store and the device's files for one of its accounts: all that an `Application` is built on. `monkeystore` opens
/// the embedded store here; `RemoteStore` makes one for a store at an address.
package struct OpenStore: Sendable {
    package var service: any StoreService & StoreAdministration
    package var content: any ContentService
    package var account: AccountIdentifier
    /// For people to read; nil where this device is the customer.
    package var accountName: String?
    /// Whether people sign in to it and out of it.
    package var hasAccounts: Bool
    package var environment: StoreEnvironment
    package var verifier: TransactionVerifier
    /// The device's files for this account and no other.
    package var directory: DataDirectory
    package var file: DatabaseFile
    /// What it sells, where that is known without asking.
    package var productIdentifiers: [ProductIdentifier]?

    package init(
        service: any StoreService & StoreAdministration, content: any ContentService, account: AccountIdentifier,
        accountName: String?, hasAccounts: Bool, environment: StoreEnvironment, verifier: TransactionVerifier,
        directory: DataDirectory, file: DatabaseFile,
        productIdentifiers: [ProductIdentifier]? = nil
    ) {
        self.service = service
        self.content = content
        self.account = account
        self.accountName = accountName
        self.hasAccounts = hasAccounts
        self.environment = environment
        self.verifier = verifier
        self.directory = directory
        self.file = file
        self.productIdentifiers = productIdentifiers
    }

    /// The embedded store, with its one account.
    ///
    /// - Throws: `LocationError.builtWithoutRemote` for a location that names another store; `StorageError`, `CatalogueError`.
    package static func embedded(at location: StoreLocation) throws -> OpenStore {
        guard location.store == nil else { throw LocationError.builtWithoutRemote }
        let directory = try DataDirectory(path: location.dataDirectory)
        let catalogue = try location.catalogue.map(Catalogue.init(contentsOfFile:)) ?? .bundled()
        let log = Logger(label: "store")
        for oddity in catalogue.warnings { log.notice("\(oddity)") }
        let shop = try AppStore(
            directory: directory, catalogue: catalogue, bundleIdentifier: location.bundleIdentifier,
            appleIdentifier: location.appleIdentifier
        ) { log.notice("\($0)") }
        try shop.adoptSettings()
        shop.startRenewals()
        return try embedded(shop, content: EmbeddedContent(store: shop) { log.notice("\($0)") }, in: directory)
    }

    /// A store in this process, and the files of its one account. Throws `StorageError`.
    package static func embedded(
        _ shop: AppStore, content: any ContentService, in directory: DataDirectory
    ) throws -> OpenStore {
        let store = try shop.embeddedSession()
        return OpenStore(
            service: store, content: content, account: store.account.identifier, accountName: nil, hasAccounts: false,
            environment: store.account.environment, verifier: store.verifier(), directory: directory,
            file: try deviceFile(in: directory), productIdentifiers: shop.productIdentifiers)
    }

    /// Opens the device's database for an account.
    package static func deviceFile(in directory: DataDirectory) throws(StorageError) -> DatabaseFile {
        try DatabaseFile(path: directory.file("device.sqlite"), migrations: DeviceDatabase.migrations)
    }
}
