import Foundation
import StoreModel
import Testing

@testable import StoreRules

/// Every period has the length of its plan or of its offer, counted by Foundation's calendar and not by the
/// store. This covers all offers, plans and payment modes, and all ways to get an offer, from the last days
/// of months in years of 365 and 366 days.
@Suite struct BillingAnchorTests {
    /// How a customer gets an offer.
    enum Way: CaseIterable, Sendable {
        /// The introductory offer of the first purchase.
        case introductory
        /// A code, with the first purchase.
        case code
        /// A promotional or a win-back offer that a subscription begins again with.
        case again
        /// A promotional offer for the plan that is running, from its next renewal on.
        case atRenewal
        /// A change from a weekly plan, made at its renewal, and an offer of the new plan.
        case withChange
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func periods(_ texts: [String]) -> [SubscriptionPeriod] {
        texts.compactMap { SubscriptionPeriod($0) }
    }

    private static let plans = periods(["P3D", "P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"])
    private static let offers = periods(["P3D", "P1W", "P2W", "P1M", "P2M", "P3M", "P6M", "P1Y"])

    /// Noon of each of the last days of January, February, April and December.
    private static let starts: [Date] = [2026, 2027, 2028].flatMap { year in
        [(1, 28), (1, 29), (1, 30), (1, 31), (2, 28), (2, 29), (4, 30), (12, 31)].compactMap { month, day in
            let parts = DateComponents(
                calendar: calendar, timeZone: .gmt, year: year, month: month, day: day, hour: 12)
            return parts.isValidDate ? parts.date : nil
        }
    }

    private static func end(of period: SubscriptionPeriod, times count: Int = 1, from start: Date) -> Date {
        let unit: Calendar.Component =
            switch period.unit {
            case .day: .day
            case .week: .weekOfYear
            case .month: .month
            case .year: .year
            }
        return calendar.date(byAdding: unit, value: period.count * count, to: start) ?? .distantPast
    }

    private static func plan(
        _ product: ProductIdentifier, level: Int = 1, _ period: SubscriptionPeriod,
        _ offers: [CatalogueOffer] = []
    ) -> SubscriptionPlan {
        SubscriptionPlan(
            product: product,
            terms: CatalogueSubscription(group: "g", level: level, period: period, offers: offers),
            price: 9990)
    }

    private static func rules(_ plans: [SubscriptionPlan], rate: TimeRate = .realTime) -> SubscriptionRules {
        SubscriptionRules(
            rate: rate, failsRenewals: false, allowsGracePeriod: false,
            plans: Dictionary(uniqueKeysWithValues: plans.map { ($0.product, $0) }))
    }

    private static func moment(_ date: Date) -> Timestamp {
        Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
    }

    private static func first(
        _ plan: SubscriptionPlan, with offer: Subscription.Offer? = nil, at start: Date
    ) -> Subscription {
        Subscription.first(
            plan, with: offer, account: "a", purchase: 1, at: moment(start), rules([plan]))
    }

    /// A subscription at the end of the period before its offer, or in the first period of it.
    private static func subscription(
        _ way: Way, _ plan: SubscriptionPlan, _ offer: CatalogueOffer, at start: Date,
        _ rules: SubscriptionRules
    ) throws -> Subscription {
        let wanted = Subscription.Offer(offer)
        switch way {
        case .introductory:
            return first(Self.plan(plan.product, plan.terms.period, [offer]), at: start)
        case .code:
            return first(plan, with: wanted, at: start)
        case .again:
            // An anchor of its own, on another day.
            var subscription = first(plan, at: start.addingTimeInterval(-1000 * 86_400))
            _ = subscription.expire(.voluntary)
            _ = subscription.buy(plan, with: wanted, at: moment(start), rules)
            return subscription
        case .atRenewal, .withChange:
            let before = way == .atRenewal ? plan : try #require(rules.plans["weekly"])
            var subscription = first(before, at: start)
            _ = subscription.buy(plan, with: wanted, at: moment(start).adding(1000), rules)
            #expect(subscription.period == 1 && subscription.nextOffer == wanted)
            _ = subscription.step(at: subscription.expires, rules)
            #expect(subscription.period == 2 && subscription.product == plan.product)
            return subscription
        }
    }

    @Test(arguments: Way.allCases, [OfferMode.free, .payAsYouGo, .payUpFront])
    func `After every offer each paid period has its plan's own length`(way: Way, mode: OfferMode) throws {
        var (wrong, checked): ([String], Int) = ([], 0)
        for start in Self.starts {
            for period in Self.plans {
                // With offers that are paid as one goes, the periods are the plan's.
                for offerPeriod in mode == .payAsYouGo ? [period] : Self.offers {
                    let count = mode == .payAsYouGo ? 3 : 1
                    let offer = CatalogueOffer(
                        kind: way == .introductory ? .introductory : .promotional, identifier: "o",
                        mode: mode,
                        priceMilliunits: mode == .free ? 0 : 990,
                        period: offerPeriod, periodCount: count)
                    let plan = Self.plan("plan", level: 2, period)
                    let rules = Self.rules([plan, Self.plan("weekly", SubscriptionPeriod(1, .week))])
                    var subscription = try Self.subscription(way, plan, offer, at: start, rules)

                    // The plan's periods are counted from its first one. An offer that is paid once has its
                    // own periods before them.
                    var expected: [Date] = []
                    var anchor = subscription.start.date
                    // A plan that counts in months keeps its day if it is renewed with an offer of the
                    // same plan.
                    var passed = 0
                    if way == .atRenewal, period.unit != .day, period.unit != .week {
                        (anchor, passed) = (start, 1)
                    }
                    if mode == .payAsYouGo {
                        expected = (1...8).map { Self.end(of: period, times: passed + $0, from: anchor) }
                    } else {
                        let base = subscription.start.date
                        let kept = offerPeriod.unit == .day || offerPeriod.unit == .week || passed == 0
                        // In months of the running plan, on its day.
                        let end =
                            kept
                            ? Self.end(of: offerPeriod, from: base)
                            : Self.end(
                                of: SubscriptionPeriod(
                                    Self.months(offerPeriod) + Self.months(period), .month),
                                from: start)
                        expected = [end] + (1...7).map { Self.end(of: period, times: $0, from: end) }
                    }
                    var actual = [subscription.expires.date]
                    for _ in 2...8 {
                        _ = subscription.step(at: subscription.expires, rules)
                        actual.append(subscription.expires.date)
                    }
                    checked += 1
                    if actual != expected {
                        wrong.append(
                            "\(period) after \(mode) \(offerPeriod) from \(start): \(actual), not \(expected)"
                        )
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(checked): \(wrong.prefix(3).joined(separator: "\n"))")
    }

    private static func months(_ period: SubscriptionPeriod) -> Int {
        period.unit == .year ? period.count * 12 : period.count
    }

    @Test func `Without an offer a plan keeps its day: 31 January, the last of February, 31 March`() {
        for start in Self.starts {
            for period in Self.plans {
                var subscription = Self.first(Self.plan("plan", period), at: start)
                let rules = Self.rules([Self.plan("plan", period)])
                for count in 1...12 {
                    #expect(subscription.expires.date == Self.end(of: period, times: count, from: start))
                    _ = subscription.step(at: subscription.expires, rules)
                }
            }
        }
    }

    /// Something that ends a period at another time than the calendar's. The next period is then a whole one.
    enum Ending: CaseIterable, Sendable { case renewedByHand, putOff, change, recovery, rate }

    @Test(arguments: Ending.allCases)
    func `After an end that is not the calendar's a whole period follows`(ending: Ending) throws {
        let month = SubscriptionPeriod(1, .month)
        let (plan, weekly) = (
            Self.plan("plan", level: 2, month), Self.plan("weekly", SubscriptionPeriod(1, .week))
        )
        let rules = Self.rules([plan, weekly])
        for start in Self.starts {
            var subscription = Self.first(plan, at: start)
            var now = subscription.start.adding(9 * 86_400_000)
            switch ending {
            case .renewedByHand: _ = subscription.perform(.renew, at: now)
            case .putOff:
                _ = subscription.extend(byDays: 9, as: "r", at: now, rules)
                now = subscription.expires
            case .change:
                // Four weeks from 31 January end on the last day of February, as the months of the
                // 31st would.
                subscription = Self.first(weekly, at: start)
                for _ in 1..<4 { _ = subscription.step(at: subscription.expires, rules) }
                _ = subscription.buy(plan, at: subscription.start, rules)
                now = subscription.expires
            case .recovery:
                subscription.hasBillingProblem = true
                _ = subscription.step(at: subscription.expires, rules)
                now = subscription.expires.adding(9 * 86_400_000)
                subscription.hasBillingProblem = false
            case .rate:
                // Its first period passes at a test rate, and real time follows.
                let fast = Self.rules([plan], rate: .oneHourIsOneDay)
                subscription = Subscription.first(
                    plan, account: "a", purchase: 1, at: Self.moment(start), fast)
                now = subscription.expires
            }
            _ = subscription.step(at: now, rules)
            #expect(subscription.product == plan.product && subscription.start == now)
            for count in 1...6 {
                #expect(subscription.expires.date == Self.end(of: month, times: count, from: now.date))
                _ = subscription.step(at: subscription.expires, rules)
            }
        }
    }
}
