internal import StoreModel

/// The numbers that `AppStore` gives to payments and `AccountTable` to accounts. A number is the time in microseconds,
/// or one more than the newest number if that is larger. So numbers grow with time, and do not repeat after an older
/// copy of the database was put back, unless the machine's clock was ahead when the lost ones were given. Then the
/// customer's device, which has the lost purchase, reports `StoreError.numberTaken`. `NumberSeries`, below, keeps apart
/// the numbers of stores that sell at the same time.
enum StoreNumber {
    /// The next number, at the machine's time and not the store's own, which can be set back. Right only in a write
    /// transaction, and those come one after the other.
    static func next(at now: Timestamp, after newest: Int64, of series: NumberSeries? = nil) -> Int64 {
        let least = max(newest + 1, (now.milliseconds - firstMoment) * 1000)
        return series?.next(from: least) ?? least
    }

    /// The numbers that stores have given by a moment. Who sells more than one in a microsecond is ahead of it.
    static func given(by now: Timestamp) -> ClosedRange<Int64> { 1...next(at: now, after: 0) }

    /// 2020-01-01 00:00 UTC.
    private static let firstMoment: Int64 = 1_577_836_800_000
}

/// The numbers that one of several stores gives to its payments and accounts: those with the same remainder. Stores that
/// sell at the same time, each in a series of its own, never give the same number, so that a developer's server can keep
/// the purchases of all of them in one table.
package struct NumberSeries: Hashable, Sendable {
    package static let count: Int64 = 1000

    private let remainder: Int64
    /// A number that was given before, by the same store on another database or by an earlier store of the series.
    package var newest: Int64 = 0

    /// The series with a remainder, 0..<`count`.
    package init(remainder: Int64) { self.remainder = remainder }

    fileprivate func next(from number: Int64) -> Int64 {
        let least = max(number, newest + 1)
        let step = (remainder - least) % Self.count
        return least + (step < 0 ? step + Self.count : step)
    }
}
