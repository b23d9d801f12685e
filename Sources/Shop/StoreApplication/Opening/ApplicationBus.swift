package import StoreEvents
package import StoreModel

/// The bus as the managers of an `Application` use it: they publish and observe events, and report errors.
package struct ApplicationBus: Sendable {
    private let bus: EventBus

    package init(_ bus: EventBus) { self.bus = bus }

    func observe(
        _ names: [StorefrontEvent.Name], _ body: @escaping @Sendable (StorefrontEvent) -> Void
    ) -> Observation {
        bus.events.observe(names, body)
    }

    func publish(_ event: StorefrontEvent) { bus.publish(event) }

    func publishState<Failure>(_ change: () throws(Failure) -> StorefrontEvent?) throws(Failure) {
        try bus.publishState(change)
    }

    /// Publishes that something was not done because of an error.
    func report(_ error: any Error) { publish(.actionFailed(Trouble(error))) }

    /// Does something, and reports the error if it was not done.
    func reporting(_ body: () async throws -> Void) async {
        do { try await body() } catch { report(error) }
    }
}

/// Why a manager of the application did not do what the person wanted, if nothing that it uses failed.
package enum ApplicationError: Error, Hashable {
    /// A payment waits because of this. The queue sends it again.
    case paymentWaits(StoreError)
    case bookNotHere
    /// It was not bought, or was refunded.
    case bookNotOwned
    case bookUnreadable
    case bookNotText(path: String)
    case letterNeedsSubscription
    case letterExpired
}
