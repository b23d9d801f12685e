internal import AsyncHTTPClient
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import StoreModel

/// The client for one server, inside `StoreConnection` and `HTTPContent`. It sends each `HTTPCall`, and
/// returns its answer or a `StoreError`. An answer is read up to a limit. Redirects are not followed.
struct HTTPConnection: Sendable {
    static let patience = Duration.seconds(30)
    static let longestAnswer = 16 << 20

    let address: StoreAddress
    let client: HTTPClient
    let time: TimeSource
    /// Gets the transport's reason why a request failed.
    let log: @Sendable (String) -> Void

    func decode<Value: Decodable>(_ answer: StoreAnswer, as _: Value.Type = Value.self) throws(StoreError)
        -> Value
    {
        guard answer.isJSON, let value = try? ReceivedJSON.decode(Value.self, from: answer.body) else {
            log("\(answer.status) with \(answer.body.count) bytes that are no \(Value.self)")
            throw .unreadableAnswer
        }
        return value
    }

    /// Makes a call. Returns an answer with any status.
    func answer(to call: HTTPCall) async throws(StoreError) -> StoreAnswer {
        do { return try await attempt(call) } catch { throw failure(of: call, because: error) }
    }

    /// Makes a call. Returns an answer with any status. Throws the transport's error.
    func attempt(_ call: HTTPCall) async throws -> StoreAnswer {
        try await withPatience { try await exchange(call) }
    }

    /// The error for a call without an answer. It logs the transport's error.
    func failure(of call: HTTPCall, because error: any Error) -> StoreError {
        if let error = error as? StoreError { return error }
        let failure = StoreError(transport: error)
        if failure != .requestCancelled { log("\(call.path): \(error)") }
        return failure
    }

    /// Makes a call, and returns its answer when the head has arrived. `type`: the
    /// content type that the body must have.
    func open(_ call: HTTPCall, type: String) async throws -> HTTPClientResponse {
        let request = request(for: call)
        return try await withPatience {
            let response = try await client.execute(request, deadline: .distantFuture)
            guard 200...206 ~= response.status.code,
                response.headers.first(name: "Content-Type")?.hasPrefix(type) == true
            else { throw try await read(response).refusal ?? .unknownServerError }
            return response
        }
    }

    func withPatience<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await time.limit(to: Self.patience, orThrow: StoreError.timedOut, body)
    }

    private func exchange(_ call: HTTPCall) async throws -> StoreAnswer {
        let request = request(for: call)
        do {
            return try await read(client.execute(request, deadline: .distantFuture))
        } catch let error as HTTPClientError where error == .remoteConnectionClosed && call.isRepeatable {
            return try await read(client.execute(request, deadline: .distantFuture))
        }
    }

    private func read(_ response: HTTPClientResponse) async throws -> StoreAnswer {
        let body = try await response.body.collect(upTo: Self.longestAnswer)
        return StoreAnswer(
            status: Int(response.status.code), headers: response.headers, body: Data(body.readableBytesView))
    }

    private func request(for call: HTTPCall) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.description + call.path)
        request.method = HTTPMethod(rawValue: call.method.rawValue.uppercased())
        // If a socket has no port, the library sends no host.
        if address.port == 0 { request.headers.add(name: "Host", value: address.host) }
        request.headers.add(name: "User-Agent", value: "monkeystore")
        for (name, value) in call.headers { request.headers.add(name: name, value: value) }
        if let body = call.body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        return request
    }
}

/// A request over HTTP, without the address of the server. It has no field for a secret; `StoreCall` has.
struct HTTPCall: Sendable {
    enum Method: String { case get, post, put, delete }

    var method: Method
    var path: String
    var headers: [String: String] = [:]
    var body: Data?
    /// Whether the request may arrive twice. If so, it is repeated at once after the server has just closed
    /// the connection.
    var isRepeatable = true

    mutating func set(_ body: some Encodable) throws(StoreError) {
        do { self.body = Data(try SentJSON.encode(body)) } catch { throw .paymentInvalid }
    }
}

struct StoreAnswer: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: Data

    var isJSON: Bool {
        headers.first(name: "Content-Type")?.split(separator: ";").first == "application/json"
    }

    /// The store's own error in the answer. Nil if a proxy or a portal answered instead.
    private var ownError: StoreError? {
        isJSON ? try? ReceivedJSON.decode(StoreError.self, from: body) : nil
    }

    /// Whether the store says that it cannot do it at the moment: its database is away, or its disk is full.
    var isStoreUnable: Bool {
        guard status == 503, let error = ownError else { return false }
        return .cannotConnect ~= error
    }

    /// The error in the answer; nil for success. It is the store's own error. If a proxy or a portal answered
    /// instead, it is an error for the status. A store that can do nothing at the moment counts as one that
    /// does not answer.
    var refusal: StoreError? {
        guard !(200...299).contains(status) else { return nil }
        var refusal = ownError
        if isStoreUnable { refusal = nil }
        refusal = refusal ?? StoreError(status: status)
        // The server repeats the code and the detail as a sentence for developers. It is dropped: the screens
        // have texts of their own.
        if var error = refusal, let sentence = error.message {
            error.message = nil
            if error.sentenceInAnswers == sentence { refusal = error }
        }
        if let error = refusal, .tooManyAttempts ~= error, error.detail == nil,
            let seconds = headers.first(name: "Retry-After").flatMap({ Int($0) })
        {
            refusal?.detail = .wait(seconds: seconds)
        }
        return refusal
    }
}

extension StoreError {
    fileprivate init(status: Int) {
        switch status {
        case 400: self = .paymentInvalid
        case 401: self = .signInNeeded
        case 409: self = .accountTaken
        case 429: self = .tooManyAttempts
        // A proxy answers because its store does not. The request may have arrived.
        case 502, 503, 504: self = .connectionLost
        default: self = .unknownServerError
        }
    }
}

extension StoreError {
    /// `NSURLErrorTimedOut`: no answer in time.
    static let timedOut = StoreError(domain: .network, code: -1001)

    /// The error for an error of the transport. It distinguishes requests that were not sent from those that
    /// may have arrived.
    init(transport error: any Error) {
        switch error {
        case is CancellationError: self = .requestCancelled
        case let error as TrustError: self = .untrusted(error)
        case let error as StorageError: self = .deviceTrouble(error)
        // No connection: no server, no such host, or another certificate.
        case is NIOConnectionError, is NIOSSLExtraError: self = .networkDown
        case let error as NIOSSLError:
            if case .handshakeFailed = error { self = .networkDown } else { self = .connectionLost }
        case let error as HTTPClientError:
            self = Self.whereNothingIsSent.contains(error) ? .networkDown : .connectionLost
        case let error as IOError:
            self = Self.whereNobodyIs.contains(error.errnoCode) ? .networkDown : .connectionLost
        case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection: self = .connectionLost
        // Too long, or not HTTP: the server is not a store.
        case is NIOTooManyBytesError, is HTTPParserError: self = .unreadableAnswer
        default: self = .connectionLost
        }
    }

    private static let whereNobodyIs = [
        ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL,
    ]
    private static let whereNothingIsSent: [HTTPClientError] = [
        .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout,
    ]
}

/// Makes the program's HTTP clients. They share one thread, which starts with the first request. A storefront
/// with the embedded store never starts it.
enum HTTP {
    private static let thread = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// The client for servers that get no secret. It lives as long as the program.
    static let client = client()

    /// `connected` is called with each new connection. No request is sent on the connection before the result
    /// has succeeded.
    static func client(connected: (@Sendable (any Channel) -> EventLoopFuture<Void>)? = nil) -> HTTPClient {
        // The system's certificates, and no redirects.
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.http1_1ConnectionDebugInitializer = connected
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        // The callers repeat their requests themselves.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Each stream of updates holds a connection, and requests need others.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4096
        return HTTPClient(eventLoopGroupProvider: .shared(thread), configuration: configuration)
    }
}
