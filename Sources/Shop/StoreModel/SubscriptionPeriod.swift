/// The length of one period of a subscription, or of an offer for it: the counterpart of
/// `SKProductSubscriptionPeriod`. The catalogue reads it, the store counts renewals with it, and the screens
/// show it next to the price.
package struct SubscriptionPeriod: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// What is counted; the raw values are the letters of ISO 8601.
    package enum Unit: String, Hashable, Sendable, Codable {
        case day = "D"
        case week = "W"
        case month = "M"
        case year = "Y"
    }

    package let count: Int
    package let unit: Unit

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

    package init?(rawValue: String) { self.init(rawValue) }

    /// The period as ISO 8601 writes it.
    package var rawValue: String { "P\(count)\(unit.rawValue)" }
    package var description: String { rawValue }

    /// The same length `factor` times in a row.
    package static func * (period: SubscriptionPeriod, factor: Int) -> SubscriptionPeriod {
        SubscriptionPeriod(period.count * factor, period.unit)
    }
}
