internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore
internal import StoreModel

/// An HTTP server with a router, which each server of this module wraps. A graceful shutdown lets requests that are being answered
/// finish.
struct HTTPService: Sendable {
    private let application: any ApplicationProtocol
    private let options: ListeningOptions

    /// A service that does not listen yet. `servers` says how many servers share the limits; `router` gets the connections, to count
    /// them; `onListening` is called with the address, such as `http://127.0.0.1:8080`, once clients can connect.
    init(
        _ options: ListeningOptions, time: TimeSource, logger: Logger,
        servers: @escaping @Sendable () -> Int = { 1 }, router: (ConnectionTable) -> Router<StoreContext>,
        onListening: @escaping @Sendable (String) async -> Void
    ) throws(ServerFailure) {
        self.options = options
        let connections = ConnectionTable(capacity: options.connections.connections)
        // Of the library's messages only errors help an operator.
        var libraryLogger = logger
        libraryLogger.logLevel = max(logger.logLevel, .error)
        application = Application(
            router: router(connections), server: try Self.server(options, connections, time: time, servers),
            configuration: ApplicationConfiguration(
                address: options.unixSocket.map { .unixDomainSocket(path: $0) }
                    ?? .hostname(options.host, port: options.port),
                backlog: 4096),
            onServerRunning: { [options] channel in
                await onListening(options.address(port: channel.localAddress?.port ?? options.port))
            },
            logger: libraryLogger)
    }

    func run() async throws {
        let address = options.address(port: options.port)
        do { try await application.run() } catch let error as IOError {
            throw error.errnoCode == EADDRINUSE
                ? ServerFailure.portInUse(address: address)
                : .cannotListen(address: address, reason: String(cString: strerror(error.errnoCode)))
        } catch SocketAddressError.unixDomainSocketPathTooLong {
            throw ServerFailure.cannotListen(address: address, reason: "its name is too long")
        } catch is SocketAddressError.UnknownHost {
            throw ServerFailure.cannotListen(address: address, reason: "there is no such host")
        }
    }

    private static func server(
        _ options: ListeningOptions, _ table: ConnectionTable, time: TimeSource,
        _ servers: @escaping @Sendable () -> Int
    ) throws(ServerFailure) -> HTTPServerBuilder {
        let limits = options.connections
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(table: table, limits: limits)],
            idleTimeout: TimeAmount(limits.idleTimeout),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headerSize, maxHeaderListSize: limits.headerSize, maxHeaderFieldCount: 100))
        let tls = try options.tlsConfiguration()
        let arrivals = options.addressRate.map { TokenBuckets<ClientNetwork>(rate: $0, time: time, servers: servers) }
        return HTTPServerBuilder { responder in
            let plain = HTTP1Channel(responder: responder, configuration: configuration)
            guard let tls else { return ArrivalGate(base: plain, buckets: arrivals) }
            return ArrivalGate(base: try TLSChannel(plain, tlsConfiguration: tls), buckets: arrivals)
        }
    }
}
