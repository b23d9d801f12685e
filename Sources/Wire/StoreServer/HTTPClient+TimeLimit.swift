internal import AsyncHTTPClient
internal import NIOCore

extension HTTPClient {
    /// Sends a request, and has `read` read the answer. Throws `HTTPClientError.deadlineExceeded` if both
    /// together take longer than `patience`. The library's own deadline ends with the header of the answer.
    func send<Value: Sendable>(
        _ request: HTTPClientRequest, within patience: Duration,
        _ read: @escaping @Sendable (HTTPClientResponse) async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await read(self.execute(request, timeout: TimeAmount(patience))) }
            group.addTask {
                try await ContinuousClock().sleep(for: patience)
                throw HTTPClientError.deadlineExceeded
            }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
