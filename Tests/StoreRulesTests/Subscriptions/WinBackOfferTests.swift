import StoreModel
import Testing

@testable import StoreRules

/// Which win-back offers a customer is told of, and in which order.
@Suite struct WinBackOfferTests {
    private static func offer(
        _ identifier: String, _ mode: OfferMode, _ price: Int64, _ period: String, _ count: Int = 1,
        kind: CatalogueOffer.Kind = .winBack
    ) throws -> CatalogueOffer {
        CatalogueOffer(
            kind: kind, identifier: identifier, mode: mode, priceMilliunits: price,
            period: try #require(SubscriptionPeriod(period)), periodCount: count)
    }

    private static func plan(_ offers: [CatalogueOffer], price: Int64 = 10_000) -> SubscriptionPlan {
        SubscriptionPlan(
            product: "plan",
            terms: CatalogueSubscription(
                group: "g", level: 1, period: SubscriptionPeriod(1, .month), offers: offers), price: price)
    }

    @Test func `What saves most comes first, in whichever order the catalogue has them`() throws {
        // 2.33, 6, 10, 15 and 20 of a price of 10 a month.
        let best = [
            try Self.offer("two free months", .free, 0, "P2M"),
            try Self.offer("three at half", .payAsYouGo, 5000, "P1M", 3),
            try Self.offer("a free month", .free, 0, "P1M"),
            try Self.offer("two for 14", .payUpFront, 14_000, "P2M"),
            try Self.offer("a free week", .free, 0, "P1W"),
        ]
        let others = try [CatalogueOffer.Kind.introductory, .promotional, .code].map {
            try Self.offer("\($0)", .free, 0, "P1Y", kind: $0)
        }
        for turn in 0..<best.count {
            let plan = Self.plan(others + best[turn...] + best[..<turn])
            var subscription = Self.subscription(to: plan)
            #expect(plan.winBackOffers(for: subscription).isEmpty)
            _ = subscription.expire(.voluntary)
            #expect(plan.winBackOffers(for: subscription).map(\.identifier) == best.map(\.identifier))
        }
    }

    @Test func `The highest price for the longest time is no trouble`() throws {
        let offers = [
            try Self.offer("a month", .free, 0, "P1M"), try Self.offer("a century", .free, 0, "P100Y"),
        ]
        let plan = Self.plan(offers, price: 999_999_999_999_000)
        var subscription = Self.subscription(to: plan)
        _ = subscription.expire(.voluntary)
        #expect(plan.winBackOffers(for: subscription).map(\.identifier) == ["a century", "a month"])
    }

    private static func subscription(to plan: SubscriptionPlan) -> Subscription {
        let rules = SubscriptionRules(
            rate: .realTime, failsRenewals: false, allowsGracePeriod: false, plans: [plan.product: plan])
        return Subscription.first(plan, account: "a", purchase: 1, at: Timestamp(milliseconds: 0), rules)
    }
}
