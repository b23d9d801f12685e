import Foundation

extension StoreTestSession {
    /// The settings of a session's store, by the names of `SKTestSession`'s properties.
    public struct Settings: Hashable, Sendable, Codable {
        /// Whether each purchase waits for an approval.
        public var askToBuyEnabled: Bool
        /// Whether each purchase fails until it is resolved.
        public var interruptedPurchasesEnabled: Bool
        /// Whether renewals of subscriptions fail to be paid. When this is turned off, those that wait
        /// are paid.
        public var shouldEnterBillingRetryOnRenewal: Bool
        /// Whether a subscription whose renewal was not paid may be used for a while.
        public var billingGracePeriodIsEnabled: Bool
        /// How fast the periods of subscriptions pass; applies to periods that begin from now on.
        public var timeRate: TimeRate
        /// What each purchase fails with; nil if purchases do not fail.
        public internal(set) var failure: StoreError?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case askToBuyEnabled = "asksToBuy"
            case interruptedPurchasesEnabled = "interruptsPurchases"
            case shouldEnterBillingRetryOnRenewal = "failsRenewals"
            case billingGracePeriodIsEnabled = "allowsGracePeriod"
            case timeRate
            case failure = "everyFailure"
        }
    }

    /// How fast the periods of subscriptions pass. Cases and numbers are those of `SKTestSession.TimeRate`.
    /// Grace periods take as long as in Xcode. Billing retry and extensions are sped up as much as a month,
    /// and take a second at least.
    public enum TimeRate: Int, Hashable, Sendable, Codable, CaseIterable {
        /// Real periods of the calendar.
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
        /// A month takes an hour, a week a quarter of an hour, and other periods their part of a month. The
        /// next four cases work the same way.
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
}
