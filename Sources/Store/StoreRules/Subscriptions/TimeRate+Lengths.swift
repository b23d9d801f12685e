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

    /// How long some days of billing retry or of an extension take, in milliseconds. They are shortened as a
    /// month is, whatever the period of the subscription, and take a second at least, because its dates are
    /// whole seconds.
    func span(ofDays days: Int) -> Int64 {
        let month = SubscriptionPeriod(1, .month)
        guard let length = length(of: month) else { return Int64(days) * Self.day }
        return max(1000, length * Int64(days) / Int64(month.days))
    }

    /// How long the grace period of a plan takes, in milliseconds: Apple's 6 days if the plan is for a week
    /// or less, and 16 days otherwise. At a monthly rate, Xcode has 6/7 of a week, rounded to seconds, and
    /// half a month. At a rate for any period, the grace period is as long as a period.
    func grace(of period: SubscriptionPeriod) -> Int64 {
        let isWeekly = period.days <= 7
        switch scale {
        case .calendar, .day: return span(ofDays: isWeekly ? 6 : 16)
        case .month(let month, week: let week):
            let sixDays = week * 6 / 7
            return isWeekly ? (sixDays + 500) / 1000 * 1000 : month / 2
        case .period(let length): return length
        }
    }

    /// How long a period takes; nil if it depends on the calendar.
    private func length(of period: SubscriptionPeriod) -> Int64? {
        switch scale {
        case .calendar: nil
        case .day(let day): day * Int64(period.days)
        case .month(let month, week: let week):
            switch period.unit {
            case .day, .week: week * Int64(period.days / 7) + month * Int64(period.days % 7) / 30
            case .month: month * Int64(period.count)
            case .year: month * 12 * Int64(period.count)
            }
        case .period(let length): length
        }
    }

    /// What takes how long at a rate, in milliseconds.
    private enum Scale {
        case calendar
        case day(Int64)
        /// In Xcode, a week takes more than its part of a month.
        case month(Int64, week: Int64)
        /// Each period, however long.
        case period(Int64)
    }

    private var scale: Scale {
        let minute: Int64 = 60_000
        return switch self {
        case .realTime: .calendar
        case .oneHourIsOneDay: .day(60 * minute)
        case .thirtyMinutesIsOneDay: .day(30 * minute)
        case .fiveMinutesIsOneDay: .day(5 * minute)
        case .oneMinuteIsOneDay: .day(minute)
        case .thirtySecondsIsOneDay: .day(minute / 2)
        case .oneSecondIsOneDay: .day(1000)
        case .monthlyRenewalEveryHour: .month(60 * minute, week: 15 * minute)
        case .monthlyRenewalEveryThirtyMinutes: .month(30 * minute, week: 10 * minute)
        case .monthlyRenewalEveryFifteenMinutes: .month(15 * minute, week: 5 * minute)
        case .monthlyRenewalEveryFiveMinutes: .month(5 * minute, week: 3 * minute)
        case .monthlyRenewalEveryThirtySeconds: .month(minute / 2, week: 10_000)
        case .oneRenewalEveryFifteenMinutes: .period(15 * minute)
        case .oneRenewalEveryFiveMinutes: .period(5 * minute)
        case .oneRenewalEveryMinute: .period(minute)
        case .oneRenewalEveryThirtySeconds: .period(minute / 2)
        case .oneRenewalEveryTenSeconds: .period(10_000)
        case .oneRenewalEveryTwoSeconds: .period(2000)
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
