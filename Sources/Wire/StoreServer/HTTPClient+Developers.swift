internal import AsyncHTTPClient
internal import NIOSSL

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
        return configuration
    }
}
