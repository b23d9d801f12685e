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
