internal import StoreModel
internal import Synchronization

/// The listeners to the store's updates, each with a stream of its own.
///
/// Yielding to a stream wakes its reader, and a cancelled reader ends its stream: each takes the other's lock in the runtime. So this
/// lock, which an ending stream needs, is not held while a stream is yielded to.
final class UpdateListeners: Sendable {
    private struct State {
        var nextID = 0
        var continuations: [Int: AsyncStream<StoreUpdate>.Continuation] = [:]
    }

    private let state = Mutex(State())

    deinit {
        for continuation in state.withLock({ $0.continuations }).values { continuation.finish() }
    }

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
