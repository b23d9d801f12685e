internal import AsyncHTTPClient
package import StoreModel
package import StoreWire

/// The client for one store, for `HTTPStore` and `AccountClient`. Each connection begins with the store's
/// proof that it has the key of its certificates, under the trusted root (`StoreTrust`). Nothing else is sent
/// before. There is no other way to send a `StoreCall`. So no password and no token reaches a program that
/// has taken the store's place, not even between two requests.
///
/// The proof authenticates the store but does not encrypt. A program between this one and the store can read
/// everything, unless HTTPS is used.
package struct StoreConnection: Sendable {
    package var address: StoreAddress { http.address }
    var time: TimeSource { http.time }
    var log: @Sendable (String) -> Void { http.log }
    private let http: HTTPConnection
    private let client: ProvenClient

    /// Makes a client for the store at `address`, and sends nothing yet. `log` gets the transport's reason
    /// why a request failed.
    package init(
        address: StoreAddress, trust: StoreTrust, time: TimeSource = .system,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        client = ProvenClient(address: address, trust: trust)
        http = HTTPConnection(address: address, client: client.http, time: time, log: log)
    }

    /// The store's current certificates. Throws `TrustError`, `StorageError` or `StoreError`.
    package func certificates() async throws -> StoreWire.Certificates {
        let call = StoreCall(.get, customer: "certificates").request
        do {
            let answer = try await http.attempt(call)
            if let refusal = answer.refusal { throw refusal }
            return try decode(answer)
        } catch  where error is TrustError || error is StorageError {
            throw error
        } catch {
            throw http.failure(of: call, because: error)
        }
    }

    func send<Value: Decodable>(_ call: StoreCall) async throws(StoreError) -> Value {
        try decode(try await send(call))
    }

    func decode<Value: Decodable>(_ answer: StoreAnswer) throws(StoreError) -> Value {
        try http.decode(answer)
    }

    /// Makes a call. Returns an answer whose status is 200…299.
    @discardableResult
    func send(_ call: StoreCall) async throws(StoreError) -> StoreAnswer {
        let answer = try await answer(to: call)
        if call.isKept, answer.isStoreUnable { throw .cannotConnect }
        if let refusal = answer.refusal { throw refusal }
        return answer
    }

    /// Makes a call. Returns an answer with any status.
    func answer(to call: StoreCall) async throws(StoreError) -> StoreAnswer {
        try await http.answer(to: call.request)
    }

    /// Opens a stream of events, and returns when its head has arrived.
    func open(_ call: StoreCall) async throws -> HTTPClientResponse {
        try await http.open(call.request, type: "text/event-stream")
    }
}

/// A request to the store, without its address. It may carry a secret (a password in its body, or a token),
/// so only `StoreConnection` sends it.
struct StoreCall: Sendable {
    var http: HTTPCall
    var token: String?
    /// Whether the payment queue keeps what is asked for, and asks again after pauses of its own. If so, a
    /// store that cannot do it at the moment has refused it: a store that only cannot write still answers
    /// everything else, so the network counts as up.
    var isKept = false

    init(_ method: HTTPCall.Method, customer route: String) {
        http = HTTPCall(method: method, path: StoreWire.customerPrefix + "/" + route)
    }

    init(_ method: HTTPCall.Method, customer route: String, body: some Encodable) throws(StoreError) {
        self.init(method, customer: route)
        try http.set(body)
    }

    /// A payment or a use, which the queue keeps until it is answered.
    static func kept(_ route: String, _ body: some Encodable) throws(StoreError) -> StoreCall {
        var call = try StoreCall(.post, customer: route, body: body)
        call.isKept = true
        return call
    }

    init(_ method: HTTPCall.Method, admin route: String, token: String) {
        http = HTTPCall(method: method, path: "/admin/v1/" + route)
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
        return request
    }

    /// Text as one component of a path, percent-encoded.
    static func pathComponent(_ text: String) -> String {
        text.utf8.map { byte in
            unescaped.contains(byte)
                ? String(Unicode.Scalar(byte))
                : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    private static let unescaped = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
