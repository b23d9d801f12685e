internal import AsyncHTTPClient
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// Makes the program's HTTP clients. They share one thread, which starts with the first request: a storefront with the embedded store
/// never starts it.
enum HTTP {
    private static let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// The client for servers that get no secret. It lives as long as the program.
    static let client = client()

    /// `connected` is called with each new connection; no request goes over it before this has succeeded.
    static func client(connected: (@Sendable (any Channel) -> EventLoopFuture<Void>)? = nil) -> HTTPClient {
        // The system's certificates, and no redirects.
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = connected
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        // The callers repeat their requests themselves.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Each stream of updates holds a connection, and requests need others.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
        return HTTPClient(eventLoopGroupProvider: .shared(thread), configuration: configuration)
    }
}
