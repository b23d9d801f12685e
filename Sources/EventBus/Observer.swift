public import Synchronization

/// An observer in the `ObserverTable` of an `EventBus`. Whoever called `observe` holds its token, an `Observation`.
@usableFromInline
final class Observer: Sendable {
    /// Ascending in the order of registration.
    let id: Int
    /// Takes a pointer to a notification of the type that the observer registered for.
    @usableFromInline let call: @Sendable (UnsafeRawPointer) -> Void
    /// For posts that are under way: they have a copy of the array of observers.
    @usableFromInline let isCancelled = Atomic(false)

    init(id: Int, call: @escaping @Sendable (UnsafeRawPointer) -> Void) {
        self.id = id
        self.call = call
    }
}

/// The token of one observer of an `EventBus`. The observation ends when the token is cancelled or released, on any thread.
package final class Observation: Sendable {
    private let type: ObjectIdentifier
    private let id: Int
    // Weak: the bus holds the closure, and the closure often holds the owner of the token.
    private weak let bus: EventBus?

    init(type: ObjectIdentifier, id: Int, bus: EventBus) {
        self.type = type
        self.id = id
        self.bus = bus
    }

    /// Ends the observation and releases its closure; it may be called again. No call begins after this returns. A call that
    /// another thread has begun may still be running: `cancel` does not wait for it, so that a callback can cancel.
    package func cancel() { bus?.remove(id: id, of: type) }

    deinit { cancel() }
}
