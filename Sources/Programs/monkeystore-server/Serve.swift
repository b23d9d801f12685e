internal import ArgumentParser
internal import Glibc
internal import Logging
internal import ServiceLifecycle
internal import Storage
internal import StoreModel
internal import StoreRules
internal import StoreServer

/// The command `serve`, which is the default one. It opens the stores, and runs their servers, the content
/// server and the sender of notifications, until a signal ends them. `Demo` calls it, too.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the store. What is missing is made at the first run: database, keys, admin token.")

    @OptionGroup var data: DataOptions
    @OptionGroup var listening: ListeningArguments
    @OptionGroup var names: AppleNameArguments
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port to listen on; 0 for a free one.", valueName: "number"))
    var port: UInt16 = 8080
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The port for books; 0 for a free one (default: the next one after the store's).",
            valueName: "number"))
    var contentPort: UInt16?
    @Option(help: ArgumentHelp("A folder of books; more than one may be given.", valueName: "folder"))
    var books: [String] = []
    @Option(
        help: ArgumentHelp(
            "Where the secret of the admin routes is (default: admin-token in the data directory).",
            valueName: "file"))
    var adminTokenFile: String?
    @Option(
        help: ArgumentHelp(
            "The secret of an SSH server on this machine. The store believes what that server says about its visitors. Not for demo.",
            valueName: "file"))
    var hostTokenFile: String?
    @Option(help: "How app receipts are written: as the App Store does it, or as Xcode does it.")
    var receipts = Receipts.asAppStore
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Requests a second for each account; 0 for no limit.", valueName: "number"))
    var accountRate = 200.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Purchases a day for each account, all of which may come at once; 0 for no limit.",
            valueName: "number"))
    var accountPurchases = 10_000
    @OptionGroup var appleServices: AppleServiceArguments

    private var booksPort: UInt16 { contentPort ?? (port == 0 ? 0 : port &+ 1) }

    func validate() throws {
        guard accountPurchases >= 0 else { throw ValidationError("--account-purchases is 0 or more.") }
        guard accountRate >= 0 else { throw ValidationError("--account-rate is 0 or more.") }
        var ports = [("--port", port), ("--content-port", booksPort)]
        if names.appleNames {
            ports += [("--apple-names-port", names.ports.names), ("--ocsp-port", names.ports.status)]
        }
        for (place, (option, number)) in ports.enumerated() where number != 0 {
            guard let other = ports[..<place].first(where: { $0.1 == number }) else { continue }
            throw ValidationError(
                "\(other.0) and \(option) are both \(number), and each needs a port of its own.")
        }
        if data.app.count > 1 {
            guard data.bundleId == nil, data.appAppleId == nil, data.catalogue == nil,
                appleServices.notificationUrl == nil, appleServices.sandboxNotificationUrl == nil
            else {
                throw ValidationError(
                    "If a server sells for several applications, each one's settings are in its file, not in options."
                )
            }
            guard data.address == nil else {
                throw ValidationError(
                    "A database for several servers is that of one application; give one --app.")
            }
        }
    }

    func run() async throws {
        try await serve(hostToken: hostTokenFile.map(TokenFile.load))
    }

    /// Serves until a signal ends it. `hostToken` is the secret of an SSH host elsewhere. `visitors` is the
    /// SSH host of a demo, which runs when the store listens. `logsRequests` is whether each request has a
    /// line in the log.
    func serve(hostToken: String?, visitors: SSHHost? = nil, logsRequests: Bool = true) async throws {
        // The reader of the log or the greeting may have gone, but that is no reason to stop.
        signal(SIGPIPE, SIG_IGN)
        var logger = Logger(label: "monkeystore-server")
        if !logsRequests { logger.logLevel = .notice }
        let books = try ContentCatalog(books: self.books, logger: logger)
        let directory = try data.directory()
        let lock = try ServingLock(directory: directory)
        let tokenFile = adminTokenFile ?? directory.file("admin-token")
        let application = try data.application()
        let catalogue = try data.productsOnSale()
        let furtherApplications = try FurtherApplication.read(data.app)
        // Otherwise its certificates come with that key.
        if application.signingKey == nil {
            try FurtherApplication.putBackCertificates(
                in: directory, from: furtherApplications, logger: logger)
        }
        let announcer = visitors.map { PurchaseAnnouncer(terminal: $0.terminal) }
        let store = try await openStore(
            in: directory, selling: catalogue, followers: announcer.map { [$0] } ?? [], logger: logger)
        let threads = RequestThreads.ofOwnWork()
        try await start(store, of: application, on: threads)
        let options = try options(
            adminToken: TokenFile.load(path: tokenFile), hostToken: hostToken,
            listeners: listeners(visitors))
        let further = try furtherApplications.map {
            try $0.open(in: directory, signingAs: store, options: options, logger: logger)
        }
        for application in further {
            try await start(application.store, of: application.file, on: threads)
        }
        let served = try ServedStore(store, key: application.serverAPIKey, options: options)
        served.servers.start(on: threads, in: directory)
        defer { served.servers.stop() }
        let endpoints = StartedEndpoints(listeners(visitors)) { addresses in
            if let visitors {
                visitors.storeListens(sellingFor: store.application.bundleIdentifier.rawValue)
            } else {
                Self.greet(at: addresses, served, further, adminTokenFile: tokenFile)
            }
        }
        let services = try services(
            for: served, further: further, books: books, options: options, visitors: visitors,
            endpoints: endpoints, threads: threads, logger: logger)
        try await runServices(services, logger: logger)
        _ = consume lock
    }

    /// Prints the store's addresses, and the files that its operator needs.
    private static func greet(
        at addresses: [Endpoint: String], _ served: ServedStore, _ further: [ServedApplication],
        adminTokenFile: String
    ) {
        let address = addresses[.store] ?? ""
        printLine("The store listens on \(address)")
        printLine("  storefront:   \(served.store.storefrontCommand(at: address))")
        printLine("  books:        \(addresses[.books] ?? "")")
        printLine("  admin token:  \(adminTokenFile)")
        #if AppleServices
        printLine("  server API:   \(address)/inApps, issuer \(served.key.issuerIdentifier),")
        printLine("                key \(served.key.keyIdentifier) in \(served.key.path)")
        #endif
        printLine("  receipts:     \(address)/verifyReceipt, secret in \(served.store.sharedSecretPath)")
        for application in further { application.greet(at: address) }
        if let address = addresses[.appleNames] {
            printLine("Apple's names are answered on \(address) (monkeystore-server hosts)")
        }
        if let address = addresses[.certificateStatus] { printLine("OCSP is answered on \(address)") }
    }

    /// All that runs until a signal comes, in the order in which it starts.
    private func services(
        for served: ServedStore, further: [ServedApplication], books: ContentCatalog, options: ServerOptions,
        visitors: SSHHost?, endpoints: StartedEndpoints, threads: RequestThreads, logger: Logger
    ) throws -> [any Service] {
        func service(_ endpoint: Endpoint, _ server: HTTPService) -> any Service {
            EndpointService(endpoint, server) { endpoints.started(endpoint, at: $0) }
        }
        let store = served.store
        let authorizer = ContentAuthorizer(
            verification: store, bundleIdentifier: store.application.bundleIdentifier,
            sharedSecret: store.sharedSecret
        ) { logger.error("\($0)") }
        let resources = RequestResources()
        let testStores = TestStores(signingAs: store, options: options, resources: resources, logger: logger)
        let furtherStores = FurtherStores(
            further.map(\.served), options: options, resources: resources, logger: logger)
        let content = try HTTPService.content(
            catalog: books, authorizer: authorizer,
            options: listening.options(port: booksPort, listeners: listeners(visitors)),
            resources: resources, logger: logger)
        var servers = [service(.books, content)]
        if names.appleNames {
            let appleNames = try HTTPService.appleNames(
                store: served, options: options, resources: resources, port: Int(names.ports.names),
                logger: logger, testStores: testStores, furtherStores: furtherStores)
            let certificateStatus = try HTTPService.certificateStatus(
                store: store, options: options, port: Int(names.ports.status), logger: logger)
            servers += [service(.appleNames, appleNames), service(.certificateStatus, certificateStatus)]
        }
        let server = try HTTPService.store(
            served, options: options, resources: resources, logger: logger, testStores: testStores,
            furtherStores: furtherStores)
        servers.append(service(.store, server))
        let socket = try visitors.map { host in
            var options = options
            options.hostToken = host.token
            let server = try HTTPService.socket(
                path: host.socket, store: served, options: options, resources: resources, catalog: books,
                authorizer: authorizer, logger: logger)
            return service(.socket, server)
        }
        let storeServices: [any Service] = ([store] + further.map(\.store)).flatMap {
            [Cleaning(store: $0, threads: threads)]
                + AppleServing.senders(of: $0, logger: logger, threads: threads)
        }
        let visitorServices: [(any Service)?] = [socket, visitors]
        return [testStores] + servers + storeServices + visitorServices.compactMap(\.self)
    }

    /// Applies the options and the file of its application to a store, and starts what the store does
    /// by itself.
    private func start(
        _ store: AppStore, of application: ApplicationFile, on threads: RequestThreads
    ) async throws {
        let urls: [StoreEnvironment: String?] = [
            .production: appleServices.notificationUrl, .sandbox: appleServices.sandboxNotificationUrl,
        ]
        let given = urls.compactMapValues { $0.flatMap(HTTPAddress.init) }
        for (environment, address) in application.notifications where given[environment] == nil {
            try AppleServing.send(notificationsOf: store, to: address, in: environment)
        }
        for (environment, address) in given {
            try AppleServing.send(notificationsOf: store, to: address, in: environment)
        }
        try await application.makeAccounts(in: store)
        try store.adoptSettings()
        store.startRenewals(on: threads)
    }

    private func listeners(_ visitors: SSHHost?) -> Set<Endpoint> {
        var listeners: Set<Endpoint> = [.store, .books]
        if names.appleNames { listeners.formUnion([.appleNames, .certificateStatus]) }
        if visitors != nil { listeners.insert(.socket) }
        return listeners
    }

    /// Opens the store. If the database is away, as in a failover, it may be back in a moment, so this waits
    /// for it.
    private func openStore(
        in directory: DataDirectory, selling catalogue: Catalogue, followers: [any FactFollower],
        logger: Logger
    ) async throws -> AppStore {
        var isSaid = false
        var wasThere = false
        while true {
            do {
                return try data.store(
                    in: directory, selling: catalogue, followers: followers, isServing: true, logger: logger)
            } catch {
                // An error is final only if the database was there before and after it. Otherwise the
                // database may have come back in between.
                let isThere = !data.isDatabaseAway
                if isThere && wasThere { throw error }
                wasThere = isThere
                guard !isThere else { continue }
                if !isSaid { complain("\(error) This server waits for it.") }
                isSaid = true
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    enum Receipts: String, ExpressibleByArgument, CaseIterable {
        case asAppStore = "as-app-store"
        case asXcode = "as-xcode"
    }

    /// What these options say about the store's server.
    func options(adminToken: String, hostToken: String?, listeners: Set<Endpoint>) -> ServerOptions {
        var options = ServerOptions(adminToken: adminToken)
        options.hostToken = hostToken
        options.listening = listening.options(port: port, listeners: listeners)
        // Behind a proxy, everybody may come from one network. Sign-ins have no option of their own.
        if options.listening.addressRate == nil { (options.newAccounts, options.signIns) = (nil, nil) }
        options.receipts = receipts == .asXcode ? .xcode : .appStore
        options.accountRate = accountRate == 0 ? nil : Rate(perSecond: accountRate)
        options.accountPurchases = accountPurchases == 0 ? nil : Rate(perDay: accountPurchases)
        options.serverAPIRate =
            appleServices.serverApiRate == 0 ? nil : Rate(perSecond: appleServices.serverApiRate)
        return options
    }
}

/// Removes what is over from a store while it is served.
private struct Cleaning: Service {
    let store: AppStore
    let threads: RequestThreads

    func run() async {
        await withTaskExecutorPreference(threads) {
            await cancelWhenGracefulShutdown { await store.keepClean() }
        }
    }
}
