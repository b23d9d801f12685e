package import StoreModel

/// The signed text about a subscription's next renewal: `ServerAPI` answers with it, and notifications carry
/// it. Below are the values in it that verifyReceipt also takes from a `Subscription`.
extension AppStore {
    /// The signed payload about a subscription's renewal: Apple's `JWSRenewalInfoDecodedPayload`.
    ///
    /// - Parameter appAccountToken: the UUID by which the application knows the customer; nil if it
    ///   gave none.
    package func signedRenewalInfo(
        of subscription: Subscription, _ account: Account, appAccountToken: String?, now: Timestamp
    ) throws -> String {
        let plan = subscription.isAutoRenewing ? assortment.plans[subscription.renewalProduct] : nil
        let json = JSONWriter.object { writer in
            writer.field("originalTransactionId", subscription.originalIdentifier.rawValue)
            writer.field("productId", subscription.product.rawValue)
            writer.field("autoRenewProductId", subscription.renewalProduct.rawValue)
            writer.field("autoRenewStatus", subscription.isAutoRenewing ? 1 : 0)
            writer.field("environment", account.environment.rawValue)
            writer.field("appAccountToken", appAccountToken)
            writer.field("appTransactionId", account.appTransactionIdentifier)
            writer.field("currency", assortment.currency)
            writer.field("renewalPrice", plan.map { subscription.renewalOffer?.price ?? $0.price })
            writer.field("renewalDate", subscription.expires)
            writer.field("recentSubscriptionStartDate", subscription.since)
            writer.field("expirationIntent", subscription.expirationReason.map { Int64($0.rawValue) })
            writer.field("isInBillingRetryPeriod", subscription.isInBillingRetryPeriod)
            writer.field("gracePeriodExpiresDate", subscription.gracePeriodEnd)
            writer.field("priceIncreaseStatus", subscription.priceIncreaseStatus.map(Int64.init))
            if let offer = subscription.renewalOffer {
                writer.field("offerType", Int64(offer.kind.rawValue))
                writer.field("offerIdentifier", offer.identifier.isEmpty ? nil : offer.identifier)
                writer.field("offerDiscountType", offer.mode.rawValue)
                writer.field("offerPeriod", offer.period.description)
            }
            let winBackOffers = assortment.plans[subscription.product]?.winBackOffers(for: subscription) ?? []
            if !winBackOffers.isEmpty {
                writer.field("eligibleWinBackOfferIds", winBackOffers.map(\.identifier))
            }
            writer.field("signedDate", now)
        }
        return try signer.sign(json: json)
    }
}

extension SubscriptionPlan {
    /// The win-back offers that a customer whose last plan was this one may redeem. The best comes first: it
    /// saves most against the plan's price for the same time. Apple does not say how it orders them.
    func winBackOffers(for subscription: Subscription) -> [CatalogueOffer] {
        terms.offers.filter { $0.kind == .winBack && $0.isFor(subscription) }
            .sorted { saving(of: $0) > saving(of: $1) }
    }

    private func saving(of offer: CatalogueOffer) -> Double {
        // With `payAsYouGo`, a period of the offer is as long as the plan's.
        let period = offer.mode == .payAsYouGo ? terms.period : offer.period
        // The highest price for many years does not fit an `Int64`.
        let regular = Double(price) * Double(period.days) / Double(terms.period.days)
        return (regular - Double(offer.priceMilliunits)) * Double(offer.periodCount)
    }
}

extension Subscription {
    /// Why it ended, or will end unless the renewal is paid.
    var expirationReason: ExpirationReason? {
        switch phase {
        case .expired(let reason): reason
        case .gracePeriod, .billingRetry: .billingError
        case .active, .revoked: nil
        }
    }

    /// Whether the store still tries an unpaid renewal; nil while the subscription is paid, and after
    /// a refund.
    var isInBillingRetryPeriod: Bool? { expirationReason == nil ? nil : isUnpaid }

    /// How long it may be used although the renewal was not paid.
    var gracePeriodEnd: Timestamp? {
        if case .gracePeriod(let until, _) = phase { until } else { nil }
    }

    /// 0 until the customer agrees to a higher price, then 1; nil if the customer was not asked.
    var priceIncreaseStatus: Int? {
        switch priceConsent {
        case .notAsked: nil
        case .pending, .declined: 0
        case .accepted: 1
        }
    }

    /// The offer that applies to the next period; nil also if it will not renew.
    var renewalOffer: Offer? {
        guard isAutoRenewing else { return nil }
        return nextOffer ?? offer.flatMap { $0.remaining > 0 && renewalProduct == product ? $0 : nil }
    }
}
