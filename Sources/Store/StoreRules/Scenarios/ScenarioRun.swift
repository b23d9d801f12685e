package import StoreModel
internal import Synchronization

/// A scenario that was started, and how far it has come. The server's routes show it.
package struct ScenarioRun: Sendable {
    package let identifier: String
    package let scenario: Scenario
    let cast: ScenarioCast
    package let account: AccountIdentifier
    /// The payment of the first step.
    var payment: IdempotencyKey?
    package internal(set) var done: [ScenarioReport] = []

    package var product: ProductIdentifier { cast.product }
    var rest: ArraySlice<ScenarioStep> { scenario.steps.dropFirst(done.count) }
    package var isOver: Bool { rest.isEmpty }
    /// The `Checkout.occasion` of the next step.
    var occasion: String { "\(identifier) \(done.count)" }
}

/// The result of a step.
package struct ScenarioReport: Sendable {
    package let name: String
    /// The state of the subscription: `active`, `expired`, `billingRetry`, `gracePeriod` or `revoked`. If
    /// there is no subscription, the state of the purchase.
    package let state: String
    /// The `Checkout.occasion` of the step.
    package let occasion: String
    package let subscription: SubscriptionSummary?
    package let purchase: PurchaseSummary?
    /// The account's clock after the step.
    package let date: Timestamp
}

struct ScenarioCast: Sendable {
    let product: ProductIdentifier
    /// The group of the subscription; nil if the scenario is about another product.
    var group: String?
    /// The product of the other level.
    var other: ProductIdentifier?
    var offer: CatalogueOffer?
}

/// The last scenarios that a server started at a store. They are forgotten when it ends; what they did stays.
/// They are still known if another `AppStore` goes on with the same database.
package final class ScenarioRuns: Sendable {
    private static let most = 100

    private struct State {
        var runs: [String: ScenarioRun] = [:]
        /// The oldest first.
        var order: [String] = []
        var busy: Set<String> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Starts a scenario, as `AppStore.start`, and remembers it.
    package func start(
        _ scenario: Scenario, of account: String?, with product: ProductIdentifier?,
        in environment: StoreEnvironment, doingAll: Bool, at store: AppStore
    ) throws -> ScenarioRun {
        let run = try store.start(scenario, of: account, with: product, in: environment, doingAll: doingAll)
        state.withLock { state in
            state.runs[run.identifier] = run
            state.order.append(run.identifier)
            if state.order.count > Self.most { state.runs[state.order.removeFirst()] = nil }
        }
        return run
    }

    package func find(_ identifier: String) throws(ScenarioRefusal) -> ScenarioRun {
        guard let run = state.withLock({ $0.runs[identifier] }) else { throw ScenarioRefusal(.noRun) }
        return run
    }

    /// Does the next step of a run, one caller at a time. If it is refused, the run stays as it is.
    package func doNextStep(of identifier: String, at store: AppStore) throws -> ScenarioRun {
        let before = try state.withLock { state throws(ScenarioRefusal) in
            guard let run = state.runs[identifier] else { throw ScenarioRefusal(.noRun) }
            guard state.busy.insert(identifier).inserted else { throw ScenarioRefusal(.isBusy) }
            return run
        }
        defer { state.withLock { _ = $0.busy.remove(identifier) } }
        let run = try store.run(afterNextStepOf: before)
        state.withLock { state in
            // It may have been forgotten in the meantime.
            if state.runs[identifier] != nil { state.runs[identifier] = run }
        }
        return run
    }
}
