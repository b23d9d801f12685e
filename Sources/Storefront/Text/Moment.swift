internal import StoreModel

/// Moments as the screens write them, on the reader's clock.
enum Moment {
    /// `05:12:00`.
    static func time(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        let fields = moment.calendarFields(secondsFromUTC: options.secondsFromUTC)
        return "\(two(fields.hour)):\(two(fields.minute)):\(two(fields.second))"
    }

    /// `2026-11-21 05:12:00`.
    static func dateAndTime(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        let fields = moment.calendarFields(secondsFromUTC: options.secondsFromUTC)
        return "\(fields.year)-\(two(fields.month))-\(two(fields.day)) " + time(moment, options)
    }

    /// `2026-11-21 05:12`, where there is little room.
    static func dateAndMinute(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        String(dateAndTime(moment, options).dropLast(3))
    }

    /// `2026-11-21`.
    static func date(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        String(dateAndTime(moment, options).prefix(10))
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
