/// The token of one observer. The observation ends when the token is cancelled or released, from wherever that happens.
package final class Observation: Sendable {
    private let type: ObjectIdentifier
    private let id: Int
    // Weak: an observer's closure often holds the one that holds the token, and the bus holds the closure.
    private weak let bus: EventBus?

    init(type: ObjectIdentifier, id: Int, bus: EventBus) {
        self.type = type
        self.id = id
        self.bus = bus
    }

    /// Ends the observation and lets go of its closure; again is harmless. No call begins after this returns. One that
    /// another thread began before may still be running: `cancel` does not wait for it, so that a callback can call it.
    package func cancel() { bus?.remove(id: id, of: type) }

    deinit { cancel() }
}
