internal import DeviceStorage
package import EventBus
internal import StorefrontMessages

/// Makes the sentence for an error, in the person's language and with the program's options.
package typealias Explanation = @Sendable (any Error) -> String

/// The bus as the managers of an application use it: they observe and publish events, and report errors.
package struct ApplicationBus: Sendable {
    let explain: Explanation
    private let bus: EventBus

    package init(_ bus: EventBus, explain: @escaping Explanation = { "\($0)" }) {
        self.bus = bus
        self.explain = explain
    }

    func observe(_ body: @escaping @Sendable (StorefrontEvent) -> Void) -> Observation {
        bus.observe(StorefrontEvent.self, body)
    }

    func publish(_ event: StorefrontEvent) { bus.publish(event) }

    func publishState<Failure>(_ change: () throws(Failure) -> StorefrontEvent?) throws(Failure) {
        try bus.publishState(change)
    }

    /// Publishes what is owned now.
    func publish(_ entitlements: Entitlements) throws(EntitlementError) {
        try publishState { () throws(EntitlementError) in .entitlementsChanged(try entitlements.current()) }
    }

    /// Publishes that something was not done because of an error.
    func report(_ error: any Error) { publish(.actionFailed(sentence: explain(error))) }
}
