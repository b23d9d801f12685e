internal import AsyncHTTPClient
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import StoreEngine
internal import StoreModel

/// Asks a developer's server which retention message a customer is shown (`Get Retention Message`).
struct RealtimeClient {
    private static let longestAnswer = 64 << 10

    /// How long an answer may take.
    let patience: Duration
    let logger: Logger

    func answer(to request: RealtimeRequest) async -> RealtimeAnswer {
        let client = HTTPClient(configuration: NotificationSender.configuration)
        let answer = await answer(to: request, with: client)
        await shutDown(client)
        return answer
    }

    /// Makes the requests of a performance test, several at a time, and has their outcome written down.
    func run(_ test: PerformanceTestRun, of api: ServerAPI) async {
        let client = HTTPClient(configuration: NotificationSender.configuration)
        let answers = await withTaskGroup(of: (answer: RealtimeAnswer, time: Duration).self) { group in
            var waiting = test.requests[...]
            func addNext() {
                guard let request = waiting.popFirst() else { return }
                group.addTask {
                    let clock = ContinuousClock()
                    let start = clock.now
                    return (await answer(to: request, with: client), clock.now - start)
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
        await shutDown(client)
        // A test whose outcome cannot be written has failed.
        do { try await api.finish(test, answers) } catch { logger.error("\(error)") }
    }

    private func answer(to request: RealtimeRequest, with client: HTTPClient) async -> RealtimeAnswer {
        var post = HTTPClientRequest(url: request.address)
        post.method = .POST
        post.headers.add(name: "Content-Type", value: "application/json")
        post.body = .bytes(ByteBuffer(bytes: request.body))
        do {
            let response = try await client.execute(post, timeout: TimeAmount(patience))
            guard response.status == .ok else { return .failed(.unsuccessfulStatus) }
            return .body(Array(try await response.body.collect(upTo: Self.longestAnswer).readableBytesView))
        } catch is NIOTooManyBytesError {
            return .failed(.invalidResponse)
        } catch {
            return .failed(SendAttemptResult(error))
        }
    }

    private func shutDown(_ client: HTTPClient) async {
        do { try await client.shutdown() } catch { logger.error("\(error)") }
    }
}
