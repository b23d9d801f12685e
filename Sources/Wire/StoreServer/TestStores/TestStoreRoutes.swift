internal import HTTPTypes
internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// The routes that application tests use to make stores, and the routes of these stores, which begin
/// with `/stores/ID`.
struct TestStoreRoutes {
    private static let mostAccounts = 100
    private static let snapshotNames = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)

    let stores: TestStores
    let options: ServerOptions

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.post("stores") { request, context in
            let store = try await make(request.json(context, orEmpty: NewTestStore()))
            return try description(of: store, for: request, status: .created)
        }
        routes.get("stores") { _, _ in Response.json(stores.all.map(TestStoreSummary.init)) }
        routes.get("stores/{store}") { request, context in
            try description(of: store(context), for: request)
        }
        routes.withoutBody.status(.noContent, .delete, "stores/{store}") {
            try stores.remove($1.parameter("store"))
        }
        routes.withoutBody.post("stores/{store}/reset") { request, context in
            let store = try store(context)
            try store.reset()
            return try description(of: store, for: request)
        }
        routes.put("stores/{store}/storefront") { request, context in
            let store = try store(context)
            let wanted: WantedPlace = try request.json(context)
            try store.move { current in
                let place = CataloguePlace(
                    storefront: wanted.storefront ?? current.storefront,
                    locale: wanted.locale ?? current.wantedLocale)
                guard let place else {
                    throw HTTPFailure.badRequest(
                        "storefront is a country of the App Store, such as USA, and locale is one such as en_US; nothing was changed."
                    )
                }
                return place
            }
            return try description(of: store, for: request)
        }
        routes.withoutBody.status(.noContent, .put, "stores/{store}/snapshots/{name}") {
            try store($1).takeSnapshot(named: Self.snapshotName($1))
        }
        routes.withoutBody.status(.noContent, .delete, "stores/{store}/snapshots/{name}") {
            try store($1).removeSnapshot(named: Self.snapshotName($1))
        }
        routes.withoutBody.post("stores/{store}/snapshots/{name}/restore") { request, context in
            let store = try store(context)
            try store.restoreSnapshot(named: Self.snapshotName(context))
            return try description(of: store, for: request)
        }
    }

    /// Adds the routes of snapshot files, which are longer than other bodies.
    func addFiles(to routes: some RouterMethods<StoreContext>) {
        routes.get("stores/{store}/snapshots/{name}/file") { _, context in
            let file = try store(context).snapshotFile(named: Self.snapshotName(context))
            return Response(
                status: .ok, headers: [.contentType: "application/octet-stream"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: file)))
        }
        routes.status(.noContent, .put, "stores/{store}/snapshots/{name}/file") { request, context in
            try store(context).takeSnapshot(
                file: try context.bytes, named: Self.snapshotName(context))
        }
    }

    /// Adds the routes of the stores themselves: each store answers the paths below its `/stores/ID`.
    func addForwarding(to router: Router<StoreContext>) {
        router.forward(under: "stores") { identifier, request, context in
            try await stores.find(identifier).respond(to: request, context: context)
        }
    }

    private func make(_ new: NewTestStore) async throws -> TestStore {
        let life = new.lifeSeconds.map { Duration.seconds($0) } ?? TestStores.usualLife
        guard TestStores.lives.contains(life) else {
            throw HTTPFailure.badRequest("lifeSeconds is 1 to 86400; no store was made.")
        }
        if let original = new.copyOf {
            guard new.isOnlyCopy else {
                throw HTTPFailure.badRequest(
                    "A copy has what the other store has: besides copyOf there is only lifeSeconds. No store was made."
                )
            }
            return try await stores.copy(stores.find(original), life: life)
        }
        let catalogue = try new.catalogue.map(Self.catalogue)
        let application = try new.application()
        let accounts = new.accounts ?? []
        guard accounts.count <= Self.mostAccounts else {
            throw HTTPFailure.badRequest(
                "A store begins with at most \(Self.mostAccounts) accounts; no account was made.")
        }
        let addresses = try new.notifications?.checked() ?? []
        let key = try new.serverAPI.map { try $0.key() }
        return try await stores.make(life: life, application: application, catalogue: catalogue, apiKey: key)
        { store in
            try store.adoptSettings()
            if let change = new.settings { try AdminRoutes.change(store, change.apply) }
            for (environment, address) in addresses {
                try AppleServing.send(notificationsOf: store, to: address, in: environment)
            }
            for account in accounts { try await account.add(to: store) }
        }
    }

    private static func catalogue(_ text: String) throws(HTTPFailure) -> Catalogue {
        do { return try Catalogue(json: Array(text.utf8), name: "catalogue") } catch {
            throw .badRequest("\(error) No store was made.")
        }
    }

    private func store(_ context: StoreContext) throws -> TestStore {
        try stores.find(context.parameter("store"))
    }

    private static func snapshotName(_ context: StoreContext) throws -> String {
        let name = try context.parameter("name")
        guard 1...64 ~= name.utf8.count, name.utf8.allSatisfy(snapshotNames.contains) else {
            throw HTTPFailure.badRequest(
                "The name of a snapshot has 1 to 64 letters, digits, hyphens, underscores and periods of ASCII."
            )
        }
        return name
    }

    private func description(
        of store: TestStore, for request: Request, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let scheme = options.listening.tls == nil ? "http" : "https"
        let address = "\(scheme)://\(request.head.authority ?? "")/stores/\(store.identifier)"
        return Response.json(try TestStoreDescription(store, address: address), status: status)
    }
}

/// What a new store should be. A field that is missing is as in the server's own store, or empty.
private struct NewTestStore: Decodable {
    var bundleIdentifier: String?
    var appAppleIdentifier: Int64?
    var version: String?
    /// The key of the Server API that the developer's server already has; a new one if it is missing.
    var serverAPI: WantedKey?
    /// The text of a StoreKit configuration file.
    var catalogue: String?
    /// Settings that are missing are as in the catalogue's file.
    var settings: StoreSettings.Change?
    var accounts: [NewAccount]?
    var notifications: NotificationAddresses?
    var lifeSeconds: Int64?
    /// The identifier of a store to copy: the new one begins with its contents.
    var copyOf: String?

    var isOnlyCopy: Bool {
        bundleIdentifier == nil && appAppleIdentifier == nil && version == nil && serverAPI == nil
            && catalogue == nil
            && settings == nil && accounts == nil && notifications == nil
    }

    func application() throws(HTTPFailure) -> WantedApplication {
        if let version, !AppIdentity.isVersion(version) {
            throw .badRequest(
                "version has 1 to 32 letters, digits, hyphens and periods of ASCII; no store was made.")
        }
        do throws(AppIdentityError) {
            return WantedApplication(
                bundleIdentifier: try bundleIdentifier.map(BundleIdentifier.init(written:)),
                appleIdentifier: try appAppleIdentifier.map(\.description).map(
                    AppleIdentifier.init(written:)),
                version: version)
        } catch {
            throw .badRequest("\(error.rule); no store was made.")
        }
    }
}

/// A key in the form that App Store Connect gives out.
private struct WantedKey: Decodable {
    var issuer: String
    var keyIdentifier: String
    /// PEM.
    var privateKey: String

    func key() throws(HTTPFailure) -> ServerAPIKey {
        let key = ServerAPIKey(
            pem: privateKey, issuerIdentifier: issuer, keyIdentifier: keyIdentifier,
            path: "serverAPI of the body")
        guard let key else {
            throw .badRequest(
                "serverAPI has a privateKey (a key of P-256 as PEM), a keyIdentifier (10 capital letters and digits) and an issuer "
                    + "(a UUID); no store was made.")
        }
        return key
    }
}

/// Where a store should sell. Fields that are missing stay.
private struct WantedPlace: Decodable {
    var storefront: String?
    var locale: String?
}

private struct TestStoreSummary: Encodable {
    var identifier: String
    var created: Timestamp
    var lifeSeconds: Int64
    var bundleIdentifier: String

    init(_ store: TestStore) {
        identifier = store.identifier
        created = store.created
        lifeSeconds = store.life.components.seconds
        bundleIdentifier = store.running.served.store.application.bundleIdentifier.rawValue
    }
}

/// A store with everything that a client of it needs.
private struct TestStoreDescription: Encodable {
    struct Key: Encodable {
        var issuer: String
        var keyIdentifier: String
        /// PEM.
        var privateKey: String
    }

    var identifier: String
    var address: String
    var created: Timestamp
    var lifeSeconds: Int64
    var bundleIdentifier: String
    var appAppleIdentifier: Int64
    var version: String
    var storefront: String
    var locale: String
    /// The locale that was asked for. May have no region.
    var wantedLocale: String
    var serverAPI: Key
    var sharedSecret: String
    /// PEM.
    var rootCertificate: String
    var accounts: [AccountSummary]
    var snapshots: [String]
    /// What is odd about its catalogue.
    var warnings: [String]

    init(_ test: TestStore, address: String) throws {
        let running = test.running
        identifier = test.identifier
        self.address = address
        created = test.created
        lifeSeconds = test.life.components.seconds
        bundleIdentifier = running.served.store.application.bundleIdentifier.rawValue
        appAppleIdentifier = running.served.store.application.appleIdentifier.rawValue
        version = test.version
        storefront = running.catalogue.settings.storefront
        locale = running.catalogue.settings.locale
        wantedLocale = running.catalogue.settings.wantedLocale
        let key = running.served.key
        serverAPI = Key(issuer: key.issuerIdentifier, keyIdentifier: key.keyIdentifier, privateKey: key.pem)
        sharedSecret = running.served.store.sharedSecret
        rootCertificate = running.served.store.rootCertificatePEM
        accounts = try running.served.store.allAccounts().map(AccountSummary.init)
        snapshots = test.snapshots
        warnings = running.catalogue.warnings
    }
}
