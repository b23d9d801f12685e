package import StoreEvents

/// Waits for the event on a bus that answers a request: for the commands `buy`, `restore` and `read`, and for
/// the prices that `InAppPurchaseManager.prices(of:)` asks the store for.
package struct Listener {
    private let events: AsyncStream<StorefrontEvent>
    private let observation: Observation

    /// Listens from now on, for events with these names.
    package init(_ bus: EventBus, _ names: [StorefrontEvent.Name]) {
        let (stream, continuation) = AsyncStream.makeStream(of: StorefrontEvent.self)
        events = stream
        observation = bus.events.observe(names) { continuation.yield($0) }
    }

    /// The first event for which `choose` returns a value, as that value.
    package func first<Choice>(_ choose: (StorefrontEvent) -> Choice?) async -> Choice? {
        for await event in events {
            if let choice = choose(event) { return choice }
        }
        return nil
    }
}
