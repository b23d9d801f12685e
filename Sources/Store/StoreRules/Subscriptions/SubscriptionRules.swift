package import StoreModel

/// The settings and products that decide how a `Subscription` renews, changes and ends. `Checkout` passes
/// them to it, and gets a `SubscriptionChange` (below) back: whether a period is paid, and what happened.
package struct SubscriptionRules: Sendable {
    /// How long a renewal that was not paid is tried again, in days.
    static let retryDays = 60
    /// How many periods are made up for. Whoever moves the clock farther than that does not want as many
    /// transactions: the subscription is over then, as Apple's sandbox ends one after a few renewals.
    static let mostRenewalsAtOnce = 1000

    let rate: TimeRate
    let failsRenewals: Bool
    let allowsGracePeriod: Bool
    let plans: [ProductIdentifier: SubscriptionPlan]

    /// Days of grace: Apple's 16, and 6 for a subscription of a week.
    func graceDays(of period: SubscriptionPeriod) -> Int {
        period == SubscriptionPeriod(1, .week) || period.unit == .day ? 6 : 16
    }
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
    /// Whether a period was paid: it needs a transaction.
    var isCharged = false
    /// Whether the customer bought it just now; a renewal otherwise.
    var isPurchase = false
    /// The purchase that an upgrade put an end to.
    var upgraded: Int64?
    /// Whether the end of the current period is another one than was signed.
    var movesEnd = false
    /// What it is called; nil for what only the store itself sees.
    var event: SubscriptionEvent?

    static func event(_ event: SubscriptionEvent) -> SubscriptionChange { SubscriptionChange(event: event) }
}

/// How a subscription moved.
package enum SubscriptionEvent: Hashable, Sendable {
    /// The customer subscribed for the first time, or once more after an end.
    case began, beganAgain
    case renewed
    /// Paid after all.
    case recovered
    /// The renewal was not paid. With a grace period it may still be used.
    case notPaid(hasGracePeriod: Bool)
    case gracePeriodEnded
    case expired(ExpirationReason)
    /// The customer wants renewals again, or no more.
    case autoRenewing(Bool)
    /// At once to another product; perhaps with an offer.
    case upgraded(hasOffer: Bool)
    /// At the next renewal to another product; perhaps with an offer.
    case downgraded(hasOffer: Bool)
    /// To no other product after all.
    case changeWithdrawn
    /// An offer of its own product was redeemed for the next renewal.
    case offerRedeemed
    case priceConsentAsked, priceConsentGiven
    /// Its renewal was put off.
    case extended
}
