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

    var asksToBuy: Bool { steps.first == .askToBuy }

    /// Whether it is about a subscription; otherwise it is about a product of another kind.
    var isOfSubscription: Bool {
        switch self {
        case .refundReversal, .refundDeclined, .askToBuyApproved, .askToBuyDeclined: false
        default: true
        }
    }

    /// Whether a subscription that is not paid may be used for a while.
    var allowsGracePeriod: Bool { self != .retryRecovery }
}

extension ScenarioStep {
    var redeemsOffer: Bool { [.redeemOffer, .redeemOfferOfHigher, .redeemOfferOfLower].contains(self) }
}
