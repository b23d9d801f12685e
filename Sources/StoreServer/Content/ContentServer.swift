internal import Hummingbird
package import Logging
internal import ServiceLifecycle
package import StoreEngine
internal import StoreModel
internal import StoreWire

/// A content server (spec H): lists hosted products, and sends their content for a valid receipt. It needs nothing of the store but
/// the verification of receipts, so it can run on another machine.
package struct ContentServer: Service {
    private let service: HTTPService

    /// A server that does not listen yet. `logger` takes a line for each request, without secrets, and messages for the
    /// operator. `onListening` is called with the address, such as `http://127.0.0.1:8081`, once clients can connect.
    package init(
        catalog: ContentCatalog, authorizer: ContentAuthorizer, options: ListeningOptions, logger: Logger,
        onListening: @escaping @Sendable (String) async -> Void
    ) throws(ServerFailure) {
        service = try HTTPService(
            options, time: .system, logger: logger,
            router: { connections in
                let metrics = Metrics()
                let router = Router<StoreContext>.logging(to: logger, metrics)
                HealthRoutes(metrics: metrics, connections: connections, stores: [], time: .system).add(to: router)
                router.limit(options.addressRate, time: .system)
                ContentRoutes(catalog: catalog, authorizer: authorizer).add(
                    to: router.group(RouterPath(ContentWire.prefix)).add(middleware: BodyLimit.receipts)
                        .add(middleware: OwnThreads(threads: .ofLongWork())))
                router.refuseOtherMethods()
                return router
            }, onListening: onListening)
    }

    package func run() async throws { try await service.run() }
}
