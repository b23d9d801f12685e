internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import StoreModel

// Requests that a server or an administrator's command sends: to stores, and to developers' servers.

extension HTTPClient {
    /// For requests to stores. If nobody listens at an address, the client says so at once. Secrets go to the
    /// address that the operator gave, and to no other: a redirection is an answer.
    static let toStores: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(configuration: configuration)
    }()

    /// Sends a request, and has `read` read the answer. Throws `HTTPClientError.deadlineExceeded` if both
    /// together take longer than `patience`. The library's own deadline ends with the header of the answer.
    func send<Value: Sendable>(
        _ request: HTTPClientRequest, within patience: Duration,
        _ read: @escaping @Sendable (HTTPClientResponse) async throws -> Value
    ) async throws -> Value {
        try await TimeSource.system.limit(to: patience, orThrow: HTTPClientError.deadlineExceeded) {
            try await read(self.execute(request, timeout: TimeAmount(patience)))
        }
    }
}

extension HTTPClient.Configuration {
    /// For requests to developers' servers.
    static var toDevelopers: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        // A redirection counts as an answer other than 200.
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .disabled
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        // The schedule decides when to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        // A listener may keep each sender waiting, and a sender has at most one request under way.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
        return configuration
    }
}

extension HTTPClientRequest {
    init(posting json: [UInt8], to url: String) {
        self.init(url: url)
        method = .POST
        headers.add(name: "Content-Type", value: "application/json")
        body = .bytes(ByteBuffer(bytes: json))
    }
}
