internal import Hummingbird
internal import ServiceLifecycle
internal import StoreModel

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
