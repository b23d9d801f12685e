internal import StoreModel
internal import StoreWire

/// A request to the store, without its address. It may carry a secret (a password in its body, or a token), so only `StoreConnection`
/// sends it.
struct StoreCall: Sendable {
    var http: HTTPCall
    var token: String?
    var device: String?
    /// The end of the device's credit ledger.
    var ledger: LedgerClaim?
    /// The last event that a stream has seen; the store sends those after it.
    var lastEvent: String?

    init(_ method: HTTPCall.Method, customer route: String) {
        http = HTTPCall(method, path: StoreWire.customerPrefix + "/" + route)
    }

    init(_ method: HTTPCall.Method, customer route: String, body: some Encodable) throws(StoreError) {
        self.init(method, customer: route)
        try http.set(body)
    }

    init(_ method: HTTPCall.Method, admin route: String, token: String) {
        http = HTTPCall(method, path: "/admin/v1/" + route)
        self.token = token
    }

    /// A request for prices, which needs no session.
    static func products(_ identifiers: Set<ProductIdentifier>) throws(StoreError) -> StoreCall {
        try StoreCall(
            .post, customer: "products",
            body: StoreWire.ProductsQuery(identifiers: identifiers.sorted { $0.rawValue < $1.rawValue }))
    }

    var request: HTTPCall {
        var request = http
        if let token { request.headers["Authorization"] = "Bearer " + token }
        if let device { request.headers[StoreWire.deviceHeader] = device }
        if let ledger {
            request.headers[StoreWire.ledgerHeader] = [ledger.head, ledger.before].compactMap { $0?.rawValue }
                .joined(separator: " ")
        }
        if let lastEvent { request.headers["Last-Event-ID"] = lastEvent }
        return request
    }

    /// Text as one component of a path, percent-encoded.
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
