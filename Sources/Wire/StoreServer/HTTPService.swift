internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import StoreModel

/// An HTTP server with a router and limits, which the commands `serve` and `content` run.
/// `HTTPService+Servers` makes each kind. A graceful shutdown lets requests that are being answered finish.
package struct HTTPService: Service {
    private let application: any ApplicationProtocol
    private let options: ListeningOptions

    /// `servers` says how many servers share the limits. `router` gets the table of connections, so that it
    /// can count them.
    init(
        _ options: ListeningOptions, time: TimeSource, logger: Logger,
        servers: @escaping @Sendable () -> Int = { 1 }, router: (ConnectionTable) -> Router<StoreContext>,
        onListening: @escaping @Sendable (String) async -> Void
    ) throws(ServerFailure) {
        self.options = options
        let connections = ConnectionTable(options.connections)
        // Only the library's errors help an operator.
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

    package func run() async throws {
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
                maxHeaderFieldSize: limits.headerSize, maxHeaderListSize: limits.headerSize,
                maxHeaderFieldCount: 100))
        let tls = try options.tlsConfiguration()
        let arrivals = options.buckets(time: time, servers: servers)
        return HTTPServerBuilder { responder in
            let plain = HTTP1Channel(responder: responder, configuration: configuration)
            guard let tls else { return ArrivalGate(base: plain, buckets: arrivals) }
            return ArrivalGate(base: try TLSChannel(plain, tlsConfiguration: tls), buckets: arrivals)
        }
    }
}

/// Closes connections of a network that opens them faster than its rate allows. They are closed before they
/// are set up. So they cost next to nothing, and others do not wait for them.
struct ArrivalGate<Base: ServerChildChannel>: ServerChildChannel {
    private struct TooMany: Error {}

    let base: Base
    let buckets: TokenBuckets<ClientNetwork>?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        // A channel does not know its address before it is set up, but the system does.
        let network = ClientNetwork(try? channel._channelCore.remoteAddress0())
        guard buckets?.take(network) == nil else {
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(TooMany())
        }
        return base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
