internal import StoreModel

/// Dates and times as text for the views and the plain storefront, in the reader's language and time zone.
enum Moment {
    /// `05:12:00`.
    static func time(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        let fields = moment.calendarFields(secondsFromUTC: options.timeZone.seconds(moment))
        return "\(fields.hour.padded(to: 2)):\(fields.minute.padded(to: 2)):\(fields.second.padded(to: 2))"
    }

    /// `2026-11-21`, or `21/11/2026` in some languages.
    static func date(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        let fields = moment.calendarFields(secondsFromUTC: options.timeZone.seconds(moment))
        return options.language.strings.date(
            year: String(fields.year), month: fields.month.padded(to: 2), day: fields.day.padded(to: 2))
    }

    /// `2026-11-21 05:12:00`.
    static func dateAndTime(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        "\(date(moment, options)) \(time(moment, options))"
    }

    /// `2026-11-21 05:12`, for places with little room.
    static func dateAndMinute(_ moment: Timestamp, _ options: ScreenOptions) -> String {
        String(dateAndTime(moment, options).dropLast(3))
    }
}
