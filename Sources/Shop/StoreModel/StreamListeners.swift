internal import Synchronization

/// The listeners to something that happens, each with a stream of its own. `AppStore` announces new
/// notifications through it, and `EventStreamClient` passes the store's updates on.
///
/// No lock may be held while something is yielded to a stream, or there could be a deadlock. The yield waits
/// for the lock of the task that reads the stream. A task that is being cancelled holds its lock while the
/// end of its stream waits for the lock here.
package final class StreamListeners<Element: Sendable>: Sendable {
    private let state = Mutex<(last: Int, continuations: [Int: AsyncStream<Element>.Continuation])>((0, [:]))

    package init() {}

    deinit {
        for continuation in state.withLock({ $0.continuations }).values { continuation.finish() }
    }

    package var isEmpty: Bool { state.withLock { $0.continuations.isEmpty } }

    /// Everything that is sent from now on. The stream ends when this object is released.
    package func stream(
        _ limit: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded,
        onLeaving: @escaping @Sendable () -> Void = {}
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: limit)
        let id = state.withLock { state in
            state.last += 1
            state.continuations[state.last] = continuation
            return state.last
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.continuations[id] = nil }
            onLeaving()
        }
        return stream
    }

    package func tell(_ element: Element) {
        for continuation in state.withLock({ $0.continuations }).values { continuation.yield(element) }
    }
}
