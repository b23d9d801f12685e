internal import AsyncHTTPClient
package import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import ServiceLifecycle
package import StoreEngine
package import StoreModel

/// Delivers the notifications of one environment. What waits is in the store's file: a listener that is slow, or is not there,
/// costs no more memory than the few notifications that are on their way.
package struct NotificationSender: Service {
    /// How many are on their way at once.
    private static let parallel = 8
    /// How long to wait at most before looking again while something is left: another program may have moved the clock.
    private static let longestPause = Duration.seconds(60)

    private let outbox: NotificationOutbox
    private let time: TimeSource
    private let patience: Duration
    private let logger: Logger

    /// A sender for what happens in an environment of a store.
    ///
    /// - Parameters:
    ///   - time: the clock that retries wait on.
    ///   - patience: how long an attempt may take.
    ///   - logger: takes a line where notifications cannot be read or written.
    package init(
        store: AppStore, environment: StoreEnvironment, time: TimeSource = .system, patience: Duration = .seconds(10),
        logger: Logger
    ) {
        outbox = NotificationOutbox(store: store, environment: environment)
        self.time = time
        self.patience = patience
        self.logger = logger
    }

    /// Sends until a graceful shutdown. Attempts that are under way then are ended; they are made again at the next start.
    package func run() async throws {
        try await cancelWhenGracefulShutdown {
            let client = HTTPClient(configuration: Self.configuration)
            // Told before it is looked: what comes in between is not missed.
            let signals = outbox.signals()
            await send(with: client, until: signals)
            try await client.shutdown()
        }
    }

    private func send(with client: HTTPClient, until signals: AsyncStream<Void>) async {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup { group in
            group.addTask {
                for await _ in signals { continuation.yield() }
                continuation.finish()
            }
            while !Task.isCancelled {
                let pause = await sendAllDue(with: client)
                let timer = pause.map { pause in
                    Task {
                        try await time.sleep(min(max(pause, .zero), Self.longestPause))
                        continuation.yield()
                    }
                }
                var wakeup = wakes.makeAsyncIterator()
                if await wakeup.next() == nil { break }
                timer?.cancel()
            }
            group.cancelAll()
        }
    }

    /// Makes all attempts that are due.
    ///
    /// - Returns: how long nothing is due; nil for until the next signal.
    private func sendAllDue(with client: HTTPClient) async -> Duration? {
        while !Task.isCancelled {
            do {
                switch try outbox.work(limit: Self.parallel) {
                case .wait(let pause): return pause
                case .send(let items, let address):
                    try await withThrowingTaskGroup { group in
                        for item in items {
                            group.addTask {
                                let result = await attempt(item, at: address, with: client)
                                // An attempt that was broken off here says nothing about the listener.
                                if !Task.isCancelled { try await outbox.record(result, of: item) }
                            }
                        }
                        try await group.waitForAll()
                    }
                }
            } catch {
                logger.error("Notifications are late: \(error)")
                return Self.longestPause
            }
        }
        return nil
    }

    private func attempt(
        _ item: NotificationOutbox.Item, at address: NotificationAddress, with client: HTTPClient
    ) async -> SendAttemptResult {
        var request = HTTPClientRequest(url: address.rawValue)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: item.body))
        do {
            // What the listener says besides the status is not read: whoever drops the body closes the connection.
            let response = try await client.execute(request, timeout: TimeAmount(patience))
            return 200...206 ~= response.status.code ? .success : .unsuccessfulStatus
        } catch {
            return SendAttemptResult(error)
        }
    }

    private static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        // A redirection is an answer that is not 200.
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .disabled
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
        // The schedule decides when to try again.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}
