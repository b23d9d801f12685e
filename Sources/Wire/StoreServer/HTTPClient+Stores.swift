internal import AsyncHTTPClient

extension HTTPClient {
    /// For requests to stores. If nobody listens at an address, the client says so at once.
    static let toStores: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(configuration: configuration)
    }()
}
