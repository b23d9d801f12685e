#if AppleServices
internal import AppleServices
internal import AsyncHTTPClient
internal import Logging
internal import NIOCore
internal import NIOHTTP1

/// Asks a developer's server which retention message to show to a customer (`Get Retention Message`).
struct RealtimeClient {
    private static let longestAnswer = 64 << 10

    /// How long an answer may take.
    let patience: Duration
    let logger: Logger

    func answer(to request: RealtimeRequest) async -> RealtimeAnswer {
        await withClient { await answer(to: request, with: $0) }
    }

    /// Makes the requests of a performance test, several at a time, and has their outcome recorded.
    func run(_ test: PerformanceTestRun, of api: ServerAPI) async {
        let answers = await withClient { client in
            await withTaskGroup(of: (answer: RealtimeAnswer, time: Duration).self) { group in
                var waiting = test.requests[...]
                func addNext() {
                    guard let request = waiting.popFirst() else { return }
                    group.addTask {
                        let start = ContinuousClock.now
                        return (await answer(to: request, with: client), ContinuousClock.now - start)
                    }
                }
                for _ in 0..<PerformanceTestRun.concurrentRequests { addNext() }
                var answers: [(answer: RealtimeAnswer, time: Duration)] = []
                for await answer in group {
                    answers.append(answer)
                    addNext()
                }
                return answers
            }
        }
        // If the outcome cannot be written, the test has failed.
        do { try await api.finish(test, answers) } catch { logger.error("\(error)") }
    }

    private func answer(to request: RealtimeRequest, with client: HTTPClient) async -> RealtimeAnswer {
        do {
            let post = HTTPClientRequest(posting: try request.body, to: request.address)
            return try await client.send(post, within: patience) { response in
                guard response.status == .ok else { return .failed(.unsuccessfulStatus) }
                let body = try await response.body.collect(upTo: Self.longestAnswer)
                return .body(Array(body.readableBytesView))
            }
        } catch is NIOTooManyBytesError {
            return .failed(.invalidResponse)
        } catch {
            return .failed(SendAttemptResult(error))
        }
    }

    private func withClient<Value>(_ work: (HTTPClient) async -> Value) async -> Value {
        let client = HTTPClient(configuration: .toDevelopers)
        let value = await work(client)
        do { try await client.shutdown() } catch { logger.error("\(error)") }
        return value
    }
}
#endif
