internal import Synchronization

/// Wakes tasks that wait for work. A signal is kept until a task waits for it; several count as one.
final class Signal: Sendable {
    private let waiting = Mutex<(next: Int, listeners: [Int: AsyncStream<Void>.Continuation])>((0, [:]))

    /// The signals from now on. Ends when this object is released.
    func stream() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = waiting.withLock { waiting in
            waiting.next += 1
            waiting.listeners[waiting.next] = continuation
            return waiting.next
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    func send() {
        // Not under the lock: who is woken may leave at once.
        for listener in waiting.withLock({ $0.listeners }).values { listener.yield() }
    }

    deinit { for listener in waiting.withLock({ $0.listeners }).values { listener.finish() } }

    private func remove(_ id: Int) { waiting.withLock { _ = $0.listeners.removeValue(forKey: id) } }
}
