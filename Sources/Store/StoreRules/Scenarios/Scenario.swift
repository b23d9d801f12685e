package import StoreModel

/// The steps that `ScenarioPlayer` takes one after the other.
extension Scenario {
    package var steps: [ScenarioStep] {
        switch self {
        case .renewal: [.buy, .periodEnds]
        case .autoRenewOffOn: [.buy, .autoRenewOff, .autoRenewOn]
        case .voluntaryExpiry: [.buy, .autoRenewOff, .periodEnds, .buyAgain]
        case .graceRecovery: [.buy, .breakBilling, .periodEnds, .fixBilling]
        case .billingRecovery: [.buy, .breakBilling, .periodEnds, .gracePeriodEnds, .fixBilling]
        case .billingExpiry: [.buy, .breakBilling, .periodEnds, .gracePeriodEnds, .retryEnds]
        case .retryRecovery: [.buy, .breakBilling, .periodEnds, .fixBilling]
        case .upgrade: [.buy, .buyHigher]
        case .downgrade: [.buy, .buyLower, .periodEnds]
        case .downgradeWithdrawn: [.buy, .buyLower, .buyAgain]
        case .priceIncreaseAccepted: [.buy, .askForConsent, .consent, .periodEnds]
        case .priceIncreaseUnanswered: [.buy, .askForConsent, .periodEnds]
        case .offerRedeemed: [.buy, .redeemOffer, .periodEnds]
        case .offerUpgrade: [.buy, .redeemOfferOfHigher]
        case .offerDowngrade: [.buy, .redeemOfferOfLower, .periodEnds]
        case .refundReversal: [.buy, .requestRefund, .refund, .reverseRefund]
        case .refundDeclined: [.buy, .requestRefund, .declineRefund]
        case .subscriptionRefund: [.buy, .requestRefund, .refund, .reverseRefund]
        case .askToBuyApproved: [.askToBuy, .approve]
        case .askToBuyDeclined: [.askToBuy, .decline]
        }
    }

    /// Whether it is about a subscription; otherwise it is about a consumable.
    var isOfSubscription: Bool {
        switch self {
        case .refundReversal, .refundDeclined, .askToBuyApproved, .askToBuyDeclined: false
        default: true
        }
    }

    /// Whether a subscription that is not paid may be used for a while.
    var allowsGracePeriod: Bool { self != .retryRecovery }
}

/// One thing that happens in a scenario. The raw values are the names in the manual.
package enum ScenarioStep: String, Hashable, Sendable {
    case buy
    /// The first product again.
    case buyAgain = "buy-again"
    /// A product of a higher level in the same group, or of a lower one.
    case buyHigher = "buy-higher"
    case buyLower = "buy-lower"
    case redeemOffer = "redeem-offer"
    case redeemOfferOfHigher = "redeem-offer-of-higher"
    case redeemOfferOfLower = "redeem-offer-of-lower"
    /// The clock moves to the end.
    case periodEnds = "period-ends"
    case gracePeriodEnds = "grace-period-ends"
    case retryEnds = "retry-ends"
    case breakBilling = "break-billing"
    case fixBilling = "fix-billing"
    case autoRenewOff = "auto-renew-off"
    case autoRenewOn = "auto-renew-on"
    case askForConsent = "request-price-consent"
    case consent = "consent-to-price"
    case requestRefund = "request-refund"
    case declineRefund = "decline-refund"
    case refund
    case reverseRefund = "reverse-refund"
    case askToBuy = "ask-to-buy"
    case approve
    case decline

    var redeemsOffer: Bool { [.redeemOffer, .redeemOfferOfHigher, .redeemOfferOfLower].contains(self) }
}
