public import AppStore
internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
public import Logging
internal import NIOCore
public import ServiceLifecycle
public import StoreModel

/// The store behind HTTP: routes over an `AppStore`. Runs as a service: a graceful shutdown lets requests that are being
/// answered finish, and ends the streams of updates.
public struct StoreServer: Service {
    private let application: any ApplicationProtocol
    private let options: ServerOptions

    /// A server that does not listen yet.
    ///
    /// - Parameters:
    ///   - store: what is served.
    ///   - api: what of it is served to the developer's server.
    ///   - options: where and to whom.
    ///   - time: the clock of the limits and of the streams' heartbeats.
    ///   - logger: takes a line for each request, without secrets, and what the operator should read.
    ///   - onListening: is called with the address, such as `http://127.0.0.1:8080`, once clients can connect.
    /// - Throws: `ServerFailure` where the files for TLS cannot be used.
    public init(
        store: AppStore, api: ServerAPI, options: ServerOptions, time: TimeSource = .system, logger: Logger,
        onListening: @escaping @Sendable (String) async -> Void
    ) throws(ServerFailure) {
        self.options = options
        let connections = ConnectionTable(capacity: options.connections.connections)
        let routes = StoreRoutes(
            store: store, api: api, options: options, connections: connections, time: time, logger: logger)
        // The library's own messages: those that an operator can do something about.
        var libraryLogger = logger
        libraryLogger.logLevel = max(logger.logLevel, .error)
        application = Application(
            router: routes.router(), server: try Self.server(options, connections),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), backlog: 1024),
            onServerRunning: { [options] channel in
                await onListening(options.address(port: channel.localAddress?.port ?? options.port))
            },
            logger: libraryLogger)
    }

    /// Serves until a graceful shutdown.
    ///
    /// - Throws: `ServerFailure` where it cannot listen.
    public func run() async throws {
        let address = options.address(port: options.port)
        do { try await application.run() } catch let error as IOError {
            throw error.errnoCode == EADDRINUSE
                ? ServerFailure.portInUse(address: address)
                : .cannotListen(address: address, reason: String(cString: strerror(error.errnoCode)))
        } catch is SocketAddressError.UnknownHost {
            throw ServerFailure.cannotListen(address: address, reason: "there is no such host")
        }
    }

    private static func server(
        _ options: ServerOptions, _ table: ConnectionTable
    ) throws(ServerFailure) -> HTTPServerBuilder {
        let limits = options.connections
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionGuard(table: table, limits: limits)],
                idleTimeout: TimeAmount(limits.idleTimeout),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.headerSize, maxHeaderListSize: limits.headerSize,
                    maxHeaderFieldCount: 100)))
        guard let files = options.tls else { return plain }
        return try plain.tls(files)
    }
}
