/// A named course of events for one purchase or subscription, such as an upgrade or a
/// refund. `StoreAdministration.play` and the server's routes for administrators start one;
/// the store knows its steps.
package enum Scenario: String, CaseIterable, Hashable, Sendable {
    case renewal
    case autoRenewOffOn = "auto-renew-off-on"
    case voluntaryExpiry = "voluntary-expiry"
    case graceRecovery = "grace-recovery"
    case billingRecovery = "billing-recovery"
    case billingExpiry = "billing-expiry"
    case retryRecovery = "retry-recovery"
    case upgrade
    case downgrade
    case downgradeWithdrawn = "downgrade-withdrawn"
    case priceIncreaseAccepted = "price-increase-accepted"
    case priceIncreaseUnanswered = "price-increase-unanswered"
    case offerRedeemed = "offer-redeemed"
    case offerUpgrade = "offer-upgrade"
    case offerDowngrade = "offer-downgrade"
    case refundReversal = "refund-reversal"
    case refundDeclined = "refund-declined"
    case subscriptionRefund = "subscription-refund"
    case askToBuyApproved = "ask-to-buy-approved"
    case askToBuyDeclined = "ask-to-buy-declined"
}

/// One thing that happens in a scenario. The raw values are the names in the manual.
package enum ScenarioStep: String, Hashable, Sendable, Codable {
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
}
