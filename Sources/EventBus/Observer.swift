public import Synchronization

/// An observer in the table of a bus.
@usableFromInline
final class Observer: Sendable {
    /// Ascending in the order of registration.
    let id: Int
    /// Takes a pointer to a notification of the type that the observer registered for.
    @usableFromInline let call: @Sendable (UnsafeRawPointer) -> Void
    @usableFromInline let cancelled = Atomic(false)

    init(id: Int, call: @escaping @Sendable (UnsafeRawPointer) -> Void) {
        self.id = id
        self.call = call
    }

    /// For posts that are under way: they have a copy of the array of observers.
    @inlinable var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }
}
