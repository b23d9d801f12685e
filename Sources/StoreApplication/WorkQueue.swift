/// Does pieces of work one after the other, in the order in which they came, away from the thread that asked: whoever posts
/// a wish on the bus must not wait for a disk.
final class WorkQueue: Sendable {
    private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        self.continuation = continuation
        Task { for await work in stream { await work() } }
    }

    deinit { continuation.finish() }

    func add(_ work: @escaping @Sendable () async -> Void) { continuation.yield(work) }

    /// Returns when all that was added before is done.
    func drain() async {
        await withCheckedContinuation { continuation in add { continuation.resume() } }
    }
}
