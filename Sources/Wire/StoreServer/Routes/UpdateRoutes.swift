internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle
internal import StoreModel
internal import StoreRules
internal import StoreWire
internal import Synchronization

/// The route of the stream that tells an account's storefronts (`HTTPStore`) about changes in the store. It
/// ends when the client goes or signs out, when the server stops, when its test store ends, or when the
/// account opens too many (`StreamShare`).
struct UpdateRoutes {
    /// How often an empty comment is sent, so that each side notices when the other is gone.
    private static let heartbeat = Duration.seconds(15)
    /// How many events may wait for a client that reads slowly.
    private static let mostWaiting = 256

    let time: TimeSource
    /// The threads that read the events from the store.
    let threads: RequestThreads

    func add(to routes: some RouterMethods<StoreContext>) {
        routes.get("updates") { request, context in
            let session = try context.signedIn
            let token = SessionToken(rawValue: request.bearerToken ?? "")
            // Listens first: it is better to report a change in between twice than not at all.
            let updates = session.updates()
            // The session may have ended before that, perhaps at another server of the store.
            let account = session.account.identifier
            guard let progress = try context.store.progress(of: account, inSessionOf: token) else {
                throw HTTPFailure(StoreError.signInNeeded)
            }
            let last = request.headers[.lastEventID] ?? progress.eventID
            // An identifier alone is not an event. In front of what was missed, it would count as received
            // even if that is cut off.
            let beginning =
                last == progress.eventID
                ? "id: \(progress.eventID)\n\n"
                : Self.event(revision: progress.revision, id: progress.eventID)
            return Response(
                status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody {
                    try await send(beginning, updates, of: session, token, context, to: &$0)
                })
        }
    }

    private func send(
        _ beginning: String, _ updates: AsyncStream<StoreUpdate>, of session: AccountSession,
        _ token: SessionToken, _ context: StoreContext, to writer: inout any ResponseBodyWriter
    ) async throws {
        let (parts, continuation) = AsyncStream.makeStream(
            of: String.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        /// If a client reads too slowly for this many events, its stream ends. It learns the rest when it
        /// comes back.
        @Sendable func add(_ part: String) {
            if case .dropped = continuation.yield(part) { continuation.finish() }
        }
        let account = session.account.identifier
        let streams = context.limits.streams
        let place = streams.join(account) { continuation.finish() }
        defer { streams.leave(account, place) }
        add(beginning)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: threads) {
                for await update in updates {
                    guard let event = Self.event(update, of: account, token, context.store) else { break }
                    add(event)
                }
                continuation.finish()
            }
            group.addTask {
                while true {
                    try await time.sleep(Self.heartbeat)
                    add(": still here\n\n")
                }
            }
            for await part in parts.cancelOnGracefulShutdown() {
                try await writer.write(ByteBuffer(string: part))
            }
            group.cancelAll()
        }
        try await writer.finish(nil)
    }

    /// The event that tells of an update; nil if the session is over, because a sign-out arrives as a change.
    private static func event(
        _ update: StoreUpdate, of account: AccountIdentifier, _ token: SessionToken, _ store: AppStore
    ) -> String? {
        switch update {
        case .accountChanged(let revision):
            do {
                let progress = try store.progress(of: account, inSessionOf: token)
                return progress.map { event(revision: revision, id: $0.eventID) }
            } catch {
                // The database cannot be read. The client asks, and gets the error.
                return event(revision: revision, id: nil)
            }
        case .networkChanged(let isUp): return event(StoreWire.Event.network, data: String(isUp))
        case .settingsChanged(let settings):
            return event(StoreWire.Event.settings, data: String(buffer: JSONBody.buffer(settings)))
        }
    }

    private static func event(revision: Int64, id: String?) -> String {
        event(StoreWire.Event.account, id: id, data: String(revision))
    }

    /// A server-sent event. The client sends its identifier as `Last-Event-ID` when it reconnects.
    private static func event(_ name: String, id: String? = nil, data: String) -> String {
        (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(data)\n\n"
    }
}

extension AccountProgress {
    fileprivate var eventID: String { "\(revision).\(otherChanges)" }
}

extension HTTPField.Name {
    fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}

/// Limits the streams of updates of each account. One more ends the oldest.
final class StreamShare: Sendable {
    /// How many streams one account may have at once. Each of its devices has one, and a program that has
    /// crashed leaves one open for a while.
    static let mostPerAccount = 32

    private typealias Stream = (id: UInt64, end: @Sendable () -> Void)

    private let state = Mutex<(last: UInt64, streams: [AccountIdentifier: [Stream]])>((0, [:]))

    /// Notes that a stream of an account begins. `end` ends it if the account later begins too many. Returns
    /// its number.
    func join(_ account: AccountIdentifier, end: @escaping @Sendable () -> Void) -> UInt64 {
        let (id, oldest) = state.withLock { state -> (UInt64, Stream?) in
            state.last += 1
            state.streams[account, default: []].append((state.last, end))
            let isFull = (state.streams[account]?.count ?? 0) > Self.mostPerAccount
            return (state.last, isFull ? state.streams[account]?.removeFirst() : nil)
        }
        oldest?.end()
        return id
    }

    func leave(_ account: AccountIdentifier, _ id: UInt64) {
        state.withLock { state in
            state.streams[account]?.removeAll { $0.id == id }
            if state.streams[account]?.isEmpty == true { state.streams[account] = nil }
        }
    }
}
