internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle
internal import StoreModel
internal import Synchronization

/// One server-sent event, as the server writes it.
struct ServerSentEvent: Hashable, Sendable {
    /// The client sends it as `Last-Event-ID` when it reconnects.
    var id: String?
    var name: String
    var data = ""

    var buffer: ByteBuffer {
        ByteBuffer(string: (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(data)\n\n")
    }
}

/// The answer of the updates route: it goes on for as long as the client listens, the server runs and the events last.
struct EventStream<Events: AsyncSequence & Sendable>: Sendable
where Events.Element == ServerSentEvent, Events.Failure == Never {
    /// How often an empty comment is sent, so that each side notices when the other is gone.
    private static var heartbeat: Duration { .seconds(15) }

    /// The identifier that precedes the first event.
    let id: String
    let missed: [ServerSentEvent]
    let events: Events
    let time: TimeSource
    let threads: RequestThreads
    let account: AccountIdentifier
    let share: StreamShare

    var response: Response {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { try await send(to: &$0) })
    }

    private func send(to writer: inout any ResponseBodyWriter) async throws {
        let (parts, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        let place = share.join(account) { continuation.finish() }
        defer { share.leave(account, place) }
        // The identifier alone is no event.
        continuation.yield(ByteBuffer(string: "id: \(id)\n\n"))
        for event in missed { continuation.yield(event.buffer) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: threads) {
                for await event in events { continuation.yield(event.buffer) }
                continuation.finish()
            }
            group.addTask {
                while true {
                    try await time.sleep(Self.heartbeat)
                    continuation.yield(ByteBuffer(string: ": still here\n\n"))
                }
            }
            for await part in parts.cancelOnGracefulShutdown() { try await writer.write(part) }
            group.cancelAll()
        }
        try await writer.finish(nil)
    }
}

/// Limits the streams of updates of each account. One more ends the oldest.
final class StreamShare: Sendable {
    /// Streams of one account at once: each of its devices has one, and a program that has crashed leaves one for a while.
    static let mostPerAccount = 32

    private struct Stream {
        let id: UInt64
        let end: @Sendable () -> Void
    }

    private struct State {
        var last: UInt64 = 0
        var streams: [AccountIdentifier: [Stream]] = [:]
    }

    private let state = Mutex(State())

    /// A stream of an account begins.
    ///
    /// - Parameter end: ends it, where the account begins too many.
    /// - Returns: its number, for `leave`.
    func join(_ account: AccountIdentifier, end: @escaping @Sendable () -> Void) -> UInt64 {
        let (id, oldest) = state.withLock { state -> (UInt64, Stream?) in
            state.last += 1
            state.streams[account, default: []].append(Stream(id: state.last, end: end))
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
