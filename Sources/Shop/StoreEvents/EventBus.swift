/// The bus between the application and its screens: screens send commands, and the application publishes
/// events. Observers name the messages that they want:
///
///     let token = bus.observe(.transactionSucceeded, .transactionFailed) { event in … }
package final class EventBus: Sendable {
    package let commands = NotificationCentre<StorefrontCommand>()
    package let events = NotificationCentre<StorefrontEvent>()

    package init() {}

    package func send(_ command: StorefrontCommand) { commands.post(command) }

    package func publish(_ event: StorefrontEvent) { events.post(event) }

    /// Publishes what `change` returns, if anything: the new value of a state that several threads
    /// read or change (`postState`).
    package func publishState<Failure>(_ change: () throws(Failure) -> StorefrontEvent?) throws(Failure) {
        try events.postState(change)
    }

    /// Calls `body` for every event with one of these names until the token is cancelled or released.
    package func observe(
        _ name: StorefrontEvent.Name, _ others: StorefrontEvent.Name...,
        body: @escaping @Sendable (StorefrontEvent) -> Void
    ) -> Observation {
        events.observe([name] + others, body)
    }

    /// Calls `body` for every command with one of these names until the token is cancelled or released.
    package func observe(
        _ name: StorefrontCommand.Name, _ others: StorefrontCommand.Name...,
        body: @escaping @Sendable (StorefrontCommand) -> Void
    ) -> Observation {
        commands.observe([name] + others, body)
    }

    /// The number of observers of commands and of events.
    package var observerCount: Int { commands.observerCount + events.observerCount }
}
