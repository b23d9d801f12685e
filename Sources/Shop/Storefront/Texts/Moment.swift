internal import StoreModel

/// Dates and times as text for the views and the plain storefront, in the reader's language and time zone.
enum Moment {
    /// `05:12:00`.
    static func time(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        let fields = moment.calendarFields(secondsFromUTC: options.timeZone.seconds(moment))
        return "\(two(fields.hour)):\(two(fields.minute)):\(two(fields.second))"
    }

    /// `2026-11-21`, or `21/11/2026` in some languages.
    static func date(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        let fields = moment.calendarFields(secondsFromUTC: options.timeZone.seconds(moment))
        return options.language.strings.date(
            year: String(fields.year), month: two(fields.month), day: two(fields.day))
    }

    /// `2026-11-21 05:12:00`.
    static func dateAndTime(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        "\(date(moment, options)) \(time(moment, options))"
    }

    /// `2026-11-21 05:12`, for places with little room.
    static func dateAndMinute(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        String(dateAndTime(moment, options).dropLast(3))
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
