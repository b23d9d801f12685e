internal import FoundationEssentials
internal import StoreModel

/// One request over HTTP, before it has an address. It has no place for a secret.
struct HTTPCall: Sendable {
    enum Method: String { case get, post, put, delete }

    var method: Method
    var path: String
    var headers: [String: String] = [:]
    /// JSON.
    var body: Data?
    /// Whether the server does the same for two of these as for one: such a call is made again at once when it went out on a
    /// connection that the server had just closed.
    var isRepeatable = true

    init(_ method: Method, path: String) {
        self.method = method
        self.path = path
    }

    mutating func set(_ body: some Encodable) throws(StoreError) {
        let encoder = JSONEncoder()
        // The same request is the same bytes each time.
        encoder.outputFormatting = .sortedKeys
        do { self.body = try encoder.encode(body) } catch { throw .paymentInvalid }
    }
}
