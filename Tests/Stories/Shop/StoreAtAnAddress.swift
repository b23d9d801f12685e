import Logging
import ServiceLifecycle
import StoreModel
import StoreRules
import StoreServer
import TestSupport

/// A store and its content server over HTTP, each at the end of a line that can break.
final class StoreAtAnAddress: Sendable {
    let line: MeteredProxy
    let contentLine: MeteredProxy
    private let servers: [ServiceGroup]

    init(_ store: AppStore, catalog: ContentCatalog) async throws {
        var options = ServerOptions(adminToken: "a token for the administrator")
        options.listening.port = 0
        options.listening.connections.lastRequestTimeout = .zero
        let logger = Self.logger
        let served = try ServedStore(store, options: options)
        let (server, port) = try await Self.start(
            HTTPService.store(served, options: options, logger: logger))
        let authorizer = ContentAuthorizer(
            verification: StoreVerification(store: "http://127.0.0.1:\(port)"),
            bundleIdentifier: store.application.bundleIdentifier, sharedSecret: store.sharedSecret)
        let (content, contentPort) = try await Self.start(
            HTTPService.content(
                catalog: catalog, authorizer: authorizer, options: options.listening, logger: logger))
        servers = [server, content]
        line = try MeteredProxy(target: port)
        contentLine = try MeteredProxy(target: contentPort)
    }

    deinit {
        (line.network, contentLine.network) = (.down, .down)
        Task { [servers] in for server in servers { await server.triggerGracefulShutdown() } }
    }

    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func start(_ service: HTTPService) async throws -> (ServiceGroup, port: UInt16) {
        let (addresses, listening) = AsyncStream.makeStream(of: String.self)
        var service = service
        service.onListening = { listening.yield($0) }
        let server = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [.init(service: service)], logger: logger))
        let running = Task {
            defer { listening.finish() }
            try await server.run()
        }
        guard let address = await addresses.first(where: { _ in true }),
            let port = UInt16(address.split(separator: ":")[2])
        else {
            try await running.value
            throw ToolError(description: "The server does not listen.")
        }
        return (server, port)
    }
}
