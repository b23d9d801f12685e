/// How fast the periods of subscriptions pass: the cases and numbers of `SKTestSession.TimeRate`, which
/// StoreKit configuration files use, too. Grace periods take as long as in Xcode. Billing retry and
/// extensions are accelerated as much as a month is, and take a second at least. The clock itself runs as
/// before.
public enum TimeRate: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Periods of the calendar.
    case realTime = 0
    /// A day takes an hour.
    case oneHourIsOneDay = 1
    /// A day takes half an hour.
    case thirtyMinutesIsOneDay = 2
    /// A day takes five minutes.
    case fiveMinutesIsOneDay = 3
    /// A day takes a minute.
    case oneMinuteIsOneDay = 4
    /// A day takes half a minute.
    case thirtySecondsIsOneDay = 5
    /// A day takes a second.
    case oneSecondIsOneDay = 6
    /// A month takes an hour, a week a quarter of an hour, and other periods their part of a month. The next
    /// four cases work the same way.
    case monthlyRenewalEveryHour = 10
    /// A month takes half an hour, and a week ten minutes.
    case monthlyRenewalEveryThirtyMinutes = 11
    /// A month takes a quarter of an hour, and a week five minutes.
    case monthlyRenewalEveryFifteenMinutes = 12
    /// A month takes five minutes, and a week three.
    case monthlyRenewalEveryFiveMinutes = 13
    /// A month takes half a minute, and a week ten seconds.
    case monthlyRenewalEveryThirtySeconds = 15
    /// Any period takes a quarter of an hour.
    case oneRenewalEveryFifteenMinutes = 1000
    /// Any period takes five minutes.
    case oneRenewalEveryFiveMinutes = 1001
    /// Any period takes a minute.
    case oneRenewalEveryMinute = 1002
    /// Any period takes half a minute.
    case oneRenewalEveryThirtySeconds = 1003
    /// Any period takes ten seconds.
    case oneRenewalEveryTenSeconds = 1004
    /// Any period takes two seconds.
    case oneRenewalEveryTwoSeconds = 1005
}
