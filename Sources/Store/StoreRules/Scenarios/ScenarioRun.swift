package import StoreModel
internal import Synchronization

/// A scenario that was started, and how far it has come. `AppStore` remembers the last ones; the server's
/// routes show them.
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
    /// The group of the subscription; nil if the scenario is about a consumable.
    var group: String?
    /// The product of the other level.
    var other: ProductIdentifier?
    var offer: CatalogueOffer?
}

/// Why a scenario does not start, or does not go on. Nothing was done.
package enum ScenarioRefusal: Error, Hashable, Sendable {
    case noScenario
    case noAccount
    case noProduct(ProductIdentifier)
    /// The sentence says what is missing.
    case cannotStart(String)
    case cannotGoOn(ScenarioStep, String)
    /// All its steps are done.
    case isOver
    /// Another request is doing one of its steps.
    case isBusy
    /// No scenario was started under this name, or too many others were started since.
    case noRun

    /// What a person is told.
    package var sentence: String {
        switch self {
        case .noScenario: "There is no such scenario."
        case .noAccount: "There is no such account."
        case .noProduct(let product): "The catalogue has no product \(product)."
        case .cannotStart(let sentence): sentence
        case .cannotGoOn(let step, let sentence): "The step \(step.rawValue) was not done. \(sentence)"
        case .isOver: "All steps of this scenario are done."
        case .isBusy: "Another request does a step of this scenario now."
        case .noRun:
            "No scenario of this id is known: this server has not started it, or a hundred others since."
        }
    }
}

/// The last scenarios that were started in this program. They are forgotten when it ends; what they
/// did stays.
final class ScenarioRuns: Sendable {
    static let most = 100

    private struct State {
        var runs: [String: ScenarioRun] = [:]
        /// The oldest first.
        var order: [String] = []
        var busy: Set<String> = []
    }

    private let state = Mutex(State())

    func add(_ run: ScenarioRun) {
        state.withLock { state in
            state.runs[run.identifier] = run
            state.order.append(run.identifier)
            if state.order.count > Self.most { state.runs[state.order.removeFirst()] = nil }
        }
    }

    func find(_ identifier: String) throws(ScenarioRefusal) -> ScenarioRun {
        guard let run = state.withLock({ $0.runs[identifier] }) else { throw .noRun }
        return run
    }

    /// Changes a run, one caller at a time. If `body` throws, the run stays as it is.
    func change(_ identifier: String, _ body: (inout ScenarioRun) throws -> Void) throws -> ScenarioRun {
        var run = try state.withLock { state throws(ScenarioRefusal) in
            guard let run = state.runs[identifier] else { throw .noRun }
            guard state.busy.insert(identifier).inserted else { throw .isBusy }
            return run
        }
        defer { state.withLock { _ = $0.busy.remove(identifier) } }
        try body(&run)
        state.withLock { state in
            // It may have been forgotten in the meantime.
            if state.runs[identifier] != nil { state.runs[identifier] = run }
        }
        return run
    }
}
