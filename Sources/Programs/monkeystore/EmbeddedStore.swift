internal import Logging
package import Storage
package import StoreApplication
internal import StoreEvents
package import StoreModel
package import StoreRules
internal import StoreSQLite

#if AppleServices
internal import AppleServices
#endif

extension OpenStore {
    /// The embedded store, with its one account.
    ///
    /// - Throws: `Trouble.builtWithoutRemote` if the location names another store;
    ///   `StorageError`, `CatalogueError`.
    package static func embedded(at location: StoreLocation) throws -> OpenStore {
        guard location.store == nil else { throw Trouble.builtWithoutRemote }
        let directory = try DataDirectory(ofProgram: location.dataDirectory)
        let catalogue = try location.catalogue.map(Catalogue.init(contentsOfFile:)) ?? .bundled()
        let log = Logger(label: "store")
        for oddity in catalogue.warnings { log.notice("\(oddity)") }
        let shop = try AppStore(
            directory: directory, catalogue: catalogue,
            application: WantedApplication(
                bundleIdentifier: location.bundleIdentifier, appleIdentifier: location.appleIdentifier),
            followers: followers
        ) { log.notice("\($0)") }
        try shop.adoptSettings()
        shop.startRenewals()
        return try embedded(
            shop, content: EmbeddedContent(store: shop) { log.notice("\($0)") }, in: directory)
    }

    /// The inspector shows what these keep.
    private static var followers: [any FactFollower] {
        #if AppleServices
        [DeveloperNotifications()]
        #else
        []
        #endif
    }

    /// A store in this process, and the files of its one account. Throws `StorageError`.
    package static func embedded(
        _ shop: AppStore, content: any ContentService, in directory: DataDirectory
    ) throws -> OpenStore {
        let store = try shop.embeddedSession()
        return OpenStore(
            service: store, content: content, account: store.account.identifier, accountName: nil,
            hasAccounts: false,
            environment: store.account.environment, verifier: store.verifier(), directory: directory,
            dataDirectory: directory,
            file: try deviceFile(in: directory), productIdentifiers: shop.productIdentifiers)
    }
}
