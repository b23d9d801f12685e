package import StoreModel

/// The settings and products that decide how a `Subscription` renews, changes and ends. `Checkout` passes
/// them to it, and gets back a `SubscriptionChange` (below), which says whether a period is paid, and
/// what happened. A purchase has an answer of its own (`Subscription.Purchase`).
package struct SubscriptionRules: Sendable {
    /// How many days the store keeps trying a renewal that was not paid.
    static let retryDays = 60
    /// How many periods are caught up on. If somebody moves the clock farther, they do not want that many
    /// transactions, and the subscription ends, as Apple's sandbox ends one after a few renewals.
    static let mostRenewalsAtOnce = 1000

    let rate: TimeRate
    let failsRenewals: Bool
    let allowsGracePeriod: Bool
    let plans: [ProductIdentifier: SubscriptionPlan]
    /// The longest gap in the paid service that does not count as an interruption.
    var forgivenLapse = Duration.zero
}

package struct SubscriptionPlan: Hashable, Sendable {
    package let product: ProductIdentifier
    package let terms: CatalogueSubscription
    package let price: Int64
}

extension Catalogue {
    var plans: [ProductIdentifier: SubscriptionPlan] {
        let plans = products.compactMap { product in
            product.subscription.map {
                SubscriptionPlan(product: product.identifier, terms: $0, price: product.priceMilliunits)
            }
        }
        return Dictionary(uniqueKeysWithValues: plans.map { ($0.product, $0) })
    }
}

/// What follows from a renewal, a change or the end of a subscription.
package struct SubscriptionChange: Hashable, Sendable {
    /// Whether a period was paid, and needs a transaction.
    var isCharged = false
    /// Whether the current period's end differs from the signed one.
    var movesEnd = false
    /// The event; nil if only the store itself sees the change.
    var event: SubscriptionEvent?

    static func event(_ event: SubscriptionEvent) -> SubscriptionChange { SubscriptionChange(event: event) }
}

/// How a subscription moved.
package enum SubscriptionEvent: Hashable, Sendable {
    /// The customer subscribed for the first time, or again after an end.
    case began, beganAgain
    case renewed
    /// Paid after all.
    case recovered
    /// The renewal was not paid. With a grace period, the subscription may still be used.
    case notPaid(hasGracePeriod: Bool)
    case gracePeriodEnded
    case expired(ExpirationReason)
    /// The customer wants renewals again, or no longer wants them.
    case autoRenewing(Bool)
    /// It changed to another product at once, perhaps with an offer.
    case upgraded(hasOffer: Bool)
    /// It will change to another product at the next renewal, perhaps with an offer.
    case downgraded(hasOffer: Bool)
    /// It will not change to another product after all.
    case changeWithdrawn
    /// An offer of its own product was redeemed for the next renewal.
    case offerRedeemed
    case priceConsentAsked, priceConsentGiven
    /// Its renewal was postponed.
    case extended
}
