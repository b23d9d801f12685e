package import AsyncHTTPClient

extension HTTPClient {
    /// A client for tests whose server is in the same process: it waits for as long as the request says, whatever else runs
    /// meanwhile.
    package static let patient = HTTPClient(configuration: Configuration())
}
