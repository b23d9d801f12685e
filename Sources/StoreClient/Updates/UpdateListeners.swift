internal import StoreModel
internal import Synchronization

/// Those who listen to the store's updates, each with a stream of its own.
///
/// A stream that is told something wakes its reader, and a reader that is cancelled leaves: each waits for the other one's
/// lock in the runtime. So the lock, which those who leave need, is not held while a stream is told.
final class UpdateListeners: Sendable {
    private struct State {
        var nextID = 0
        var continuations: [Int: AsyncStream<StoreUpdate>.Continuation] = [:]
    }

    private let state = Mutex(State())

    deinit {
        for continuation in state.withLock({ $0.continuations }).values { continuation.finish() }
    }

    /// A stream of what happens from now on.
    func stream(onLeaving: @escaping @Sendable () -> Void) -> AsyncStream<StoreUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let id = state.withLock { state in
            state.nextID += 1
            state.continuations[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.continuations[id] = nil }
            onLeaving()
        }
        return stream
    }

    var isEmpty: Bool { state.withLock { $0.continuations.isEmpty } }

    func tell(_ update: StoreUpdate) {
        for continuation in state.withLock({ $0.continuations }).values { continuation.yield(update) }
    }
}
