public import FoundationEssentials

/// A moment in wall-clock time, in whole milliseconds since 1970-01-01 00:00 UTC: the unit of every date that
/// the store signs. The store, the payment queue and the screens use it for all dates.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    public var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Reads a bare number, as in the dates that the store signs.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes a bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// The moment as Foundation's `Date`.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Earlier moments come first.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The moments that can be written as dates: the years 1 to 9999.
    package static let written =
        Timestamp(milliseconds: -62_135_596_800_000)...Timestamp(milliseconds: 253_402_300_799_999)

    package func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return Timestamp(milliseconds: milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    /// The moment, rounded down to a whole second.
    package var wholeSecond: Timestamp {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return Timestamp(milliseconds: (rest < 0 ? seconds - 1 : seconds) * 1000)
    }

    /// The moment as RFC 3339 writes it, to the second, in UTC: `2026-11-21T05:12:00Z`.
    package var rfc3339: String { text(between: "T") + "Z" }

    /// The moment to the second, `offset` seconds east of UTC: `2026-11-21 05:12:00`.
    package func text(secondsFromUTC offset: Int = 0, between separator: Unicode.Scalar = " ") -> String {
        let fields = calendarFields(secondsFromUTC: offset)
        var text = Array(fields.year.padded(to: 4).utf8)
        func append(_ mark: Unicode.Scalar, _ number: Int) {
            text.append(UInt8(ascii: mark))
            text.append(UInt8(ascii: "0") + UInt8(number / 10))
            text.append(UInt8(ascii: "0") + UInt8(number % 10))
        }
        append("-", fields.month)
        append("-", fields.day)
        append(separator, fields.hour)
        append(":", fields.minute)
        append(":", fields.second)
        return String(decoding: text, as: UTF8.self)
    }

    /// The calendar fields of the moment, `offset` seconds east of UTC (0 is UTC itself).
    package func calendarFields(
        secondsFromUTC offset: Int = 0
    ) -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let seconds = Int(milliseconds.floorDivided(by: 1000)) + offset
        let days = seconds.floorDivided(by: 86_400)
        let inDay = seconds - days * 86_400
        // Howard Hinnant's civil_from_days: eras of 400 years that begin on the first of March.
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * monthFromMarch + 2) / 5 + 1,
            inDay / 3600, inDay / 60 % 60, inDay % 60
        )
    }
}

/// Each purchase is read several times. So the dates in this module's types are read as the numbers that they
/// are, without a decoder for each.
extension KeyedDecodingContainer {
    func decode(_: Timestamp.Type, forKey key: Key) throws -> Timestamp {
        Timestamp(milliseconds: try decode(Int64.self, forKey: key))
    }

    func decodeIfPresent(_: Timestamp.Type, forKey key: Key) throws -> Timestamp? {
        try decodeIfPresent(Int64.self, forKey: key).map(Timestamp.init(milliseconds:))
    }
}

extension FixedWidthInteger {
    /// Division that rounds towards minus infinity, as calendars need it before 1970.
    fileprivate func floorDivided(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
