internal import AsyncHTTPClient
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// The program's HTTP clients. They share one thread, which is made when it is first used: a storefront with the embedded store
/// never does.
enum HTTP {
    private static let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// The client for servers that are told no secret. It lives as long as the program.
    static let client = client()

    /// A client.
    ///
    /// - Parameter connected: is called with each new connection; no request goes over it before this has succeeded.
    static func client(connected: (@Sendable (any Channel) -> EventLoopFuture<Void>)? = nil) -> HTTPClient {
        // System trust, and only the address that was asked for.
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = connected
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        // Whoever asks knows when to ask again.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Each account's stream of updates holds a connection for as long as it lasts, and requests need others.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
        return HTTPClient(eventLoopGroupProvider: .shared(thread), configuration: configuration)
    }
}
