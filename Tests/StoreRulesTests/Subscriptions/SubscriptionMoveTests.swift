import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// The moves of a subscription, without a store: by time, by purchases, and by hand.
@Suite struct SubscriptionMoveTests {
    private static let start = Timestamp(milliseconds: 1_000_000_000_000)
    private static let month: Int64 = 30_000

    private static func rules(
        fails: Bool = false, grace: Bool = false, without product: ProductIdentifier? = nil
    ) throws -> SubscriptionRules {
        SubscriptionRules(
            rate: .monthlyRenewalEveryThirtySeconds, failsRenewals: fails, allowsGracePeriod: grace,
            plans: try SubscriptionFixture.catalogue(without: product).plans)
    }

    private static func moment(_ milliseconds: Int64) -> Timestamp { start.adding(milliseconds) }

    /// A subscription to `silver.plus`, a month of which takes 30 seconds, in its first period.
    private static func active(
        _ product: ProductIdentifier = SubscriptionFixture.silverPlus
    ) throws -> Subscription {
        let rules = try rules()
        return Subscription.first(
            try #require(rules.plans[product]), account: "a", purchase: 1, at: start, rules)
    }

    /// Every state that a subscription can be in.
    enum State: String, CaseIterable, Sendable {
        case active, cancelled, toBeChanged, brokenBilling, asked, declined, gracePeriod, billingRetry,
            expired, revoked

        func subscription() throws -> Subscription {
            var subscription = try SubscriptionMoveTests.active()
            let end = SubscriptionMoveTests.moment(SubscriptionMoveTests.month)
            switch self {
            case .active: break
            case .cancelled: _ = subscription.perform(.cancel, at: start)
            case .toBeChanged: subscription.renewalProduct = SubscriptionFixture.bronze
            case .brokenBilling: subscription.hasBillingProblem = true
            case .asked: _ = subscription.perform(.requestPriceConsent, at: start)
            case .declined:
                _ = subscription.perform(.requestPriceConsent, at: start)
                _ = subscription.perform(.declinePrice, at: start)
            case .gracePeriod: _ = subscription.step(at: end, try rules(fails: true, grace: true))
            case .billingRetry: _ = subscription.step(at: end, try rules(fails: true))
            case .expired: _ = subscription.expire(.voluntary)
            case .revoked: _ = subscription.perform(.refundPeriod, at: start)
            }
            return subscription
        }

        var permitted: Set<SubscriptionAction> {
            switch self {
            case .active, .toBeChanged:
                [.cancel, .expire, .renew, .refundPeriod, .breakBilling, .requestPriceConsent]
            case .brokenBilling: [.cancel, .expire, .renew, .refundPeriod, .fixBilling, .requestPriceConsent]
            case .cancelled, .declined: [.resume, .expire, .refundPeriod, .breakBilling]
            case .asked:
                [.cancel, .expire, .renew, .refundPeriod, .breakBilling, .consentToPrice, .declinePrice]
            case .gracePeriod, .billingRetry: [.cancel, .expire, .refundPeriod, .fixBilling]
            case .expired: [.refundPeriod]
            case .revoked: []
            }
        }

        /// Its status after the end of the first period, if nothing is wrong.
        var atTheEnd: SubscriptionStatus {
            switch self {
            case .active, .toBeChanged: .active
            case .brokenBilling: .billingRetry
            case .cancelled, .asked, .declined: .expired
            // These have reached the end already, and now the money is there.
            case .gracePeriod, .billingRetry: .active
            case .expired: .expired
            case .revoked: .revoked
            }
        }
    }

    @Test(arguments: State.allCases, SubscriptionAction.allCases)
    func `What is not in the table is refused and changes nothing`(
        state: State, action: SubscriptionAction
    ) throws {
        var subscription = try state.subscription()
        let before = subscription
        let change = subscription.perform(action, at: Self.moment(1000))
        #expect((change != nil) == state.permitted.contains(action))
        // Only the store's settings keep it from being paid, and they are not part of the subscription.
        let isPaidNext = action == .fixBilling && before.isUnpaid
        #expect((subscription != before) == (state.permitted.contains(action) && !isPaidNext))
        #expect(change?.isCharged != true)
    }

    @Test("Nothing happens before the end of a period", arguments: State.allCases)
    func notYet(state: State) throws {
        guard state != .gracePeriod, state != .billingRetry else { return }
        var subscription = try state.subscription()
        let before = subscription
        #expect(subscription.step(at: Self.moment(Self.month - 1), try Self.rules()) == nil)
        #expect(subscription == before)
    }

    @Test("The end of a period", arguments: State.allCases)
    func end(state: State) throws {
        var subscription = try state.subscription()
        _ = subscription.step(at: Self.moment(Self.month), try Self.rules())
        #expect(subscription.status == state.atTheEnd)
        #expect(subscription.period == (state.atTheEnd == .active ? 2 : 1))
    }

    @Test func `Renewals follow each other without a gap, each period once`() throws {
        var subscription = try Self.active()
        let rules = try Self.rules()
        for period in 2...5 as ClosedRange<Int64> {
            let change = subscription.step(at: Self.moment(4 * Self.month), rules)
            #expect(change == SubscriptionChange(isCharged: true, event: .renewed))
            #expect(subscription.period == period)
            #expect(subscription.start == Self.moment((period - 1) * Self.month))
            #expect(subscription.expires == Self.moment(period * Self.month))
        }
        #expect(subscription.step(at: Self.moment(4 * Self.month), rules) == nil)
    }

    @Test(
        "One that is 1000 periods behind is over; a moment before that it is made up for",
        arguments: [
            TimeRate.realTime, .monthlyRenewalEveryThirtySeconds, .oneRenewalEveryTwoSeconds,
            .oneMinuteIsOneDay,
        ], [SubscriptionFixture.silverPlus, SubscriptionFixture.silverYear])
    func farBehind(rate: TimeRate, product: ProductIdentifier) throws {
        let plans = try SubscriptionFixture.catalogue().plans
        let rules = SubscriptionRules(
            rate: rate, failsRenewals: false, allowsGracePeriod: false, plans: plans)
        let plan = try #require(plans[product])
        let subscription = Subscription.first(plan, account: "a", purchase: 1, at: Self.start, rules)
        var limit = subscription.expires
        for _ in 0..<1000 {
            limit = rate.end(of: plan.terms.period, from: limit, day: subscription.renewalDay)
        }
        var (over, madeUpFor) = (subscription, subscription)
        #expect(over.step(at: limit, rules) == .event(.expired(.other)))
        #expect(over.expirationReason == .other && over.period == 1)
        #expect(madeUpFor.step(at: limit.adding(-1), rules)?.isCharged == true)
        // Without the money it goes the way of everything that is not paid.
        var unpaid = subscription
        let failing = SubscriptionRules(
            rate: rate, failsRenewals: true, allowsGracePeriod: false, plans: plans)
        #expect(unpaid.step(at: limit, failing) == .event(.notPaid(hasGracePeriod: false)))
    }

    @Test func `A clock that goes back changes nothing`() throws {
        var subscription = try Self.active()
        _ = subscription.step(at: Self.moment(Self.month), try Self.rules())
        let before = subscription
        #expect(subscription.step(at: Self.moment(-Self.month), try Self.rules()) == nil)
        #expect(subscription == before)
    }

    @Test func `Without money: grace period, retry, and the end, each at its time`() throws {
        var subscription = try Self.active()
        let rules = try Self.rules(fails: true, grace: true)
        // Half a month and two months, of 30 seconds each.
        let moves: [(at: Int64, event: SubscriptionChange)] = [
            (30_000, .event(.notPaid(hasGracePeriod: true))), (45_000, .event(.gracePeriodEnded)),
            (90_000, .event(.expired(.billingError))),
        ]
        for (moment, notice) in moves {
            #expect(subscription.step(at: Self.moment(moment - 1), rules) == nil)
            #expect(subscription.step(at: Self.moment(moment), rules) == notice)
        }
        #expect(subscription.expirationReason == .billingError)
        #expect(subscription.period == 1)
        #expect(subscription.step(at: Self.moment(1_000_000), try Self.rules()) == nil)
    }

    @Test func `Money within the grace period pays from the old end; money after it, from now`() throws {
        for (state, start) in [(State.gracePeriod, Self.month), (.billingRetry, 40_000)] {
            var subscription = try state.subscription()
            let change = subscription.step(at: Self.moment(40_000), try Self.rules())
            #expect(change?.event == .recovered)
            #expect(subscription.start == Self.moment(start))
            #expect(subscription.period == 2)
        }
    }

    @Test func `What costs nothing renews without any money`() throws {
        var subscription = try Self.active(SubscriptionFixture.news)
        #expect(
            subscription.step(at: Self.moment(Self.month), try Self.rules(fails: true))?.isCharged == true)
    }

    @Test func `A product that is not on sale any more is not renewed`() throws {
        var subscription = try Self.active()
        let rules = try Self.rules(without: SubscriptionFixture.silverPlus)
        #expect(
            subscription.step(at: Self.moment(Self.month), rules) == .event(.expired(.productUnavailable)))
        #expect(subscription.expirationReason == .productUnavailable)
    }

    @Test("A price that was not agreed to ends it", arguments: [State.asked, .declined])
    func priceIncrease(state: State) throws {
        var subscription = try state.subscription()
        let change = subscription.step(at: Self.moment(Self.month), try Self.rules())
        #expect(change == .event(.expired(.priceIncrease)))
        #expect(subscription.expirationReason == .priceIncrease)
    }

    @Test func `An introductory offer is used once: its periods first, then the full price, and not again`()
        throws
    {
        let rules = try Self.rules()
        var bronze = try Self.active(SubscriptionFixture.bronze)
        #expect(bronze.price == 500)
        var prices: [Int64] = []
        for _ in 0..<2 {
            _ = bronze.step(at: bronze.expires, rules)
            prices.append(bronze.price)
        }
        #expect(prices == [500, 9990])

        var silver = try Self.active(SubscriptionFixture.silver)
        #expect(silver.price == 0)
        #expect(silver.expires == Self.moment(2 * Self.month))
        _ = silver.step(at: silver.expires, rules)
        #expect(silver.expires == Self.moment(3 * Self.month))
        #expect(silver.offer == nil)
        _ = silver.expire(.voluntary)
        _ = silver.buy(try #require(rules.plans[SubscriptionFixture.silver]), at: Self.start, rules)
        #expect(silver.price == 9990)
    }

    @Test(
        arguments: [
            (State.active, "gold", "gold", .charged(.upgraded(hasOffer: false))),
            (.active, "silver", "silver", .charged(.upgraded(hasOffer: false))),
            (.active, "silver.year", "silver.plus", .changed(.product, .downgraded(hasOffer: false))),
            (.active, "bronze", "silver.plus", .changed(.product, .downgraded(hasOffer: false))),
            (.active, "silver.plus", "silver.plus", .refused(.alreadySubscribed)),
            (.toBeChanged, "silver.plus", "silver.plus", .changed(.renewal, .changeWithdrawn)),
            (.cancelled, "silver.plus", "silver.plus", .changed(.renewal, .autoRenewing(true))),
            (.cancelled, "gold", "gold", .charged(.upgraded(hasOffer: false))),
            (.gracePeriod, "silver.plus", "silver.plus", .charged(.recovered)),
            (.gracePeriod, "gold", "gold", .charged(.upgraded(hasOffer: false))),
            (.gracePeriod, "bronze", "silver.plus", .changed(.product, .downgraded(hasOffer: false))),
            (.billingRetry, "silver.plus", "silver.plus", .charged(.recovered)),
            (.billingRetry, "bronze", "bronze", .charged(.beganAgain)),
            (.expired, "silver.plus", "silver.plus", .charged(.beganAgain)),
            (.revoked, "bronze", "bronze", .charged(.beganAgain)),
        ] as [(State, ProductIdentifier, ProductIdentifier, Subscription.Purchase)])
    func `A purchase in the same group`(
        state: State, bought: ProductIdentifier, after: ProductIdentifier, purchase: Subscription.Purchase
    ) throws {
        var subscription = try state.subscription()
        let rules = try Self.rules()
        let now = Self.moment(1000)
        let plan = try #require(rules.plans[bought])
        let isCharged = if case .charged = purchase { true } else { false }
        #expect(subscription.buy(plan, at: now, rules) == purchase)
        #expect(subscription.product == after)
        #expect(subscription.renewalProduct == bought)
        #expect(subscription.isAutoRenewing)
        #expect(subscription.period == (isCharged ? 2 : 1))
        // The transaction of the period before, which an upgrade marks.
        #expect(subscription.transaction == 1)
        if isCharged { #expect(subscription.start == now) }
    }

    @Test(arguments: [
        (State.expired, 60, true), (.expired, 61, false), (.billingRetry, 60, true),
        (.billingRetry, 61, false),
    ])
    func `A short lapse is no interruption`(state: State, seconds: Int, isForgiven: Bool) throws {
        var rules = try Self.rules()
        rules.forgivenLapse = .seconds(60)
        var subscription = try state.subscription()
        let (since, again) = (subscription.since, subscription.expires.advanced(by: .seconds(seconds)))
        _ = subscription.buy(try #require(rules.plans[SubscriptionFixture.silver]), at: again, rules)
        #expect(subscription.since == (isForgiven ? since : again) && subscription.start == again)
    }

    @Test(arguments: [(30, true), (31, false)])
    func `A renewal that is paid after a long lapse begins anew`(seconds: Int, isForgiven: Bool) throws {
        var rules = try Self.rules()
        rules.forgivenLapse = .seconds(30)
        var subscription = try State.billingRetry.subscription()
        let (since, again) = (subscription.since, subscription.expires.advanced(by: .seconds(seconds)))
        #expect(subscription.step(at: again, rules)?.event == .recovered)
        #expect(subscription.since == (isForgiven ? since : again))
    }

    @Test func `What an offer makes free renews without any money`() throws {
        var subscription = try Self.active()
        subscription.nextOffer = Subscription.Offer(
            kind: .promotional, identifier: "o", mode: .free, price: 0, period: SubscriptionPeriod(1, .month),
            remaining: 0)
        let change = subscription.step(at: Self.moment(Self.month), try Self.rules(fails: true))
        #expect(change == SubscriptionChange(isCharged: true, event: .renewed) && subscription.price == 0)
    }

    @Test func `A question about a price is about one product, and waits while another one is chosen`() throws
    {
        let rules = try Self.rules()
        let own = try #require(rules.plans[SubscriptionFixture.silverPlus])
        let lower = try #require(rules.plans[SubscriptionFixture.bronze])
        var asked = try State.asked.subscription()
        _ = asked.buy(lower, at: asked.start, rules)
        #expect(asked.priceConsent == .notAsked)
        _ = asked.buy(own, at: asked.start, rules)
        #expect(asked.priceConsent == .pending)
        _ = asked.step(at: asked.expires, rules)
        #expect(asked.phase == .expired(.priceIncrease))

        var changed = try State.toBeChanged.subscription()
        _ = changed.perform(.requestPriceConsent, at: changed.start)
        _ = changed.buy(own, at: changed.start, rules)
        #expect(changed.priceConsent == .notAsked && changed.actions.contains(.requestPriceConsent))
        _ = changed.step(at: changed.expires, rules)
        #expect(changed.phase == .active && changed.period == 2)
    }

    @Test("A price that was asked about does not end a subscription that renews at another one")
    func purchaseAfterQuestion() throws {
        let rules = try Self.rules()
        for (state, product) in [
            (State.declined, SubscriptionFixture.silverPlus), (.declined, SubscriptionFixture.bronze),
            (.asked, SubscriptionFixture.bronze), (.asked, SubscriptionFixture.silverYear),
        ] {
            var subscription = try state.subscription()
            let plan = try #require(rules.plans[product])
            _ = subscription.buy(plan, at: subscription.start, rules)
            #expect(subscription.isAutoRenewing && subscription.priceConsent == .notAsked, "\(product)")
            #expect(subscription.actions.contains(.requestPriceConsent), "\(product)")
            _ = subscription.step(at: subscription.expires, rules)
            #expect(subscription.status == .active && subscription.product == product)
        }
    }

    @Test("A reversed refund gives the end back its reason", arguments: State.allCases)
    func reversal(state: State) throws {
        var subscription = try state.subscription()
        let before = subscription.phase
        guard subscription.perform(.refundPeriod, at: Self.start) != nil else { return }
        subscription.reinstate(at: subscription.expires)
        let reason: ExpirationReason =
            switch before {
            case .expired(let reason): reason
            case .gracePeriod, .billingRetry: .billingError
            case .active, .revoked: .voluntary
            }
        #expect(subscription.phase == .expired(reason))
    }

    @Test func `A downgrade comes with the next renewal`() throws {
        var subscription = try State.toBeChanged.subscription()
        _ = subscription.step(at: Self.moment(Self.month), try Self.rules())
        #expect(subscription.product == SubscriptionFixture.bronze)
        #expect(subscription.start == Self.moment(Self.month))
    }

    @Test func `No move is dated before the one that it follows`() throws {
        let rules = SubscriptionRules(
            rate: .oneRenewalEveryTwoSeconds, failsRenewals: true, allowsGracePeriod: true,
            plans: try SubscriptionFixture.catalogue().plans)
        let plan = try #require(rules.plans[SubscriptionFixture.silverYear])
        var subscription = Subscription.first(plan, account: "a", purchase: 1, at: Self.start, rules)
        let end = subscription.expires
        let (soon, late) = (end.adding(300), end.adding(4300))
        var (dates, events): ([Timestamp], [SubscriptionEvent?]) = ([], [])
        for now in [soon, late] {
            while events.count < 5 {
                let date = subscription.moment(ofStepAt: now)
                guard let change = subscription.step(at: now, rules) else { break }
                dates.append(date)
                events.append(change.event)
            }
        }
        #expect(events == [.notPaid(hasGracePeriod: true), .gracePeriodEnded, .expired(.billingError)])
        #expect(dates == [soon, end.adding(2000), late])
    }

    @Test("The renewal is put off only if it was paid", arguments: State.allCases)
    func extensions(state: State) throws {
        var subscription = try state.subscription()
        let before = subscription
        let change = subscription.extend(
            byDays: 10, as: "r", at: subscription.start, try Self.rules())
        #expect((change != nil) == (before.status == .active))
        #expect(subscription.expires == before.expires.adding(before.status == .active ? 10_000 : 0))
    }

    @Test(arguments: CatalogueOffer.Kind.allCases)
    func `An offer is kept with the number of its kind`(kind: CatalogueOffer.Kind) throws {
        let offer = Subscription.Offer(
            kind: kind, identifier: "o", mode: .free, price: 0, period: SubscriptionPeriod(1, .month),
            remaining: 0)
        let text = try SentJSON.text(offer)
        #expect(text.contains("\"kind\":\(kind.rawValue)"))
        #expect(try ReceivedJSON.decode(Subscription.Offer.self, from: text.utf8) == offer)
    }

    @Test func `The rest of an offer stays with its product`() throws {
        let rules = try Self.rules()
        let offer = Subscription.Offer(
            kind: .promotional, identifier: "o", mode: .payAsYouGo, price: 500,
            period: SubscriptionPeriod(1, .month), remaining: 2)
        var subscription = Subscription.first(
            try #require(rules.plans[SubscriptionFixture.gold]), with: offer, account: "a", purchase: 1,
            at: Self.start, rules)
        _ = subscription.buy(try #require(rules.plans[SubscriptionFixture.bronze]), at: Self.start, rules)
        #expect(subscription.renewalOffer == nil)
        _ = subscription.step(at: subscription.expires, rules)
        #expect(subscription.product == SubscriptionFixture.bronze)
        #expect(subscription.price == 9990 && subscription.offer == nil)
    }

    @Test(arguments: [State.gracePeriod, .billingRetry])
    func `What is not paid can be ended, and the end of what was paid stays`(state: State) throws {
        var subscription = try state.subscription()
        let end = subscription.expires
        #expect(subscription.perform(.expire, at: end.adding(1000)) == .event(.expired(.voluntary)))
        #expect(subscription.expires == end)
    }
}
