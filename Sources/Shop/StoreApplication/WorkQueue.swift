internal import StoreEvents
internal import StoreModel
internal import Synchronization

/// The queue of one `Manager`, such as `AccountManager`: does its work piece by piece, in the order in
/// which it came, and reports on the bus what a piece throws. It works off the thread that asked, because
/// a command on the bus must not wait for a disk. It also observes the bus's events and the store's
/// updates for its manager.
package final class WorkQueue: Sendable {
    typealias Work = @Sendable () async throws -> Void

    /// How many pieces of work wait in all queues of the process.
    static var waitingCount: Int { waiting.load(ordering: .relaxed) }
    private static let waiting = Atomic(0)

    let bus: EventBus
    private let continuation: AsyncStream<Work>.Continuation
    /// Does the work.
    private let worker: Task<Void, Never>
    private let listening = Mutex<(observation: Observation?, updates: Task<Void, Never>?)>((nil, nil))

    init(_ bus: EventBus) {
        self.bus = bus
        let (stream, continuation) = AsyncStream.makeStream(of: Work.self)
        self.continuation = continuation
        worker = Task {
            for await work in stream {
                await bus.reporting(work)
                Self.waiting.subtract(1, ordering: .relaxed)
            }
        }
    }

    deinit {
        continuation.finish()
        listening.withLock { $0.updates }?.cancel()
    }

    /// Adds a piece of work. After `close` it is not done.
    func add(_ work: @escaping Work) {
        Self.waiting.add(1, ordering: .relaxed)
        if case .terminated = continuation.yield(work) { Self.waiting.subtract(1, ordering: .relaxed) }
    }

    func observe(
        _ names: StorefrontEvent.Name..., body: @escaping @Sendable (StorefrontEvent) -> Void
    ) {
        let observation = bus.events.observe(names, body)
        listening.withLock { $0.observation = observation }
    }

    func follow(_ updates: AsyncStream<StoreUpdate>, _ body: @escaping @Sendable (StoreUpdate) -> Void) {
        let task = Task { for await update in updates { body(update) } }
        listening.withLock { $0.updates = task }
    }

    /// Stops listening, and returns when everything that was added before is done.
    func close() async {
        let (observation, updates) = listening.withLock { $0 }
        observation?.cancel()
        updates?.cancel()
        await updates?.value
        continuation.finish()
        await worker.value
    }
}

/// A part of an `Application`, such as `AccountManager`, that does its work on a queue of its own.
package protocol Manager: Sendable {
    var work: WorkQueue { get }
    /// Stops listening, and returns when everything that was asked for before is done.
    func close() async
}

extension Manager {
    var bus: EventBus { work.bus }

    package func close() async { await work.close() }
}

/// Coalesces requests of one kind: if several come while the queue is busy, only the newest is worked on.
final class CoalescedWork<Request: Sendable>: Sendable {
    private let waiting = Mutex<Request?>(nil)

    func add(
        _ request: Request, to queue: WorkQueue, work: @escaping @Sendable (Request) async throws -> Void
    ) {
        let isFirst = waiting.withLock { waiting in
            defer { waiting = request }
            return waiting == nil
        }
        guard isFirst else { return }
        queue.add { [self] in
            if let request = waiting.withLock({ $0.take() }) { try await work(request) }
        }
    }
}

extension EventBus {
    /// Publishes that something was not done because of an error.
    func report(_ error: any Error) { publish(.actionFailed(Trouble(error))) }

    /// Does something, and reports the error if it was not done.
    func reporting(_ body: () async throws -> Void) async {
        do { try await body() } catch { report(error) }
    }
}
