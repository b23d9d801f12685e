internal import AsyncHTTPClient
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
internal import StoreModel

/// The client for one server: sends each `HTTPCall`, and returns its answer or a `StoreError`. `StoreConnection` and `HTTPContent` use
/// it. An answer is read up to a limit; redirects are not followed.
struct HTTPConnection: Sendable {
    static let patience = Duration.seconds(30)
    static let longestAnswer = 16 << 20

    let address: StoreAddress
    let client: HTTPClient
    let time: TimeSource
    /// Takes the transport's reason why a request failed.
    let log: @Sendable (String) -> Void

    func decode<Value: Decodable>(_ answer: StoreAnswer, as _: Value.Type = Value.self) throws(StoreError) -> Value {
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
        try await withPatience(Self.patience) { try await exchange(call) }
    }

    /// The error for a call without an answer. It logs the transport's error.
    func failure(of call: HTTPCall, because error: any Error) -> StoreError {
        if let error = error as? StoreError { return error }
        let failure = StoreError(transport: error)
        if failure != .requestCancelled { log("\(call.path): \(error)") }
        return failure
    }

    /// Makes a call, and returns its answer when the head has arrived. `type`: the content type that the body must
    /// have.
    func open(_ call: HTTPCall, type: String) async throws -> HTTPClientResponse {
        let request = request(for: call)
        let response = try await withPatience(Self.patience) {
            try await client.execute(request, deadline: .distantFuture)
        }
        guard 200...206 ~= response.status.code, response.headers.first(name: "Content-Type")?.hasPrefix(type) == true
        else { throw try await read(response).refusal ?? .unknownServerError }
        return response
    }

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
            status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type"),
            retryAfter: response.headers.first(name: "Retry-After"), entityTag: response.headers.first(name: "ETag"),
            body: Data(body.readableBytesView))
    }

    private func request(for call: HTTPCall) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.description + call.path)
        request.method = HTTPMethod(rawValue: call.method.rawValue.uppercased())
        request.headers.add(name: "User-Agent", value: "monkeystore")
        for (name, value) in call.headers { request.headers.add(name: name, value: value) }
        if let body = call.body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        return request
    }
}
