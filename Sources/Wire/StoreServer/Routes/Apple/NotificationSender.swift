#if AppleServices
internal import AsyncHTTPClient
internal import Glibc
package import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import ServiceLifecycle
internal import AppleServices
package import StoreRules
package import StoreModel

/// Sends the notifications of one environment to the developer's server, for the command `serve` and each
/// `TestStore`. They wait in the database. So a slow or unreachable listener costs only the memory of the one
/// that is being sent.
package struct NotificationSender: Service {
    /// The longest wait before the next look while notifications are left, because another program may have
    /// moved the clock.
    private static let longestPause = Duration.seconds(60)

    private struct Attempt {
        let item: NotificationOutbox.Item
        let address: HTTPAddress
        let result: SendAttemptResult
        /// The answer's status; nil without an answer.
        var status: UInt?
    }

    private let outbox: NotificationOutbox
    private let time: TimeSource
    private let patience: Duration
    private let logger: Logger
    private let name: String
    private let threads: RequestThreads

    /// `patience` is how long an attempt may take. `logger` gets a line for each attempt that fails, and a
    /// line if notifications cannot be read or written. Each line begins with `name`. `threads` wait for
    /// the database.
    package init(
        store: AppStore, environment: StoreEnvironment, time: TimeSource = .system,
        patience: Duration = .seconds(10), logger: Logger, name: String = "", threads: RequestThreads
    ) {
        outbox = NotificationOutbox(store: store, environment: environment)
        self.time = time
        self.patience = patience
        self.logger = logger
        self.name = name
        self.threads = threads
    }

    /// Sends until a graceful shutdown, which ends the attempts under way. They are repeated at the
    /// next start.
    package func run() async throws {
        try await cancelWhenGracefulShutdown {
            let client = HTTPClient(configuration: .toDevelopers)
            await send(with: client)
            try await client.shutdown()
        }
    }

    /// Sends until its task is cancelled.
    func send(with client: HTTPClient) async {
        await withTaskExecutorPreference(threads) { await sendOnThreads(with: client) }
    }

    private func sendOnThreads(with client: HTTPClient) async {
        // Listens before the first look, so that it misses nothing in between.
        let signals = outbox.signals()
        let (wakes, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup { group in
            group.addTask {
                for await _ in signals { continuation.yield() }
                continuation.finish()
            }
            var unrecorded: Attempt?
            while !Task.isCancelled {
                let pause = await sendAllDue(with: client, &unrecorded)
                let timer = pause.map { pause in
                    // Nothing else is captured, or a timer would keep the store.
                    Task { [time, continuation] in
                        try await time.sleep(min(max(pause, .zero), Self.longestPause))
                        continuation.yield()
                    }
                }
                defer { timer?.cancel() }
                var wakeup = wakes.makeAsyncIterator()
                if await wakeup.next() == nil { break }
            }
            group.cancelAll()
        }
    }

    /// Makes all attempts that are due, one after the other, so that the listener hears of events in their
    /// order. Returns how long nothing is due; nil for until the next signal. If the last result could not be
    /// recorded, as on a full disk, it is `unrecorded`. Nothing goes out before it is recorded: the same
    /// notification would go out each time.
    private func sendAllDue(with client: HTTPClient, _ unrecorded: inout Attempt?) async -> Duration? {
        while !Task.isCancelled {
            do {
                try await record(&unrecorded)
                switch try outbox.work(limit: outbox.mostAtOnce) {
                case .wait(let pause): return pause
                case .send(let items, let address):
                    try await send(items, to: address, with: client, &unrecorded)
                }
            } catch {
                logger.error("\(name)Notifications are late: \(error)")
                return Self.longestPause
            }
        }
        return nil
    }

    /// Claims notifications, and attempts them one after the other while there is time. Releases those that
    /// were not attempted.
    private func send(
        _ items: [NotificationOutbox.Item], to address: HTTPAddress, with client: HTTPClient,
        _ unrecorded: inout Attempt?
    ) async throws {
        let claimed = try await outbox.claim(items)
        var left = claimed[...]
        // If those before it took long, a notification is claimed again.
        while let item = left.first, left.count == claimed.count || outbox.hasTime(for: item, patience) {
            let made = await attempt(item, at: address, with: client)
            // An attempt that was cancelled here says nothing about the listener, unless it had an answer by
            // then.
            if Task.isCancelled, ![.success, .unsuccessfulStatus].contains(made.result) { break }
            unrecorded = made
            try await record(&unrecorded)
            left = left.dropFirst()
            if Task.isCancelled { break }
        }
        try await outbox.release(left)
    }

    private func record(_ attempt: inout Attempt?) async throws {
        guard let made = attempt else { return }
        let next = try await outbox.record(made.result, of: made.item)
        attempt = nil
        if made.result != .success { logFailure(made, next: next) }
    }

    private func logFailure(_ attempt: Attempt, next: Timestamp?) {
        let (item, answered) = (attempt.item, attempt.status.map { ", which answered \($0)" } ?? "")
        let then =
            next.map { "It is tried again at \($0.rfc3339) on the store's clock." }
            ?? "It is not tried again."
        // A query may have a secret.
        let address = attempt.address.rawValue.prefix { $0 != "?" }
        logger.warning(
            "\(name)The notification \(item.uuid) (\(item.type)) was not taken by \(address)\(answered): \(attempt.result.rawValue). \(then)"
        )
    }

    private func attempt(
        _ item: NotificationOutbox.Item, at address: HTTPAddress, with client: HTTPClient
    ) async -> Attempt {
        let request = HTTPClientRequest(posting: item.body, to: address.rawValue)
        do {
            // Only the status is read. Dropping the body closes the connection.
            let response = try await client.execute(request, timeout: TimeAmount(patience))
            let status = response.status.code
            return Attempt(
                item: item, address: address, result: 200...206 ~= status ? .success : .unsuccessfulStatus,
                status: status)
        } catch {
            return Attempt(item: item, address: address, result: SendAttemptResult(error))
        }
    }
}

extension SendAttemptResult {
    /// The result of an attempt that ended without an answer.
    init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError:
            switch error {
            case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout:
                self = .timedOut
            case .remoteConnectionClosed: self = .noResponse
            default: self = .other
            }
        case is HTTPParserError: self = .invalidResponse
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .tlsIssue
        case is NIOConnectionError: self = .noResponse
        case let error as IOError: self = error.errnoCode == ECONNREFUSED ? .noResponse : .socketIssue
        case is ChannelError: self = .socketIssue
        default: self = .other
        }
    }
}
#endif
