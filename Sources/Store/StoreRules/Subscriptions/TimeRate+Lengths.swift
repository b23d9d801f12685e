internal import StoreModel

/// When the periods of subscriptions end, at the store's rate and by the calendar. `Subscription` uses it
/// when it moves.
extension TimeRate {
    private static let day: Int64 = 86_400_000

    /// When a period that begins at `start` ends, or the last of `count` in a row. Calendar months end on
    /// `day`, or on the month's last day if it has no such day. So a subscription that began on the 31st
    /// returns to the 31st.
    func end(
        of period: SubscriptionPeriod, times count: Int = 1, from start: Timestamp, day: Int
    ) -> Timestamp {
        if let length = length(of: period) { return start.adding(length * Int64(count)) }
        let period = period * count
        return switch period.unit {
        case .day, .week: start.adding(Int64(period.days) * Self.day)
        case .month: start.addingMonths(period.count, day: day)
        case .year: start.addingMonths(period.count * 12, day: day)
        }
    }

    /// Whether a period ends by the calendar's months, not after a fixed time.
    func countsMonths(of period: SubscriptionPeriod) -> Bool {
        self == .realTime && (period.unit == .month || period.unit == .year)
    }

    /// How long some days of grace, of billing retry or of an extension take, in milliseconds. They are
    /// shortened as a month is, whatever the period of the subscription, and take a second at least, because
    /// its dates are whole seconds.
    func span(ofDays days: Int) -> Int64 {
        let month = SubscriptionPeriod(1, .month)
        guard let length = length(of: month) else { return Int64(days) * Self.day }
        return max(1000, length * Int64(days) / Int64(month.days))
    }

    /// How long a period takes; nil if it depends on the calendar.
    private func length(of period: SubscriptionPeriod) -> Int64? {
        let minute: Int64 = 60_000
        func ofDays(_ day: Int64) -> Int64 { day * Int64(period.days) }
        func ofMonths(_ month: Int64) -> Int64 {
            switch period.unit {
            case .day, .week: month * Int64(period.days) / 30
            case .month: month * Int64(period.count)
            case .year: month * 12 * Int64(period.count)
            }
        }
        return switch self {
        case .realTime: nil
        case .oneHourIsOneDay: ofDays(60 * minute)
        case .thirtyMinutesIsOneDay: ofDays(30 * minute)
        case .fiveMinutesIsOneDay: ofDays(5 * minute)
        case .oneMinuteIsOneDay: ofDays(minute)
        case .thirtySecondsIsOneDay: ofDays(minute / 2)
        case .oneSecondIsOneDay: ofDays(1000)
        case .monthlyRenewalEveryHour: ofMonths(60 * minute)
        case .monthlyRenewalEveryThirtyMinutes: ofMonths(30 * minute)
        case .monthlyRenewalEveryFifteenMinutes: ofMonths(15 * minute)
        case .monthlyRenewalEveryFiveMinutes: ofMonths(5 * minute)
        case .monthlyRenewalEveryThirtySeconds: ofMonths(minute / 2)
        case .oneRenewalEveryFifteenMinutes: 15 * minute
        case .oneRenewalEveryFiveMinutes: 5 * minute
        case .oneRenewalEveryMinute: minute
        case .oneRenewalEveryThirtySeconds: minute / 2
        case .oneRenewalEveryTenSeconds: 10_000
        case .oneRenewalEveryTwoSeconds: 2000
        }
    }
}

extension SubscriptionPeriod {
    /// About how many days it has: 30 for a month, 365 for a year.
    var days: Int {
        switch unit {
        case .day: count
        case .week: count * 7
        case .month: count * 30
        case .year: count * 365
        }
    }
}

extension Timestamp {
    /// The day of the month, in UTC.
    var dayOfMonth: Int { calendarFields().day }

    /// Whether it is on the last day of its month, in UTC.
    var isOnLastDayOfMonth: Bool {
        let fields = calendarFields()
        return fields.day == Self.length(of: fields.month, in: fields.year)
    }

    /// The same time of day `months` later, on `day` of the month or on its last day.
    fileprivate func addingMonths(_ months: Int, day: Int) -> Timestamp {
        let fields = calendarFields()
        let (years, month) = (fields.month - 1 + months).quotientAndRemainder(dividingBy: 12)
        let year = fields.year + years
        let midnight = Self.days(
            year: year, month: month + 1, day: min(day, Self.length(of: month + 1, in: year)))
        let today = Self.days(year: fields.year, month: fields.month, day: fields.day)
        return adding(Int64(midnight - today) * 86_400_000)
    }

    private static func length(of month: Int, in year: Int) -> Int {
        days(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
            - days(year: year, month: month, day: 1)
    }

    /// Days from 1970-01-01 to a day of the calendar (Howard Hinnant's days_from_civil), for years from 1.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let yearOfEra = year % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year / 400 * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
