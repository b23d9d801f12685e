package import StoreEvents

/// Keeps every event that is published on a bus, in order, for tests to wait for.
package final class BusRecorder: Sendable {
    private let recorder: Recorder<StorefrontEvent>
    private let observation: Observation

    package init(_ bus: EventBus) {
        let recorder = Recorder<StorefrontEvent>()
        self.recorder = recorder
        observation = bus.events.observe(StorefrontEvent.Name.allCases) { recorder.note([$0]) }
    }

    package var events: [StorefrontEvent] { recorder.calls }

    /// The names of all events, in order, except two that come at each start from queues of their own.
    package var names: [StorefrontEvent.Name] {
        events.map(\.name).filter { $0 != .filtersChanged && $0 != .hostedProductsListed }
    }

    /// The values of all events of one case, in order: `all(Event.transactionUpdated)`.
    package func all<Value>(_ make: (Value) -> StorefrontEvent) -> [Value] {
        events.compactMap { $0.value(of: make) }
    }

    /// The same for a case of two values.
    package func all<First, Second>(_ make: (First, Second) -> StorefrontEvent) -> [(First, Second)] {
        events.compactMap { $0.value { (pair: (First, Second)) in make(pair.0, pair.1) } }
    }

    /// Returns the value of the first matching event of one case, whether it was published already or is
    /// published later, after `skipped` others of its case. Throws when the test's time is up.
    @discardableResult
    package func first<Value>(
        _ make: (Value) -> StorefrontEvent, skipping skipped: Int = 0,
        where matches: (Value) -> Bool = { _ in true }
    ) async throws -> Value {
        while true {
            let seen = events
            let candidates = seen.compactMap { $0.value(of: make) }.dropFirst(skipped)
            if let match = candidates.first(where: matches) { return match }
            try await waitForMore(than: seen.count)
        }
    }

    /// Returns when there are not just so many events any more. Throws when the test's time is up.
    package func waitForMore(than count: Int) async throws { try await recorder.waitForMore(than: count) }

    /// The same for a case of two values.
    @discardableResult
    package func first<First, Second>(
        _ make: (First, Second) -> StorefrontEvent, skipping skipped: Int = 0,
        where matches: ((First, Second)) -> Bool = { _ in true }
    ) async throws -> (First, Second) {
        try await first(
            { (pair: (First, Second)) in make(pair.0, pair.1) }, skipping: skipped, where: matches)
    }

    /// Forgets all events so far.
    package func forget() { recorder.forget() }
}

extension StorefrontEvent {
    /// The associated value, if this is the event that `make` makes of it.
    fileprivate func value<Value>(of make: (Value) -> StorefrontEvent) -> Value? {
        guard let payload = Mirror(reflecting: self).children.first?.value else { return nil }
        // A single value with a label is a tuple of one.
        let mirror = Mirror(reflecting: payload)
        let single =
            mirror.displayStyle == .tuple && mirror.children.count == 1 ? mirror.children.first?.value : nil
        guard let value = (single ?? payload) as? Value, make(value) == self else { return nil }
        return value
    }
}
