import EventBus
import StoreModel
import StorefrontMessages
import Synchronization

/// Keeps every event that is published on a bus, in order, for tests to wait for.
final class BusRecorder: Sendable {
    private let state = Mutex<(events: [StorefrontEvent], waiters: [AsyncStream<Void>.Continuation])>(([], []))
    private let observation = Mutex<Observation?>(nil)

    init(_ bus: EventBus) {
        let token = bus.observe { [weak self] (event: StorefrontEvent) in self?.note(event) }
        observation.withLock { $0 = token }
    }

    /// All that was published, in order.
    var events: [StorefrontEvent] { state.withLock { $0.events } }

    /// The names of all that was published, in order, without what is listed for the screen at each start, by queues of their own.
    var names: [String] {
        events.map(\.name).filter { $0 != "FiltersChanged" && $0 != "HostedProductsListed" }
    }

    /// All that was published of one type, in order.
    func all<N: Hashable & Sendable>(_: N.Type = N.self) -> [N] { events.compactMap { $0.payload as? N } }

    /// Returns the first event of a type that matches, published already or later, after `skipped` others of its type.
    /// Throws when the test's time is up.
    @discardableResult
    func first<N: Hashable & Sendable>(
        _: N.Type = N.self, skipping skipped: Int = 0, where matches: (N) -> Bool = { _ in true }
    ) async throws -> N {
        while true {
            let seen = events
            let candidates = seen.compactMap { $0.payload as? N }.dropFirst(skipped)
            if let match = candidates.first(where: matches) { return match }
            let (news, waiter) = AsyncStream.makeStream(of: Void.self)
            state.withLock { state in
                if state.events.count == seen.count { state.waiters.append(waiter) } else { waiter.finish() }
            }
            for await _ in news {}
            try Task.checkCancellation()
        }
    }

    /// Forgets what was published until now.
    func forget() { state.withLock { $0.events = [] } }

    private func note(_ event: StorefrontEvent) {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.events.append(event)
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }
}

extension StorefrontEvent {
    /// What the event carries.
    var payload: Any? { Mirror(reflecting: self).children.first?.value }

    /// The event as the log names it.
    fileprivate var name: String {
        let label = Mirror(reflecting: self).children.first?.label ?? "\(self)"
        return label.prefix(1).uppercased() + label.dropFirst()
    }
}
