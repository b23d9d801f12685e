internal import Synchronization

/// Does pieces of work one after the other, in the order in which they came, away from the thread that asked: a command
/// on the bus must not wait for a disk.
final class WorkQueue: Sendable {
    /// How many pieces of work wait in all queues of the process.
    static var waitingCount: Int { waiting.load(ordering: .relaxed) }
    private static let waiting = Atomic(0)

    private let continuation: AsyncStream<@Sendable () async -> Void>.Continuation

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        self.continuation = continuation
        Task {
            for await work in stream {
                await work()
                Self.waiting.subtract(1, ordering: .relaxed)
            }
        }
    }

    deinit { continuation.finish() }

    func add(_ work: @escaping @Sendable () async -> Void) {
        Self.waiting.add(1, ordering: .relaxed)
        continuation.yield(work)
    }

    /// Returns when all that was added before is done.
    func drain() async {
        await withCheckedContinuation { continuation in add { continuation.resume() } }
    }
}

/// Coalesces requests of one kind: of those that come while the queue is busy, only the newest is worked on.
final class CoalescedWork<Request: Sendable>: Sendable {
    private let queue: WorkQueue
    private let waiting = Mutex<Request?>(nil)

    init(on queue: WorkQueue) { self.queue = queue }

    func add(_ request: Request, work: @escaping @Sendable (Request) async -> Void) {
        let isFirst = waiting.withLock { waiting in
            defer { waiting = request }
            return waiting == nil
        }
        guard isFirst else { return }
        queue.add { [self] in
            if let request = waiting.withLock({ $0.take() }) { await work(request) }
        }
    }
}
