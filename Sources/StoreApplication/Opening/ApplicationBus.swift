package import EventBus
package import StoreModel
internal import StorefrontMessages

/// The bus as the managers of an `Application` use it: they publish and observe events, and report errors, for which
/// it makes sentences.
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

    /// Publishes that something was not done because of an error.
    func report(_ error: any Error) { publish(.actionFailed(sentence: explain(error))) }

    /// Does something, and reports why where it was not done.
    func reporting(_ body: () async throws -> Void) async {
        do { try await body() } catch { report(error) }
    }
}

/// Makes the sentence for an error, in the person's language and with the program's options.
package typealias Explanation = @Sendable (any Error) -> String

/// Why a manager of the application did not do what the person wanted, where nothing that it uses failed. The program has the
/// sentences.
package enum ApplicationError: Error, Hashable {
    /// A payment waits because of this; the queue sends it again.
    case paymentWaits(StoreError)
    case bookNotHere
    /// It was not bought, or was refunded.
    case bookNotOwned
    case bookUnreadable
    case bookNotText(path: String)
    case letterNeedsSubscription
    case letterExpired
    /// Nobody is signed in, and settings belong to an account.
    case settingsNeedAccount
}
