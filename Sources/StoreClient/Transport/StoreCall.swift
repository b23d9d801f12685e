internal import FoundationEssentials
internal import StoreModel

/// One request to the store, before it has an address.
struct StoreCall: Sendable {
    enum Method: String { case get, post, put, delete }

    var method: Method
    var path: String
    var token: String?
    var device: String?
    /// What is shown of the device's credit ledger.
    var ledger: LedgerClaim?
    /// The last event that a stream has seen, to be told what came after it.
    var lastEvent: String?
    /// Further headers.
    var headers: [String: String] = [:]
    /// JSON.
    var body: Data?
    /// Whether the store does the same for two of these as for one: such a call is made again at once when it went out on a
    /// connection that the store had just closed.
    var isRepeatable = true

    /// A call of a customer's route, without a body.
    init(_ method: Method, customer route: String) {
        self.method = method
        path = StoreWire.prefix + "/" + route
    }

    /// A call of a customer's route.
    init(_ method: Method, customer route: String, body: some Encodable) throws(StoreError) {
        self.init(method, customer: route)
        try set(body)
    }

    /// A call of a content server's route, without a body.
    init(_ method: Method, content route: String) {
        self.method = method
        path = ContentWire.prefix + "/" + route
    }

    /// A call of an administrator's route.
    init(_ method: Method, admin route: String, token: String) {
        self.method = method
        path = "/admin/v1/" + route
        self.token = token
    }

    /// Asks for prices. Nobody needs to be signed in for that.
    static func products(_ identifiers: Set<ProductIdentifier>) throws(StoreError) -> StoreCall {
        try StoreCall(
            .post, customer: "products",
            body: StoreWire.ProductsQuery(identifiers: identifiers.sorted { $0.rawValue < $1.rawValue }))
    }

    mutating func set(_ body: some Encodable) throws(StoreError) {
        let encoder = JSONEncoder()
        // The same request is the same bytes each time.
        encoder.outputFormatting = .sortedKeys
        do { self.body = try encoder.encode(body) } catch { throw .paymentInvalid }
    }

    /// A part of a path that says what it says, whatever is in it.
    static func pathComponent(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                escaped += byte < 16 ? "%0" : "%"
                escaped += String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }
}
