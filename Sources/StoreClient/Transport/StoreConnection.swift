internal import AsyncHTTPClient
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
public import StoreModel

/// The way to one store: sends requests, and turns whatever comes of them into an answer or a `StoreError`. An answer is read
/// up to a bound; redirects are not followed.
public struct StoreConnection: Sendable {
    /// How long an answer may take, from the request to its last byte.
    static let patience = Duration.seconds(30)
    /// The longest answer that is read, in bytes.
    static let longestAnswer = 16 << 20

    /// Where the store is.
    public let address: StoreAddress
    let time: TimeSource
    let log: @Sendable (String) -> Void

    /// The way to the store at `address`. Nothing is sent yet.
    ///
    /// - Parameters:
    ///   - time: the clock that the patience is measured with.
    ///   - log: takes why a request failed, in the transport's words.
    public init(
        address: StoreAddress, time: TimeSource = .system, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.address = address
        self.time = time
        self.log = log
    }

    /// Makes a call, and reads the JSON of its answer.
    func send<Value: Decodable>(_ call: StoreCall, for _: Value.Type = Value.self) async throws(StoreError) -> Value {
        try decode(try await send(call))
    }

    /// The value that an answer holds.
    func decode<Value: Decodable>(_ answer: StoreAnswer, as _: Value.Type = Value.self) throws(StoreError) -> Value {
        guard answer.isJSON, let value = try? ReceivedJSON.decode(Value.self, from: answer.body) else {
            log("\(answer.status) with \(answer.body.count) bytes that are no \(Value.self)")
            throw .unreadableAnswer
        }
        return value
    }

    /// Makes a call.
    ///
    /// - Returns: an answer whose status is 200…299.
    @discardableResult
    func send(_ call: StoreCall) async throws(StoreError) -> StoreAnswer {
        let answer = try await answer(to: call)
        if let refusal = answer.refusal { throw refusal }
        return answer
    }

    /// Makes a call.
    ///
    /// - Returns: an answer with any status.
    func answer(to call: StoreCall) async throws(StoreError) -> StoreAnswer {
        do {
            return try await withPatience(Self.patience) { try await exchange(call) }
        } catch let error as StoreError {
            throw error
        } catch {
            let failure = StoreError(transport: error)
            if failure != .requestCancelled { log("\(call.path): \(error)") }
            throw failure
        }
    }

    /// Opens an answer that lasts: its head has come, its body goes on.
    ///
    /// - Parameter type: what the body has to be.
    func open(_ call: StoreCall, type: String = "text/event-stream") async throws -> HTTPClientResponse {
        let request = request(for: call)
        let response = try await withPatience(Self.patience) {
            try await HTTP.client.execute(request, deadline: .distantFuture)
        }
        guard 200...206 ~= response.status.code, response.headers.first(name: "Content-Type")?.hasPrefix(type) == true
        else { throw try await read(response).refusal ?? .unknownServerError }
        return response
    }

    /// Runs `body`, but no longer than `duration`.
    func withPatience<Value: Sendable>(
        _ duration: Duration, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask(operation: body)
            group.addTask { [time] in
                try await time.sleep(duration)
                throw StoreError.timedOut
            }
            return try await group.next()!
        }
    }

    private func exchange(_ call: StoreCall) async throws -> StoreAnswer {
        let request = request(for: call)
        do {
            return try await read(HTTP.client.execute(request, deadline: .distantFuture))
        } catch let error as HTTPClientError where error == .remoteConnectionClosed && call.isRepeatable {
            return try await read(HTTP.client.execute(request, deadline: .distantFuture))
        }
    }

    private func read(_ response: HTTPClientResponse) async throws -> StoreAnswer {
        let body = try await response.body.collect(upTo: Self.longestAnswer)
        return StoreAnswer(
            status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type"),
            retryAfter: response.headers.first(name: "Retry-After"), entityTag: response.headers.first(name: "ETag"),
            body: Data(body.readableBytesView))
    }

    private func request(for call: StoreCall) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.description + call.path)
        request.method = HTTPMethod(rawValue: call.method.rawValue.uppercased())
        request.headers.add(name: "User-Agent", value: "monkeystore")
        if let token = call.token { request.headers.add(name: "Authorization", value: "Bearer " + token) }
        if let device = call.device { request.headers.add(name: StoreWire.deviceHeader, value: device) }
        if let ledger = call.ledger {
            let heads = [ledger.head, ledger.before].compactMap { $0?.rawValue }
            request.headers.add(name: StoreWire.ledgerHeader, value: heads.joined(separator: " "))
        }
        for (name, value) in call.headers { request.headers.add(name: name, value: value) }
        if let lastEvent = call.lastEvent { request.headers.add(name: "Last-Event-ID", value: lastEvent) }
        if let body = call.body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        return request
    }
}
