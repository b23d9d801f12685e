package import Logging
internal import ServiceLifecycle
package import StoreEngine
package import StoreModel

/// The store behind HTTP: routes over an `AppStore`. Runs as a service: a graceful shutdown lets requests that are being
/// answered finish, and ends the streams of updates.
package struct StoreServer: Service {
    private let service: HTTPService

    /// A server that does not listen yet. `time` is the clock of the limits and of the streams' heartbeats. `logger`
    /// takes a line for each request, without secrets, and messages for the operator. `testStores` are those that tests may make,
    /// and another service; `furtherStores` those of other applications than the first one. `onListening` is called with the
    /// address, such as `http://127.0.0.1:8080`, once clients can connect.
    package init(
        store: AppStore, api: ServerAPI, options: ServerOptions, time: TimeSource = .system, logger: Logger,
        testStores: TestStores? = nil, furtherStores: [FurtherStore] = [],
        onListening: @escaping @Sendable (String) async -> Void
    ) throws(ServerFailure) {
        service = try HTTPService(
            options.listening, time: time, logger: logger, servers: { store.serverCount },
            router: { connections in
                var routes = StoreRoutes(store: store, api: api, options: options, time: time, logger: logger)
                routes.furtherStores = FurtherStores(furtherStores, options: options, time: time, logger: logger)
                return routes.router(connections, testStores)
            }, onListening: onListening)
    }

    package func run() async throws { try await service.run() }
}
