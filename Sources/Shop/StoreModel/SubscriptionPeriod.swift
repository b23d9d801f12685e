/// The length of one period of a subscription, or of an offer for it: the counterpart of
/// `SKProductSubscriptionPeriod`. The catalogue reads it, the store counts renewals with it, and the screens
/// show it next to the price.
public struct SubscriptionPeriod: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// What is counted; the raw values are the letters of ISO 8601.
    public enum Unit: String, Hashable, Sendable, Codable {
        /// A day.
        case day = "D"
        /// A week.
        case week = "W"
        /// A month.
        case month = "M"
        /// A year.
        case year = "Y"
    }

    /// How many units, from 1.
    public let count: Int
    /// The unit.
    public let unit: Unit

    package init(_ count: Int, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// Reads a period of one unit, up to 999 units, as ISO 8601 writes it, such as `P1M`;
    /// nil for anything else.
    package init?(_ text: some StringProtocol) {
        let digits = text.dropFirst().dropLast()
        guard text.utf8.count <= 5, text.first == "P",
            let unit = text.last.flatMap({ Unit(rawValue: String($0)) }),
            digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let count = Int(digits),
            count > 0
        else { return nil }
        self.init(count, unit)
    }

    /// Reads a period as ISO 8601 writes it, such as `P1M`; nil for what is not a period of one unit.
    public init?(rawValue: String) { self.init(rawValue) }

    /// The period as ISO 8601 writes it.
    public var rawValue: String { "P\(count)\(unit.rawValue)" }
    /// The same text.
    public var description: String { rawValue }

    /// The same length `factor` times in a row.
    package static func * (period: SubscriptionPeriod, factor: Int) -> SubscriptionPeriod {
        SubscriptionPeriod(period.count * factor, period.unit)
    }
}
