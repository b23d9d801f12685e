package import Synchronization

/// What may cross a bus. A program's list of messages is the list of the types that conform to this: no other value can be posted.
package protocol BusMessage: Sendable {}

/// The notification centre: a notification is a value of a type of messages, and the type is its name.
///
/// Nothing is locked while an observer runs, so observers may post, observe and cancel as they like, and any thread may
/// do any of it at any time. When the bus is released its observers go with it.
package final class EventBus: Sendable {
    @usableFromInline let table = Mutex(ObserverTable())
    /// Orders what the lock orders already, in a way that the thread sanitizer can see: on Linux the lock itself lies in
    /// the standard library and the kernel, where it cannot look. Two plain moves on the common processors.
    @usableFromInline let order = Atomic(0)

    /// A bus with no observers.
    package init() {}

    /// Calls the observers of exactly the type `N`, in the order in which they registered, on this thread, before it
    /// returns. An observer that is added meanwhile is first called by the next post; one that is cancelled meanwhile is
    /// not called any more.
    @inlinable
    package func post<N: BusMessage>(_ notification: N) {
        // The array is this post's own: a change meanwhile makes a new one and leaves this one alone.
        let observers = withTable { $0.observers(of: ObjectIdentifier(N.self)) }
        withUnsafePointer(to: notification) { notification in
            observers.withUnsafeBufferPointer { observers in
                // The array keeps its observers alive. Retaining each of them and its closure once more for the call, as
                // a plain loop does, would take several times as long as the call.
                for index in observers.indices {
                    Unmanaged.passUnretained(observers[index])._withUnsafeGuaranteedRef { observer in
                        if !observer.isCancelled { observer.call(notification) }
                    }
                }
            }
        }
    }

    /// Calls `body` for every `N` that is posted, on the poster's thread, until the token is cancelled or released.
    @inlinable
    package func observe<N: BusMessage>(
        _ type: N.Type = N.self, _ body: @escaping @Sendable (N) -> Void
    ) -> Observation {
        // The table hands a pointer to an N to none but those who registered under N.
        register(ObjectIdentifier(N.self)) { body($0.assumingMemoryBound(to: N.self).pointee) }
    }

    /// How many observers there are, of all types.
    package var observerCount: Int { withTable { $0.count } }

    @usableFromInline
    func register(_ type: ObjectIdentifier, call: @escaping @Sendable (UnsafeRawPointer) -> Void) -> Observation {
        Observation(type: type, id: withTable { $0.add(call, to: type) }, bus: self)
    }

    func remove(id: Int, of type: ObjectIdentifier) {
        let removed = withTable { $0.remove(id: id, of: type) }
        // What the closure held is let go of here, outside the lock: that may well cancel other observations.
        withExtendedLifetime(removed) {}
    }

    /// Runs `body` with the table while nobody else has it.
    @inlinable
    func withTable<Result: Sendable>(_ body: (inout ObserverTable) -> Result) -> Result {
        table.withLock { table in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return body(&table)
        }
    }
}
