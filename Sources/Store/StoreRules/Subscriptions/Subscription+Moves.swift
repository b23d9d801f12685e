internal import StoreModel

/// The moves of a subscription as time passes. `Checkout` makes them one by one:
///
///     active         its end, cancelled                        -> expired (voluntary, or price increase)
///     active         its end, the higher price not agreed to   -> expired (price increase)
///     active         its end, the product not on sale          -> expired (product unavailable)
///     active         its end, paid, 1000 periods ago or more   -> expired (other)
///     active         its end, paid                             -> active, the next period
///     active         its end, not paid, with a grace period    -> gracePeriod
///     active         its end, not paid                         -> billingRetry
///     gracePeriod    its end                                   -> billingRetry
///     gracePeriod    the money comes                           -> active; the next period began when the last one ended
///     billingRetry   its end                                   -> expired (billing error)
///     billingRetry   the money comes                           -> active; the next period begins now
///     either         cancelled                                 -> expired (voluntary)
///
/// Time does not lead out of `expired` and `revoked`; a purchase or the reversal of a refund does. If a
/// product is not on sale here, but perhaps at another server of the store, the subscription waits for that
/// server (`AppStore.hasOtherCatalogue`).
extension Subscription {
    /// Makes the next move that is due at `now`, only one. Returns the change; nil if nothing is due.
    mutating func step(at now: Timestamp, _ rules: SubscriptionRules) -> SubscriptionChange? {
        switch phase {
        case .active: return expires <= now ? end(at: now, rules) : nil
        case .gracePeriod(let until, let retryUntil):
            guard isAutoRenewing else { return expire(.voluntary) }
            if until <= now {
                phase = .billingRetry(until: retryUntil)
                return .event(.gracePeriodEnded)
            }
            return recover(from: expires, rules)
        case .billingRetry(let until):
            guard isAutoRenewing else { return expire(.voluntary) }
            return until <= now ? expire(.billingError) : recover(from: now, rules)
        case .expired, .revoked: return nil
        }
    }

    /// When the move that is due at `now` happens. A phase that has ended moves at its end, even if the store
    /// looks late. If it ended in this very second, it moves now, because it must not be dated before what
    /// happened earlier in that second. A payment that comes late, or a cancellation, happens now.
    func moment(ofStepAt now: Timestamp) -> Timestamp {
        guard let due, isAutoRenewing || !isUnpaid else { return now }
        return due.wholeSecond == now.wholeSecond ? now : min(due, now)
    }

    func isBehind(at now: Timestamp, _ rules: SubscriptionRules) -> Bool {
        var subscription = self
        return subscription.step(at: now, rules) != nil
    }

    mutating func expire(_ reason: ExpirationReason) -> SubscriptionChange {
        phase = .expired(reason)
        isAutoRenewing = false
        return .event(.expired(reason))
    }

    private mutating func end(at now: Timestamp, _ rules: SubscriptionRules) -> SubscriptionChange {
        guard isAutoRenewing else { return expire(priceConsent == .declined ? .priceIncrease : .voluntary) }
        guard priceConsent != .pending else { return expire(.priceIncrease) }
        guard let plan = rules.plans[renewalProduct] else { return expire(.productUnavailable) }
        guard fails(plan, rules) else {
            // This depends only on the time between its end and now, so the number of steps of the catch-up
            // does not matter.
            let limit = rules.rate.end(
                of: plan.terms.period, times: SubscriptionRules.mostRenewalsAtOnce, from: expires,
                day: renewalDay)
            return now < limit ? renew(plan, at: expires, .renewed, rules) : expire(.other)
        }
        let retryUntil = expires.adding(rules.rate.span(ofDays: SubscriptionRules.retryDays))
        guard rules.allowsGracePeriod else {
            phase = .billingRetry(until: retryUntil)
            return .event(.notPaid(hasGracePeriod: false))
        }
        phase = .gracePeriod(
            until: expires.adding(rules.rate.grace(of: plan.terms.period)), retryUntil: retryUntil)
        return .event(.notPaid(hasGracePeriod: true))
    }

    /// Renews it if the renewal is paid after all, or ends it if the product is gone. Nil if it is still
    /// not paid.
    private mutating func recover(from start: Timestamp, _ rules: SubscriptionRules) -> SubscriptionChange? {
        guard let plan = rules.plans[renewalProduct] else { return expire(.productUnavailable) }
        guard !fails(plan, rules) else { return nil }
        return renew(plan, at: start, .recovered, rules)
    }

    private mutating func renew(
        _ plan: SubscriptionPlan, at start: Timestamp, _ event: SubscriptionEvent, _ rules: SubscriptionRules
    ) -> SubscriptionChange {
        let next = upcomingOffer(of: plan)
        let isContinued = start == expires && plan.product == product
        begin(plan, at: start, offer: next, isContinued: isContinued, paidUntil: expires, rules)
        return SubscriptionChange(isCharged: true, event: event)
    }

    /// The offer for a next period of `plan`.
    private func upcomingOffer(of plan: SubscriptionPlan) -> Offer? {
        if let nextOffer { return nextOffer }
        // The periods of an offer are for the product that has the offer.
        guard plan.product == product, var running = offer, running.remaining > 0 else { return nil }
        running.remaining -= 1
        return running
    }

    /// Whether a renewal is not paid. If it costs nothing, it needs no means of payment.
    private func fails(_ plan: SubscriptionPlan, _ rules: SubscriptionRules) -> Bool {
        (rules.failsRenewals || hasBillingProblem) && upcomingOffer(of: plan)?.price ?? plan.price > 0
    }
}

extension Timestamp {
    func adding(_ milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: self.milliseconds + milliseconds)
    }
}

extension Subscription.Offer {
    /// The first period of an offer in the catalogue.
    init(_ offer: CatalogueOffer) {
        self.init(
            kind: offer.kind, identifier: offer.identifier, mode: offer.mode, price: offer.priceMilliunits,
            period: offer.period * offer.periodCount, remaining: offer.periodCount - 1)
    }
}
