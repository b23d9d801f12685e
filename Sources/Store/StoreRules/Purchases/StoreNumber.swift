package import StoreModel

/// The numbers that `AppStore` gives to payments and notifications, and `AccountTable` to accounts: the
/// time in milliseconds, and 22 random bits. They grow with time, and also if the clock stands or was set
/// back. No number comes again, whatever was put back: neither from an older copy of the database, nor
/// from another server or another store.
package enum StoreNumber {
    /// The next number, at the machine's time and not the store's own, which can be set back. Servers that
    /// give numbers at once choose among so many that they hardly ever choose the same; then the later one's
    /// transaction fails, and is asked for again.
    package static func next(at now: Timestamp, after newest: Int64) -> Int64 {
        let moment = max((now.milliseconds - firstMoment) << randomBits, 0)
        guard newest >= moment else { return .random(in: moment..<moment + count) }
        // Within the same millisecond, as long as that leaves enough to choose from.
        let rest = (newest / count + 1) * count
        return rest - newest > fewest ? .random(in: newest + 1..<rest) : .random(in: rest..<rest + count)
    }

    /// The numbers that stores have given by a moment.
    static func given(by now: Timestamp) -> ClosedRange<Int64> {
        1...max((now.milliseconds - firstMoment + 1) << randomBits, 1)
    }

    /// 2020-01-01 00:00 UTC.
    private static let firstMoment: Int64 = 1_577_836_800_000
    private static let randomBits = 22
    private static let count: Int64 = 1 << randomBits
    private static let fewest: Int64 = 1 << 18
}
