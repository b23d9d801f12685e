internal import FoundationEssentials
internal import StoreModel

/// A request over HTTP, without the address of the server. It has no place for a secret; `StoreCall` has.
struct HTTPCall: Sendable {
    enum Method: String { case get, post, put, delete }

    var method: Method
    var path: String
    var headers: [String: String] = [:]
    var body: Data?
    /// Whether the request may arrive twice. Such a call is repeated at once where the server had just closed the connection.
    var isRepeatable = true

    init(_ method: Method, path: String) {
        self.method = method
        self.path = path
    }

    mutating func set(_ body: some Encodable) throws(StoreError) {
        let encoder = JSONEncoder()
        // Equal requests have equal bytes.
        encoder.outputFormatting = .sortedKeys
        do { self.body = try encoder.encode(body) } catch { throw .paymentInvalid }
    }
}
