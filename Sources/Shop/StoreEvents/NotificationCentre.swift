internal import Glibc
internal import Synchronization

/// A notification centre: messages are posted, and observers hear those with the names that they
/// chose, as with Foundation's `NotificationCenter`. Here, a message is a value of one type, and its
/// name is derived from it.
///
/// No lock is held while an observer runs, so observers may post, observe and cancel. Any thread may do that
/// at any time. The centre releases its observers when it is released itself.
package final class NotificationCentre<Message: NamedMessage>: Sendable {
    private struct Observers {
        /// The observers of each name, in the order of registration.
        var lists = [[Observer<Message>]](repeating: [], count: Message.Name.allCases.count)
        var lastID = 0
    }

    private let observers = Mutex(Observers())
    /// The names that somebody observes, a bit for each. It is set under the lock, and read without it: nobody
    /// hears most messages.
    private let observed = Atomic<UInt64>(0)
    /// Repeats the order that the lock ensures, for the thread sanitizer, which cannot see the lock on Linux.
    /// It costs two plain moves on the common processors.
    private let order = Atomic(0)
    private let states = Mutex(())
    /// The thread that has `states`.
    private let statesOwner = Atomic<UInt>(0)

    package init() { precondition(Message.Name.allCases.count <= UInt64.bitWidth) }

    /// Calls the observers of the message's name on this thread, in the order in which they registered, and
    /// then returns. An observer that is added meanwhile is called from the next post on. One that is
    /// cancelled meanwhile is not called any more. A state that observers also read by themselves is changed
    /// under a lock before it is posted.
    package func post(_ message: Message) {
        let name = message.name.rawValue
        guard observed.load(ordering: .acquiring) & (1 << name) != 0 else { return }
        // A copy: changes meanwhile do not affect it.
        let observers = withObservers { $0.lists[name] }
        let span = observers.span
        for index in span.indices {
            // The array keeps its observers alive. A plain loop would retain each of them and its closure
            // again, which takes several times as long as the call.
            Unmanaged.passUnretained(span[index])._withUnsafeGuaranteedRef { observer in
                if !observer.isCancelled.load(ordering: .relaxed) { observer.body(message) }
            }
        }
    }

    /// Posts what `change` returns, if anything: the new value of a state that several threads read or
    /// change. Only one thread at a time is in here, so the last state that observers hear is the newest one.
    /// Observers may call this, too, but must not wait for another thread.
    package func postState<Failure>(_ change: () throws(Failure) -> Message?) throws(Failure) {
        let thread = UInt(pthread_self())
        func changeAndPost() throws(Failure) { if let state = try change() { post(state) } }
        guard statesOwner.load(ordering: .acquiring) != thread else { return try changeAndPost() }
        try states.withLock { (_) throws(Failure) in
            statesOwner.store(thread, ordering: .releasing)
            defer { statesOwner.store(0, ordering: .releasing) }
            try changeAndPost()
        }
    }

    /// Calls `body` for every message with one of these names, on the poster's thread, until the token is
    /// cancelled or released.
    package func observe(
        _ names: some Sequence<Message.Name>, _ body: @escaping @Sendable (Message) -> Void
    ) -> Observation {
        let names = Set(names)
        let id = withObservers { observers in
            observers.lastID += 1
            let observer = Observer(id: observers.lastID, body: body)
            for name in names {
                observers.lists[name.rawValue].append(observer)
                observed.bitwiseOr(1 << name.rawValue, ordering: .releasing)
            }
            return observer.id
        }
        // Weak: the centre holds the closure, and the closure often holds the owner of the token.
        return Observation { [weak self] in self?.remove(id, of: names) }
    }

    /// The number of observers of all names.
    package var observerCount: Int { withObservers { Set($0.lists.joined().map(\.id)).count } }

    private func remove(_ id: Int, of names: Set<Message.Name>) {
        let removed = withObservers { observers in
            var removed: Observer<Message>?
            for name in names {
                let position = observers.lists[name.rawValue].firstIndex { $0.id == id }
                if let position { removed = observers.lists[name.rawValue].remove(at: position) }
                if observers.lists[name.rawValue].isEmpty {
                    observed.bitwiseAnd(~(1 << name.rawValue), ordering: .releasing)
                }
            }
            removed?.isCancelled.store(true, ordering: .relaxed)
            return removed
        }
        // The closure is released here, outside the lock: its release may cancel other observations.
        withExtendedLifetime(removed) {}
    }

    private func withObservers<Result: Sendable>(_ body: (inout Observers) -> Result) -> Result {
        observers.withLock { observers in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return body(&observers)
        }
    }
}

/// A message that a `NotificationCentre` can post.
package protocol NamedMessage: Sendable {
    /// The names count from 0.
    associatedtype Name: RawRepresentable<Int>, CaseIterable, Hashable, Sendable
    var name: Name { get }
}

private final class Observer<Message: Sendable>: Sendable {
    /// Ascending in the order of registration.
    let id: Int
    let body: @Sendable (Message) -> Void
    /// For posts that are under way, which have a copy of the list.
    let isCancelled = Atomic(false)

    init(id: Int, body: @escaping @Sendable (Message) -> Void) {
        self.id = id
        self.body = body
    }
}

/// The token of one observer of a `NotificationCentre`. The observation ends when the token is cancelled or
/// released, on any thread.
package final class Observation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    /// Ends the observation and releases its closure. It may be called again. No call begins after this
    /// returns. A call that another thread has begun may still be running: `cancel` does not wait for it, so
    /// that a callback can cancel.
    package func cancel() { end() }

    deinit { end() }
}
