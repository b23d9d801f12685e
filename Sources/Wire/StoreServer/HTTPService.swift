internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import ServiceLifecycle
internal import StoreModel
internal import StoreRules

/// An HTTP server with a router and limits, which the commands `serve` and `content` run.
/// `HTTPService+Servers` makes each kind. A graceful shutdown lets requests that are being answered finish.
package struct HTTPService: Service {
    private let options: ListeningOptions
    private let requests: RequestChannel
    private let arrivals: TokenBuckets<ClientNetwork>?
    private let tls: TLSConfiguration?
    private let logger: Logger
    /// Gets the address when the server listens, such as `http://127.0.0.1:8080`.
    package var onListening: @Sendable (String) -> Void = { _ in }

    /// `connections` is the table for a router that counts them; otherwise the server makes its own. `served`
    /// is the store that requests are for; its servers share the limits.
    init(
        _ options: ListeningOptions, _ router: Router<StoreContext>,
        counting connections: ConnectionTable? = nil, for served: ServedStore? = nil, time: TimeSource,
        logger: Logger
    ) throws(ServerFailure) {
        self.options = options
        requests = RequestChannel(
            responder: router.buildResponder(), served: served,
            table: connections ?? ConnectionTable(options.connections), limits: options.connections)
        arrivals = options.buckets(time: time, servers: { served?.servers.value ?? 1 })
        tls = try options.tlsConfiguration()
        // Only the library's errors help an operator.
        var libraryLogger = logger
        libraryLogger.logLevel = max(logger.logLevel, .error)
        self.logger = libraryLogger
    }

    package func run() async throws {
        let address = options.address(port: options.port)
        do {
            let (listeners, listening) = AsyncStream.makeStream(of: (any Channel).self)
            let server = try server { listening.yield($0) }
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask {
                    defer { listening.finish() }
                    try await server.run()
                }
                // Without a listening socket the server would go on until its last connection ends.
                for await listener in listeners {
                    try? await listener.closeFuture.get()
                    guard Task.isCancelled || Task.isShuttingDownGracefully else {
                        throw ServerFailure.listensNoMore(address: address)
                    }
                }
                try await tasks.waitForAll()
            }
        } catch let error as IOError {
            throw error.errnoCode == EADDRINUSE
                ? ServerFailure.portInUse(address: address)
                : .cannotListen(address: address, reason: String(cString: strerror(error.errnoCode)))
        } catch SocketAddressError.unixDomainSocketPathTooLong {
            throw ServerFailure.cannotListen(address: address, reason: "its name is too long")
        } catch is SocketAddressError.UnknownHost {
            throw ServerFailure.cannotListen(address: address, reason: "there is no such host")
        }
    }

    /// The library's server. `listens` gets the listening socket when there is one.
    private func server(listens: @escaping @Sendable (any Channel) -> Void) throws -> any Service {
        guard let tls else { return server(of: requests, listens) }
        return server(of: try TLSChannel(requests, tlsConfiguration: tls), listens)
    }

    private func server(
        of channel: some ServerChildChannel, _ listens: @escaping @Sendable (any Channel) -> Void
    ) -> any Service {
        ArrivalGate(base: channel, buckets: arrivals, table: requests.table).server(
            configuration: ServerConfiguration(
                address: options.unixSocket.map { .unixDomainSocket(path: $0) }
                    ?? .hostname(options.host, port: options.port),
                backlog: 4096),
            onServerRunning: { listener in
                listens(listener)
                onListening(options.address(port: listener.localAddress?.port ?? options.port))
            },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    }
}

/// Closes connections of a network that opens them faster than its rate allows. They are closed before they
/// are set up. So they cost next to nothing, and others do not wait for them.
struct ArrivalGate<Base: ServerChildChannel>: ServerChildChannel {
    private struct TooMany: Error {}

    let base: Base
    let buckets: TokenBuckets<ClientNetwork>?
    let table: ConnectionTable

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        // A channel does not know its address before it is set up, but the system does.
        let network = ClientNetwork(try? channel._channelCore.remoteAddress0())
        guard buckets?.take(network) == nil else {
            table.refused()
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(TooMany())
        }
        return base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
