package import StoreModel

/// What customers and operators can do to a subscription in each state; everything else is refused.
/// `Checkout` performs these actions. Below is how `Checkout` reverses a refund, and how a renewal
/// is postponed.
///
///                          active            gracePeriod, billingRetry    expired, revoked
///     cancel               renews            yes (it is over)             -
///     resume               does not renew    -                            -
///     expire               yes               yes                          -
///     renew                renews            -                            -
///     refund               yes               yes                          expired
///     break-billing        if none           -                            -
///     fix-billing          if there is one   yes                          -
///     request-price-…      renews, not asked -                            -
///     consent, decline     asked             -                            -
extension Subscription {
    package var actions: Set<SubscriptionAction> {
        switch phase {
        case .active:
            var actions: Set<SubscriptionAction> = [
                .expire, .refundPeriod, hasBillingProblem ? .fixBilling : .breakBilling,
            ]
            actions.formUnion(isAutoRenewing ? [.cancel, .renew] : [.resume])
            if isAutoRenewing, priceConsent == .notAsked { actions.insert(.requestPriceConsent) }
            if isAutoRenewing, priceConsent == .pending {
                actions.formUnion([.consentToPrice, .declinePrice])
            }
            return actions
        case .gracePeriod, .billingRetry:
            return [.cancel, .expire, .refundPeriod, .fixBilling]
        case .expired: return [.refundPeriod]
        case .revoked: return []
        }
    }

    /// Performs an action, and returns the change; nil if the action is refused. The next `step` does
    /// what follows.
    mutating func perform(_ action: SubscriptionAction, at now: Timestamp) -> SubscriptionChange? {
        guard actions.contains(action) else { return nil }
        switch action {
        case .cancel:
            decisions += 1
            isAutoRenewing = false
            return .event(.autoRenewing(false))
        case .resume:
            renewAgain()
            return .event(.autoRenewing(true))
        case .expire:
            decisions += 1
            let hasEnded = isUnpaid
            if !hasEnded { endPeriod(at: now) }
            var change = expire(.voluntary)
            change.movesEnd = !hasEnded
            return change
        case .renew:
            // The end comes now; the next step does the rest.
            endPeriod(at: now)
            return SubscriptionChange(movesEnd: true)
        case .refundPeriod:
            let change: SubscriptionChange =
                isAutoRenewing ? .event(.autoRenewing(false)) : SubscriptionChange()
            refundedPhase = phase
            phase = .revoked
            isAutoRenewing = false
            return change
        case .breakBilling:
            hasBillingProblem = true
            return SubscriptionChange()
        case .fixBilling:
            hasBillingProblem = false
            return SubscriptionChange()
        case .requestPriceConsent:
            priceQuestion = PriceQuestion(product: renewalProduct, answer: .pending)
            return .event(.priceConsentAsked)
        case .consentToPrice:
            decisions += 1
            priceQuestion?.answer = .accepted
            return .event(.priceConsentGiven)
        case .declinePrice:
            decisions += 1
            priceQuestion?.answer = .declined
            isAutoRenewing = false
            return .event(.autoRenewing(false))
        }
    }

    /// Lets it renew. A price that the customer declined can be asked about again.
    ///
    /// - Parameter isPriceNew: whether its product renews at another price than the one that was asked about.
    mutating func renewAgain(isPriceNew: Bool = false) {
        decisions += 1
        isAutoRenewing = true
        if isPriceNew && priceConsent != .notAsked || priceConsent == .declined { priceQuestion = nil }
    }

    /// Takes over what the customer decided about another copy of it, or about the one that a second charge
    /// of its payment began.
    mutating func takeDecision(from other: Subscription) {
        decisions = other.decisions
        renewalProduct = other.renewalProduct
        // An offer that the present period has is used up.
        nextOffer = other.nextOffer == offer ? nil : other.nextOffer
        if period == other.period { priceQuestion = other.priceQuestion }
        if let wanted = other.wantsRenewal { isAutoRenewing = wanted && due != nil }
    }

    /// Whether its customer wants it to renew; nil if something else ended it.
    private var wantsRenewal: Bool? {
        switch phase {
        case .active, .gracePeriod, .billingRetry, .expired(.voluntary), .expired(.priceIncrease):
            isAutoRenewing
        case .expired, .revoked: nil
        }
    }

    /// Reverses the refund of its last period. It goes on until the end of that period, and does not renew. If
    /// that is over, it has ended for the reason from before the refund.
    mutating func reinstate(at now: Timestamp) {
        guard phase == .revoked else { return }
        switch refundedPhase {
        case _ where now < expires: phase = .active
        case .expired(let reason): phase = .expired(reason)
        case .gracePeriod, .billingRetry: phase = .expired(.billingError)
        case .active, .revoked, nil: phase = .expired(.voluntary)
        }
        refundedPhase = nil
    }

    /// Whether its renewal may be postponed, unless that was done often enough: it is paid, and not in a
    /// free offer.
    package var isExtendable: Bool { phase == .active && offer?.mode != .free }

    /// Whether its renewals were postponed as often as Apple allows: twice within 365 days, at the store's
    /// rate.
    package func isExtendedEnough(at now: Timestamp, _ rules: SubscriptionRules) -> Bool {
        let year = rules.rate.span(ofDays: 365)
        return extensions.count { $0.date.adding(year) > now } >= 2
    }

    /// Postpones the next renewal by `days`, at the store's rate. Returns the change; nil if that is refused.
    package mutating func extend(
        byDays days: Int, as request: String, at now: Timestamp, _ rules: SubscriptionRules
    ) -> SubscriptionChange? {
        guard isExtendable, rules.plans[product] != nil else { return nil }
        endPeriod(at: expires.adding(rules.rate.span(ofDays: days)))
        extensions.append(Extension(request: request, date: now))
        return SubscriptionChange(movesEnd: true, event: .extended)
    }
}
