package import Logging
internal import ServiceLifecycle
package import StoreEngine
package import StoreModel
internal import StoreSigning

/// The store under the names of Apple's servers, with TLS under the store's own root: for clients that take no other address.
package struct AppleNameServer: Service {
    private let service: HTTPService

    /// A server that does not listen yet. Where it does, `onListening` is called with the address.
    ///
    /// - Parameters:
    ///   - port: Apple's is 443; 0 takes a free one.
    ///   - testStores: those are answered, too, by the keys of their own.
    ///   - furtherStores: likewise, by the application that a request names.
    package init(
        store: AppStore, api: ServerAPI, options: ServerOptions, port: Int, time: TimeSource = .system, logger: Logger,
        testStores: TestStores? = nil, furtherStores: [FurtherStore] = [],
        onListening: @escaping @Sendable (String) async -> Void
    ) throws(ServerFailure) {
        var options = options
        options.listening.port = port
        do {
            let names = AppleName.allCases.map(\.rawValue)
            options.listening.issued = try store.serverIdentity(for: names).tlsConfiguration()
        } catch {
            throw .noAuthorityKeys
        }
        service = try HTTPService(
            options.listening, time: time, logger: logger, servers: { store.serverCount },
            router: { [options] _ in
                var routes = StoreRoutes(store: store, api: api, options: options, time: time, logger: logger)
                routes.furtherStores = FurtherStores(furtherStores, options: options, time: time, logger: logger)
                return routes.appleNamesRouter(testStores)
            }, onListening: onListening)
    }

    package func run() async throws { try await service.run() }
}
