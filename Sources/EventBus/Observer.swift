public import Synchronization

/// What the bus keeps of one observer.
@usableFromInline
final class Observer: Sendable {
    /// Rises with every observer of a bus.
    let id: Int
    /// Takes a pointer to a notification of the type that the observer registered for.
    @usableFromInline let call: @Sendable (UnsafeRawPointer) -> Void
    @usableFromInline let cancelled = Atomic(false)

    init(id: Int, call: @escaping @Sendable (UnsafeRawPointer) -> Void) {
        self.id = id
        self.call = call
    }

    /// Posts that are under way hold their own array of observers, and learn from this that one of them has gone.
    @inlinable var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }
}
