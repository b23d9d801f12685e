internal import Hummingbird
package import Logging
internal import ServiceLifecycle
package import StoreEngine
internal import StoreModel
internal import StoreWire

/// A content server (spec H): lists hosted products, and hands their content to whoever shows a receipt that counts. It needs
/// nothing of the store but somebody who verifies receipts, so it can be another machine's.
package struct ContentServer: Service {
    private let service: HTTPService

    /// A server that does not listen yet.
    ///
    /// - Parameters:
    ///   - catalog: what there is.
    ///   - authorizer: who gets it.
    ///   - options: where it listens.
    ///   - logger: takes a line for each request, without secrets, and what the operator should read.
    ///   - onListening: is called with the address, such as `http://127.0.0.1:8081`, once clients can connect.
    /// - Throws: `ServerFailure` where the files for TLS cannot be used.
    package init(
        catalog: ContentCatalog, authorizer: ContentAuthorizer, options: ListeningOptions, logger: Logger,
        onListening: @escaping @Sendable (String) async -> Void
    ) throws(ServerFailure) {
        service = try HTTPService(
            options, time: .system, logger: logger,
            router: { connections in
                let router = Router(context: StoreContext.self)
                let metrics = Metrics()
                router.add(middleware: RequestLogging(metrics: metrics, logger: logger))
                router.add(middleware: ErrorMiddleware(logger: logger))
                HealthRoutes(metrics: metrics, connections: connections) {}.add(to: router)
                if let rate = options.addressRate {
                    router.add(middleware: RateLimit(buckets: TokenBuckets(rate: rate, time: .system)))
                }
                ContentRoutes(catalog: catalog, authorizer: authorizer).add(
                    to: router.group(RouterPath(ContentWire.prefix)).add(middleware: BodyLimit.receipts)
                        .add(middleware: OwnThreads(threads: .ofLongWork())))
                router.refuseOtherMethods()
                return router
            }, onListening: onListening)
    }

    /// Serves until a graceful shutdown.
    ///
    /// - Throws: `ServerFailure` where it cannot listen.
    package func run() async throws { try await service.run() }
}
