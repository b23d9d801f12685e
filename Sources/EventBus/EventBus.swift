internal import Synchronization

/// The notification centre.
public final class EventBus: Sendable {
    private struct State {
        var next = 0
        var observers: [ObjectIdentifier: [(id: Int, body: @Sendable (Any) -> Void)]] = [:]
    }
    private let state = Mutex(State())

    /// A bus with no observers.
    public init() {}

    /// Calls the observers of `N` in the order in which they registered, on this thread, before it returns.
    public func post<N: Sendable>(_ notification: N) {
        let observers = state.withLock { $0.observers[ObjectIdentifier(N.self)] ?? [] }
        for observer in observers { observer.body(notification) }
    }

    /// Calls `body` for every `N` posted until the token is cancelled or released.
    public func observe<N: Sendable>(
        _ type: N.Type = N.self, _ body: @escaping @Sendable (N) -> Void
    ) -> Observation {
        let id = state.withLock { state in
            state.next += 1
            state.observers[ObjectIdentifier(N.self), default: []].append((state.next, { body($0 as! N) }))
            return state.next
        }
        return Observation { [weak self] in
            self?.state.withLock { $0.observers[ObjectIdentifier(N.self)]?.removeAll { $0.id == id } }
        }
    }

    /// How many observers there are, of all types.
    public var observerCount: Int { state.withLock { $0.observers.values.reduce(0) { $0 + $1.count } } }
}

/// The token of one observer.
public final class Observation: Sendable {
    private let remove: @Sendable () -> Void
    init(remove: @escaping @Sendable () -> Void) { self.remove = remove }

    /// Ends the observation.
    public func cancel() { remove() }

    deinit { remove() }
}
