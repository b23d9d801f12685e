import StoreModel
import Testing

@testable import StoreRules

/// How long periods take, by the calendar and at Xcode's rates.
@Suite struct PeriodLengthTests {
    /// 2028-01-31 12:00 UTC: the month after it has 29 days.
    private let start = Timestamp(milliseconds: 1_832_932_800_000)

    @Test(arguments: [
        ("P3D", "2028-02-03T12:00:00Z"), ("P1W", "2028-02-07T12:00:00Z"), ("P1M", "2028-02-29T12:00:00Z"),
        ("P2M", "2028-03-31T12:00:00Z"), ("P3M", "2028-04-30T12:00:00Z"), ("P13M", "2029-02-28T12:00:00Z"),
        ("P1Y", "2029-01-31T12:00:00Z"), ("P11M", "2028-12-31T12:00:00Z"),
    ])
    func `In real time periods are the calendar's`(period: String, end: String) throws {
        let period = try #require(SubscriptionPeriod(period))
        #expect(TimeRate.realTime.end(of: period, from: start, day: 31).rfc3339 == end)
    }

    @Test
    func `A subscription of the 31st renews on the last day of short months and comes back to the 31st`() {
        var date = start
        var days: [Int] = []
        for _ in 0..<12 {
            date = TimeRate.realTime.end(of: SubscriptionPeriod(1, .month), from: date, day: 31)
            days.append(date.dayOfMonth)
        }
        #expect(days == [29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31])
    }

    @Test(arguments: [
        (TimeRate.oneSecondIsOneDay, "P1W", 7), (.oneSecondIsOneDay, "P1Y", 365),
        (.oneMinuteIsOneDay, "P1M", 1800),
        (.oneHourIsOneDay, "P1D", 3600), (.monthlyRenewalEveryThirtySeconds, "P3D", 3),
        (.monthlyRenewalEveryThirtySeconds, "P2M", 60), (.monthlyRenewalEveryHour, "P1Y", 43_200),
        (.oneRenewalEveryTwoSeconds, "P1W", 2), (.oneRenewalEveryTwoSeconds, "P1Y", 2),
        (.oneRenewalEveryFifteenMinutes, "P6M", 900),
    ])
    func `At a rate periods take seconds`(rate: TimeRate, period: String, seconds: Int) throws {
        let period = try #require(SubscriptionPeriod(period))
        #expect(
            rate.end(of: period, from: start, day: 31).milliseconds - start.milliseconds == Int64(seconds)
                * 1000)
    }

    @Test(
        arguments: [
            (.monthlyRenewalEveryHour, 900), (.monthlyRenewalEveryThirtyMinutes, 600),
            (.monthlyRenewalEveryFifteenMinutes, 300), (.monthlyRenewalEveryFiveMinutes, 180),
            (.monthlyRenewalEveryThirtySeconds, 10),
        ] as [(TimeRate, Int64)])
    func `At a monthly rate a week is as long as in Xcode, and seven days are a week`(
        rate: TimeRate, seconds: Int64
    ) throws {
        for (text, weeks) in [("P1W", 1), ("P7D", 1), ("P2W", 2), ("P14D", 2)] as [(String, Int64)] {
            let period = try #require(SubscriptionPeriod(text))
            #expect(rate.end(of: period, from: start, day: 31) == start.adding(weeks * seconds * 1000))
        }
    }

    @Test(arguments: [
        (OfferMode.payAsYouGo, "P1M", 2, "P2M"), (.payAsYouGo, "P2W", 2, "P4W"),
        (.payAsYouGo, "P3D", 2, "P6D"), (.payAsYouGo, "P1Y", 2, "P2Y"), (.payUpFront, "P6M", 1, "P6M"),
        (.free, "P1W", 1, "P1W"),
    ])
    func `A signed offer is as long as all its periods`(
        mode: OfferMode, period: String, count: Int, length: String
    ) throws {
        let offer = CatalogueOffer(
            kind: .promotional, identifier: "o", mode: mode, priceMilliunits: 0,
            period: try #require(SubscriptionPeriod(period)), periodCount: count)
        #expect(Subscription.Offer(offer).period.description == length)
    }

    @Test(
        arguments: [
            (.realTime, 6 * 86_400, 16 * 86_400), (.oneSecondIsOneDay, 6, 16),
            (.monthlyRenewalEveryHour, 771, 1800), (.monthlyRenewalEveryThirtyMinutes, 514, 900),
            (.monthlyRenewalEveryFifteenMinutes, 257, 450), (.monthlyRenewalEveryFiveMinutes, 154, 150),
            (.monthlyRenewalEveryThirtySeconds, 9, 15), (.oneRenewalEveryFifteenMinutes, 900, 900),
            (.oneRenewalEveryFiveMinutes, 300, 300), (.oneRenewalEveryMinute, 60, 60),
            (.oneRenewalEveryThirtySeconds, 30, 30), (.oneRenewalEveryTenSeconds, 10, 10),
            (.oneRenewalEveryTwoSeconds, 2, 2),
        ] as [(TimeRate, Int64, Int64)])
    func `Grace is as long as Apple says, with lengths of its own for a week or less`(
        rate: TimeRate, weekly: Int64, other: Int64
    ) throws {
        for text in ["P3D", "P7D", "P1W"] {
            let period = try #require(SubscriptionPeriod(text))
            #expect(rate.grace(of: period) == weekly * 1000, "\(text)")
        }
        for text in ["P1M", "P2M", "P1Y"] {
            let period = try #require(SubscriptionPeriod(text))
            #expect(rate.grace(of: period) == other * 1000, "\(text)")
        }
    }

    @Test func `Days of retry and of an extension shrink as a month does and take a second at least`() {
        #expect(TimeRate.realTime.span(ofDays: 60) == 60 * 86_400_000)
        #expect(TimeRate.oneSecondIsOneDay.span(ofDays: 60) == 60_000)
        #expect(TimeRate.monthlyRenewalEveryThirtySeconds.span(ofDays: 60) == 60_000)
        #expect(TimeRate.oneRenewalEveryTwoSeconds.span(ofDays: 60) == 4000)
        #expect(TimeRate.oneRenewalEveryTwoSeconds.span(ofDays: 16) == 1066)
        #expect(TimeRate.oneRenewalEveryTwoSeconds.span(ofDays: 6) == 1000)
    }

    @Test(
        "At each rate grace and retry end in turn, at whole seconds, and an extension moves the end",
        arguments: TimeRate.allCases, ["P1D", "P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"])
    func unpaidAndExtended(rate: TimeRate, period: String) throws {
        let plan = SubscriptionPlan(
            product: "plan",
            terms: CatalogueSubscription(
                group: "g", level: 1, period: try #require(SubscriptionPeriod(period)), offers: []),
            price: 9990)
        let rules = SubscriptionRules(
            rate: rate, failsRenewals: true, allowsGracePeriod: true, plans: ["plan": plan])
        let first = Subscription.first(plan, account: "a", purchase: 1, at: start, rules)

        var unpaid = first
        _ = unpaid.step(at: first.expires, rules)
        guard case .gracePeriod(let until, let retryUntil) = unpaid.phase else {
            Issue.record("\(unpaid.phase)")
            return
        }
        #expect(until > first.expires && retryUntil > until)
        #expect(until == until.wholeSecond && retryUntil == retryUntil.wholeSecond)
        #expect(unpaid.step(at: until.adding(-1), rules) == nil)

        var extended = first
        #expect(extended.extend(byDays: 1, as: "r", at: start, rules) != nil)
        #expect(extended.expires > first.expires)
    }
}
