internal import AsyncHTTPClient
internal import NIOCore
internal import NIOPosix
internal import NIOSSL

/// The program's one HTTP client, made when it is first used: a storefront with the embedded store never does. It lives as long
/// as the program, on one thread of its own.
enum HTTP {
    static let client = HTTPClient(
        eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: 1)), configuration: configuration)

    private static var configuration: HTTPClient.Configuration {
        // System trust, and only the address that was asked for.
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        // Whoever asks knows when to ask again.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Each account's stream of updates holds a connection for as long as it lasts, and requests need others.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
        return configuration
    }
}
