internal import COpenAPI
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import StoreModel
internal import StoreRules
internal import StoreWire

/// All routes of a store, each group with its middleware: the routers for `HTTPService`, `FurtherStores`
/// and `TestStores`. They find the store of a request in its context (`ServedStore`).
struct StoreRoutes {
    let options: ServerOptions
    let time: TimeSource
    let logger: Logger
    let resources: RequestResources
    /// The stores of the server's other applications; nil if it sells for one.
    var furtherStores: FurtherStores?

    /// The file `openapi.json`.
    static let description: ByteBuffer = {
        let file = openapi_json()
        return ByteBuffer(bytes: UnsafeBufferPointer(start: file.bytes, count: file.count))
    }()

    /// The router of a server whose own store is `served`. `openapi.json` describes its routes.
    func router(
        for served: ServedStore, _ connections: ConnectionTable, _ testStores: TestStores?
    ) -> Router<StoreContext> {
        let router = Router<StoreContext>.logging(
            to: logger, resources.metrics, names: options.listening.knownNames, time: time)
        // Before the limit: operators' programs ask often, and must get an answer even if others are refused.
        let stores = [served.store] + (furtherStores?.all ?? [])
        HealthRoutes(metrics: resources.metrics, connections: connections, stores: stores, time: time).add(
            to: router)
        router.limit(options.listening, time: time, servers: { served.servers.value })
        router.get("openapi.json") { _, _ in
            let description = Self.description
            return Response(
                status: .ok, headers: JSONBody.fields(length: description.readableBytes),
                body: ResponseBody(shared: description))
        }
        addRoutes(to: router)
        if let testStores { add(TestStoreRoutes(stores: testStores, options: options), to: router) }
        furtherStores?.addForwarding(to: router)
        router.refuseOtherMethods()
        return router
    }

    /// The method and the path of each route of that router, such as `GET /health`.
    func addresses(
        for served: ServedStore, _ connections: ConnectionTable, _ testStores: TestStores?
    ) -> [String] {
        router(for: served, connections, testStores).routes.map {
            "\($0.method.rawValue) \($0.path.description)"
        }
    }

    /// A router of stores that comes after the server's own router, which has counted and logged
    /// the request.
    func forwardedRouter() -> Router<StoreContext> {
        let router = Router(context: StoreContext.self)
        router.add(middleware: ErrorMiddleware(logger: logger, time: time))
        addRoutes(to: router)
        router.refuseOtherMethods()
        return router
    }

    /// A router with the routes for developers' servers, which comes after another router. verifyReceipt finds
    /// the test stores, too.
    func developersRouter(_ testStores: TestStores?) -> Router<StoreContext> {
        let router = Router(context: StoreContext.self)
        addDevelopersRoutes(to: router, testStores)
        router.refuseOtherMethods()
        return router
    }

    func appleNamesRouter(for served: ServedStore, _ testStores: TestStores?) -> Router<StoreContext> {
        let router = Router<StoreContext>.logging(to: logger, resources.metrics, names: nil)
        router.limit(options.listening, time: time, servers: { served.servers.value })
        router.add(
            middleware: AppleNameMiddleware(
                served: served, furtherStores: furtherStores, testStores: testStores,
                responder: developersRouter(testStores).buildResponder()))
        return router
    }

    /// A router with the routes for customers, and without a limit by address.
    func customersRouter() -> Router<StoreContext> {
        let router = Router<StoreContext>.logging(
            to: logger, resources.metrics, names: options.listening.knownNames)
        addCustomerRoutes(to: router)
        return router
    }

    private func addRoutes(to router: Router<StoreContext>) {
        addCustomerRoutes(to: router)
        addAdminRoutes(to: router)
        addDevelopersRoutes(to: router)
    }

    private func addCustomerRoutes(to router: Router<StoreContext>) {
        let prefix = RouterPath(StoreWire.customerPrefix)
        let (threads, streams) = (resources.customerThreads, resources.streamThreads)
        let signedIn = SignedIn(threads: threads)
        let open = router.group(below: prefix, through: BodyLimit.requests, threads)
        // Prices come before a sign-in, so anybody may send this much.
        let products = router.group(below: prefix, through: BodyLimit.products, threads)
        let others = router.group(below: prefix, through: BodyLimit.requests, threads, signedIn)
        let payments = router.group(below: prefix, through: BodyLimit.requests, signedIn)
        // An exchange is longer still, and only customers send one.
        let exchanges = router.group(below: prefix, through: signedIn, BodyLimit.exchanges, threads)
        let receipts = router.group(below: prefix, through: BodyLimit.requests, resources.longWork, signedIn)
        let updates = router.group(below: prefix, through: BodyLimit.requests, streams, signedIn)

        let (accounts, catalogue) = (AccountRoutes(), CatalogueRoutes())
        accounts.add(to: open)
        catalogue.add(to: open)
        catalogue.addProducts(to: products)
        if let token = options.hostToken { VisitRoutes(hostToken: token).add(to: open) }
        PaymentRoutes(metrics: resources.metrics).add(to: payments)
        accounts.addSignOut(to: others)
        CustomerRoutes().add(to: others)
        ExchangeRoutes().add(to: exchanges)
        ReceiptRoutes(encoding: options.receipts).add(to: receipts)
        UpdateRoutes(time: time, threads: streams.threads).add(to: updates)
    }

    private func addAdminRoutes(to router: Router<StoreContext>) {
        let administrators = administrators(router, "admin/v1", .requests)
        let routes = AdminRoutes()
        routes.add(to: administrators)
        routes.addActions(to: self.administrators(router, "admin/v1", .actions))
        addAppleRoutes(toAdministrators: administrators)
    }

    private func add(_ testStores: TestStoreRoutes, to router: Router<StoreContext>) {
        // The catalogues in these requests are as long as receipts.
        testStores.add(to: administrators(router, "", .receipts))
        testStores.addFiles(to: administrators(router, "", .snapshots))
        testStores.addForwarding(to: router)
    }

    private func administrators(
        _ router: Router<StoreContext>, _ path: RouterPath, _ limit: BodyLimit
    ) -> RouterGroup<StoreContext> {
        router.group(
            below: path, through: BearerAuthMiddleware(token: options.adminToken), KnownQuery(), limit,
            resources.longWork)
    }

    private func addDevelopersRoutes(to router: Router<StoreContext>, _ testStores: TestStores? = nil) {
        for (prefix, environment) in [("", StoreEnvironment.production), ("sandbox", .sandbox)] {
            let verification = VerificationRoutes(
                furtherStores: furtherStores, testStores: testStores, environment: environment,
                metrics: resources.metrics)
            verification.add(
                to: router.group(
                    below: RouterPath(prefix), through: verification, BodyLimit.receipts, resources.longWork))
            addServerAPI(to: router, prefix, environment)
        }
    }
}

/// The objects that count and run requests. They are made once for all addresses at which a program serves
/// stores, because the metrics are those of all of them, and the processors are the same.
package struct RequestResources: Sendable {
    static let mostCustomerThreads = 16

    private(set) var metrics = Metrics()
    /// For the requests of customers that read the database themselves.
    let customerThreads = ThreadMiddleware(
        threads: RequestThreads(most: Self.mostCustomerThreads, mostWaiting: 1024))
    /// One thread, on which streams of updates begin. When many come at once, for example after a restart,
    /// each waits for the one before, and other requests do not.
    let streamThreads = ThreadMiddleware(threads: RequestThreads(most: 1, mostWaiting: 4096))
    let longWork = ThreadMiddleware(threads: .ofLongWork())
    /// For the files of downloads. They are not `longWork`, so that a crowd of downloads does not look like
    /// requests that wait.
    let readers = RequestThreads.ofLongWork()

    package init() {}

    /// The same threads, with counters that nobody reads: what a test's store sells is not a purchase.
    var uncounted: RequestResources {
        var resources = self
        resources.metrics = Metrics()
        return resources
    }
}

extension Router<StoreContext> {
    /// A router that logs and counts each request, answers errors, and refuses requests that do not use one
    /// of the server's `names`. With nil it takes any name.
    static func logging(
        to logger: Logger, _ metrics: Metrics, names: KnownNames?, time: TimeSource = .system
    ) -> Router {
        let router = Router(context: StoreContext.self)
        router.add(
            middleware: RequestLogging(
                metrics: metrics, logger: logger, refusals: LineLimit(time: time),
                failures: LineLimit(time: time), probes: LineLimit(time: time), site: SiteCheck(names: names),
                errors: ErrorMiddleware(logger: logger, time: time)))
        return router
    }

    /// Routes below a path, whose requests go through the middleware in this order.
    func group(
        below path: RouterPath,
        through middleware: (any MiddlewareProtocol<Request, Response, StoreContext>)?...
    ) -> RouterGroup<StoreContext> {
        let group = group(path)
        for case let middleware? in middleware { group.add(middleware: middleware) }
        return group
    }

    func limit(
        _ options: ListeningOptions, time: TimeSource, servers: @escaping @Sendable () -> Int = { 1 }
    ) {
        if let buckets = options.buckets(time: time, servers: servers) {
            add(middleware: RateLimit(buckets: buckets, time: time))
        }
    }

    /// Passes requests for the paths below `/PREFIX/NAME` to `respond`, with the name and with the rest of
    /// the path in the request.
    func forward(
        under prefix: String,
        respond: @escaping @Sendable (String, Request, StoreContext) async throws -> Response
    ) {
        for method in [HTTPRequest.Method.get, .post, .put, .delete] {
            on("\(prefix)/{store}/**", method: method) { request, context in
                let name = try context.parameters.require("store")
                guard let path = request.head.path, path.hasPrefix("/\(prefix)/\(name)/") else {
                    throw HTTPError(.notFound)
                }
                var head = request.head
                head.path = String(path.dropFirst("/\(prefix)/\(name)".count))
                return try await respond(name, Request(head: head, body: request.body), context)
            }
        }
    }
}

extension ResponseBody {
    private static var piece: Int { 16 << 10 }

    /// A body of bytes that all answers share. Each connection has only a piece of them in its buffers.
    fileprivate init(shared bytes: ByteBuffer) {
        self.init(contentLength: bytes.readableBytes) { writer in
            var rest = bytes
            while let piece = rest.readSlice(length: min(rest.readableBytes, Self.piece)),
                piece.readableBytes > 0
            {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }
}
