internal import StoreModel

/// What happens to a subscription when its customer buys a product of its group. `Checkout` calls `buy`, or
/// `first` for the first purchase. Only the first five of these purchases are charged:
///
///     expired, revoked             any product                            begins again, from now
///     gracePeriod, billingRetry    its own, or that of the renewal        renewed, from now
///     billingRetry                 any other                              begins again, from now
///     active, gracePeriod          of a higher level                      upgraded, from now
///     active, gracePeriod          another of its level and its period    exchanged, from now
///     active, gracePeriod          of its level, with another period      changed at the next renewal
///     active, gracePeriod          of a lower level                       changed at the next renewal
///     active                       its own, with an offer                 has the offer from the next renewal on
///     active                       its own, before a change to another    does not change after all
///     active                       its own, after a cancellation          renews again
///     active                       its own otherwise                      refused
///
/// An offer takes the place of the introductory one. `CatalogueOffer.isFor` says who may have it.
extension Subscription {
    /// A subscription that begins now.
    static func first(
        _ plan: SubscriptionPlan, with offer: Offer? = nil, account: AccountIdentifier,
        purchase: Int64, at now: Timestamp, _ rules: SubscriptionRules
    ) -> Subscription {
        let start = now.wholeSecond
        var subscription = Subscription(
            account: account, group: plan.terms.group, original: purchase, originalDate: start,
            product: plan.product, renewalProduct: plan.product, transaction: purchase, start: start,
            expires: start, since: start, renewalDay: start.dayOfMonth)
        _ = subscription.restart(plan, with: offer, at: start, .began, paidUntil: start, rules)
        return subscription
    }

    /// The outcome of a purchase, and what happened to the subscription.
    enum Purchase: Hashable {
        /// A period begins, and needs a transaction.
        case charged(SubscriptionEvent)
        /// Nothing was charged: the change comes with the next renewal.
        case changed(RenewalChange.Kind, SubscriptionEvent)
        case refused(StoreError)
    }

    /// Buys `plan` at `now`. Moves that were due by then must have been made.
    ///
    /// - Parameter paidUntil: the end of what is paid; nil for the end of the present period.
    mutating func buy(
        _ plan: SubscriptionPlan, with offer: Offer? = nil, at now: Timestamp, paidUntil: Timestamp? = nil,
        _ rules: SubscriptionRules
    ) -> Purchase {
        let paidUntil = paidUntil ?? expires
        let isWaitedFor = [product, renewalProduct].contains(plan.product)
        switch phase {
        case .gracePeriod where isWaitedFor, .billingRetry where isWaitedFor:
            return restart(plan, with: offer, at: now, .recovered, paidUntil: paidUntil, rules)
        case .billingRetry, .expired, .revoked:
            return restart(plan, with: offer, at: now, .beganAgain, paidUntil: paidUntil, rules)
        case .active where plan.product == product: return keep(with: offer)
        case .active, .gracePeriod:
            let current = rules.plans[product]?.terms
            let isAtOnce =
                current.map { current in
                    plan.terms.level < current.level
                        || plan.terms.level == current.level && plan.terms.period == current.period
                } ?? true
            guard isAtOnce else {
                renewalProduct = plan.product
                nextOffer = offer
                renewAgain(isPriceNew: offer != nil)
                return .changed(.product, .downgraded(hasOffer: offer != nil))
            }
            return restart(
                plan, with: offer, at: now, .upgraded(hasOffer: offer != nil), paidUntil: paidUntil, rules)
        }
    }

    /// Buys the product that the customer is already subscribed to.
    private mutating func keep(with offer: Offer?) -> Purchase {
        if let offer {
            renewalProduct = product
            nextOffer = offer
            renewAgain(isPriceNew: true)
            return .changed(.offer, .offerRedeemed)
        }
        if renewalProduct != product {
            renewalProduct = product
            nextOffer = nil
            renewAgain()
            return .changed(.renewal, .changeWithdrawn)
        }
        guard !isAutoRenewing else { return .refused(.alreadySubscribed) }
        renewAgain()
        return .changed(.renewal, .autoRenewing(true))
    }

    /// Begins a period with a purchase. The introductory offer is for customers who were not subscribed and
    /// never had one.
    private mutating func restart(
        _ plan: SubscriptionPlan, with wanted: Offer?, at now: Timestamp, _ event: SubscriptionEvent,
        paidUntil: Timestamp, _ rules: SubscriptionRules
    ) -> Purchase {
        decisions += 1
        hasBillingProblem = false
        let introductoryOffer =
            event == .began || mayHaveIntroductoryOffer ? plan.terms.introductoryOffer.map(Offer.init) : nil
        begin(
            plan, at: now, offer: wanted ?? introductoryOffer, isContinued: false, paidUntil: paidUntil, rules
        )
        return .charged(event)
    }
}
