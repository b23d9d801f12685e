internal import Hummingbird
package import Logging
internal import ServiceLifecycle
package import StoreEngine
internal import StoreModel
internal import StoreWire

/// The store and its content for customers, on a Unix socket: visitors' storefronts reach nothing else. Access to the socket's file
/// is access to the server.
package struct SocketServer: Service {
    private let service: HTTPService

    /// A server that does not listen yet. A socket's file, at most 100 bytes long, that is there at `path` is replaced;
    /// `onListening` is called once clients can connect.
    package init(
        path: String, store: AppStore, api: ServerAPI, options: ServerOptions, catalog: ContentCatalog,
        authorizer: ContentAuthorizer, logger: Logger, onListening: @escaping @Sendable () async -> Void
    ) throws(ServerFailure) {
        var options = options
        options.listening = ListeningOptions()
        options.listening.unixSocket = path
        service = try HTTPService(
            options.listening, time: .system, logger: logger,
            router: { [options] _ in
                let router = StoreRoutes(
                    store: store, api: api, options: options, time: .system, logger: logger
                ).customersRouter()
                ContentRoutes(catalog: catalog, authorizer: authorizer).add(
                    to: router.group(RouterPath(ContentWire.prefix)).add(middleware: BodyLimit.receipts))
                router.refuseOtherMethods()
                return router
            }, onListening: { _ in await onListening() })
    }

    package func run() async throws { try await service.run() }
}
