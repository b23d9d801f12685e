internal import FoundationEssentials
internal import FoundationInternationalization
internal import StoreModel

/// A moment in the three forms that verifyReceipt answers and legacy receipts have.
struct ReceiptDate {
    /// `2026-11-21 05:12:00 Etc/GMT`.
    let text: String
    let milliseconds: String
    /// `2026-11-20 21:12:00 America/Los_Angeles`: Pacific time, with daylight saving where it applies.
    let pacific: String

    private static let zone = TimeZone(identifier: "America/Los_Angeles")

    init(_ moment: Timestamp) {
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
        text = Self.write(moment, secondsFromUTC: 0) + " Etc/GMT"
        milliseconds = String(moment.milliseconds)
        let offset = Self.zone?.secondsFromGMT(for: date) ?? -8 * 3600
        pacific = Self.write(moment, secondsFromUTC: offset) + " America/Los_Angeles"
    }

    private static func write(_ moment: Timestamp, secondsFromUTC offset: Int) -> String {
        // RFC 3339 of the shifted moment is the local time, but for its `T` and `Z`.
        Timestamp(milliseconds: moment.milliseconds + Int64(offset) * 1000).rfc3339.dropLast()
            .split(separator: "T").joined(separator: " ")
    }
}
