/// Why a scenario does not begin, or does not go on. Nothing was done.
public struct ScenarioRefusal: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    package let reason: Reason

    package init(_ reason: Reason) { self.reason = reason }

    package enum Reason: Hashable, Sendable, Codable {
        case noScenario
        case noAccount
        case noProduct(ProductIdentifier)
        /// The product cannot be used for it; with nil, no product of the catalogue can.
        case unfit(ProductIdentifier?, needed: Need)
        /// The account has a subscription in the product's group, and the scenario begins without one.
        case isSubscribed(ProductIdentifier)
        /// The account owns the product already, so it is granted again, and nobody is asked.
        case isOwned(ProductIdentifier)
        /// The scenario's own account is there already.
        case accountTaken
        /// Something else has happened to the account since the step before.
        case accountChanged(ScenarioStep)
        indirect case purchaseFailed(ScenarioStep, StoreError)
        /// The step would move the clock more than a hundred years ahead.
        case clockTooFar(ScenarioStep)
        /// All its steps are done.
        case isOver
        /// Another request is doing one of its steps.
        case isBusy
        /// No scenario was started under this name, or too many others were started since.
        case noRun

        private enum NoProductCodingKeys: String, CodingKey { case _0 = "product" }
        private enum UnfitCodingKeys: String, CodingKey { case _0 = "product", needed }
        private enum IsSubscribedCodingKeys: String, CodingKey { case _0 = "product" }
        private enum IsOwnedCodingKeys: String, CodingKey { case _0 = "product" }
        private enum AccountChangedCodingKeys: String, CodingKey { case _0 = "step" }
        private enum PurchaseFailedCodingKeys: String, CodingKey { case _0 = "step", _1 = "error" }
        private enum ClockTooFarCodingKeys: String, CodingKey { case _0 = "step" }
    }

    /// The product that a scenario is about.
    package enum Need: Hashable, Sendable, Codable {
        case consumable
        /// Anything but an auto-renewable subscription.
        case boughtOnce
        /// A subscription that costs something.
        ///
        /// - Parameters:
        ///   - other: the level of another product that its group must have.
        ///   - hasOffer: whether the customer redeems an offer.
        case subscription(other: Level?, hasOffer: Bool)
    }

    /// Which of two products in a group is the better one.
    package enum Level: Hashable, Sendable, Codable {
        case higher, lower
    }

    /// What happened, in English, for logs and developers.
    public var description: String {
        switch reason {
        case .noScenario: "There is no such scenario."
        case .noAccount: "There is no such account."
        case .noProduct(let product): "The catalogue has no product \(product.rawValue.debugDescription)."
        case .unfit(let product, let need):
            "The scenario needs a \(need). "
                + (product.map { "\($0) is not one." } ?? "The catalogue has no such product.")
        case .isSubscribed(let product):
            "The account has a subscription in the group of \(product) already, and the scenario needs an account without one."
        case .isOwned(let product):
            "The account owns \(product) already, so nobody has to approve its purchase."
        case .accountTaken: "Its account is there already; start it again."
        case .accountChanged(let step):
            Self.notDone(
                step,
                "The account is not as the scenario left it: something else has happened to it meanwhile.")
        case .purchaseFailed(let step, let error):
            Self.notDone(step, error.explanation ?? "The purchase failed with \(error.code).")
        case .clockTooFar(let step):
            Self.notDone(step, "The clock would be more than a hundred years ahead.")
        case .isOver: "All steps of this scenario are done."
        case .isBusy: "Another request does a step of this scenario now."
        case .noRun:
            "No scenario of this id is known: it ended with the server, a hundred others began since, or none had it."
        }
    }

    private static func notDone(_ step: ScenarioStep, _ why: String) -> String {
        "The step \(step.rawValue) was not done. \(why)"
    }
}

extension ScenarioRefusal.Need: CustomStringConvertible {
    package var description: String {
        switch self {
        case .consumable: return "consumable"
        case .boughtOnce: return "product that is not an auto-renewable subscription"
        case .subscription(let other, let hasOffer):
            let beside = other.map { " beside one of a \($0) level in its group" } ?? ""
            let offer = hasOffer ? " with a promotional offer or an offer code" : ""
            return "subscription that costs something\(beside)\(offer)"
        }
    }
}
