package import EventBus

// All that crosses the bus.
extension StorefrontCommand: BusMessage {}
extension StorefrontEvent: BusMessage {}

extension EventBus {
    /// Sends a command to whoever does it.
    package func send(_ command: StorefrontCommand) { post(command) }

    /// Publishes an event to everybody who observes events.
    package func publish(_ event: StorefrontEvent) { post(event) }
}
