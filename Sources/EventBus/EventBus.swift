internal import Glibc
package import Synchronization

/// The notification centre between the application and its screens: the managers and the screens post commands and
/// events on it. A notification is a value, and observers choose notifications by type.
///
/// No lock is held while an observer runs, so observers may post, observe and cancel, and so may every thread at any time.
/// The bus releases its observers when it is released itself.
package final class EventBus: Sendable {
    @usableFromInline let table = Mutex(ObserverTable())
    /// Repeats the order that the lock ensures, for the thread sanitizer, which on Linux cannot see the lock. It costs two
    /// plain moves on the common processors.
    @usableFromInline let order = Atomic(0)
    private let states = Mutex(())
    /// The thread that has `states`.
    private let statesOwner = Atomic<UInt>(0)

    package init() {}

    /// Calls the observers of exactly the type `N`, in the order in which they registered, on this thread, before it
    /// returns. An observer that is added meanwhile is called from the next post on; one that is cancelled meanwhile is
    /// not called any more.
    @inlinable
    package func post<N: BusMessage>(_ notification: N) {
        // A copy: changes meanwhile do not affect it.
        let observers = withTable { $0.observers(of: ObjectIdentifier(N.self)) }
        withUnsafePointer(to: notification) { notification in
            observers.withUnsafeBufferPointer { observers in
                // The array keeps its observers alive. A plain loop would retain each of them and its closure again, which
                // takes several times as long as the call.
                for index in observers.indices {
                    Unmanaged.passUnretained(observers[index])._withUnsafeGuaranteedRef { observer in
                        if !observer.isCancelled.load(ordering: .relaxed) { observer.call(notification) }
                    }
                }
            }
        }
    }

    /// Posts what `change` returns, if anything: a state that several threads read or change. One thread at a time is in here, so that
    /// the state that observers hear last is the newest one. Observers may call this, too, but must not wait for another thread.
    package func postState<N: BusMessage, Failure>(_ change: () throws(Failure) -> N?) throws(Failure) {
        let thread = UInt(pthread_self())
        func changeAndPost() throws(Failure) { if let state = try change() { post(state) } }
        guard statesOwner.load(ordering: .acquiring) != thread else { return try changeAndPost() }
        try states.withLock { (_) throws(Failure) in
            statesOwner.store(thread, ordering: .releasing)
            defer { statesOwner.store(0, ordering: .releasing) }
            try changeAndPost()
        }
    }

    /// Calls `body` for every `N` that is posted, on the poster's thread, until the token is cancelled or released.
    @inlinable
    package func observe<N: BusMessage>(
        _ type: N.Type = N.self, _ body: @escaping @Sendable (N) -> Void
    ) -> Observation {
        // The table passes a pointer to an N only to the observers of N.
        register(ObjectIdentifier(N.self)) { body($0.assumingMemoryBound(to: N.self).pointee) }
    }

    /// The number of observers, of all types.
    package var observerCount: Int { withTable { table in table.slots.reduce(0) { $0 + $1.observers.count } } }

    @usableFromInline
    func register(_ type: ObjectIdentifier, call: @escaping @Sendable (UnsafeRawPointer) -> Void) -> Observation {
        Observation(type: type, id: withTable { $0.add(call, to: type) }, bus: self)
    }

    func remove(id: Int, of type: ObjectIdentifier) {
        let removed = withTable { $0.remove(id: id, of: type) }
        // The closure is released here, outside the lock, since that may cancel other observations.
        withExtendedLifetime(removed) {}
    }

    @inlinable
    func withTable<Result: Sendable>(_ body: (inout ObserverTable) -> Result) -> Result {
        table.withLock { table in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return body(&table)
        }
    }
}

/// A type whose values can be posted on a bus.
package protocol BusMessage: Sendable {}
