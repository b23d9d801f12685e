/// How fast the periods of subscriptions pass: the numbers of `SKTestSession.TimeRate`, which StoreKit configuration
/// files have, too. The settings screen and tests set it, `SubscriptionRules` shortens periods by it. The clock runs as
/// ever.
package enum TimeRate: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Periods of the calendar.
    case realTime = 0
    case oneHourIsOneDay = 1
    case thirtyMinutesIsOneDay = 2
    case fiveMinutesIsOneDay = 3
    case oneMinuteIsOneDay = 4
    case thirtySecondsIsOneDay = 5
    case oneSecondIsOneDay = 6
    /// A month takes an hour; other periods in proportion.
    case monthlyRenewalEveryHour = 10
    case monthlyRenewalEveryThirtyMinutes = 11
    case monthlyRenewalEveryFifteenMinutes = 12
    case monthlyRenewalEveryFiveMinutes = 13
    case monthlyRenewalEveryThirtySeconds = 15
    /// Any period takes a quarter of an hour.
    case oneRenewalEveryFifteenMinutes = 1000
    case oneRenewalEveryFiveMinutes = 1001
    case oneRenewalEveryMinute = 1002
    case oneRenewalEveryThirtySeconds = 1003
    case oneRenewalEveryTenSeconds = 1004
    case oneRenewalEveryTwoSeconds = 1005
}
