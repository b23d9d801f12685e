package import StoreModel

/// The numbers that `AppStore` gives to payments and notifications: the time in milliseconds, and 22 random
/// bits. They always grow, even if the clock stands still or was set back. No number comes again, even if an
/// older copy of the database was put back, or another server or store gave it.
package enum StoreNumber {
    /// The next number. It uses the machine's time, because the store's own can be set back. Servers that
    /// give numbers at the same time hardly ever choose the same one, because there are so many. If they do,
    /// the later one's transaction fails. The engine or the caller tries again.
    ///
    /// - Parameter table: where `newest` is from.
    /// - Throws: `UnreadableRow` if `newest` is so large that no number follows it. No store gives such a
    ///   number: the row is damaged.
    package static func next(
        at now: Timestamp, after newest: Int64, in table: String
    ) throws(UnreadableRow) -> Int64 {
        guard newest < .max - 2 * perMillisecond else {
            throw UnreadableRow(table: table, row: newest, column: "number")
        }
        let moment = max((now.milliseconds - firstMoment) << randomBits, 0)
        guard newest >= moment else { return .random(in: moment..<moment + perMillisecond) }
        // Within the same millisecond, as long as that leaves enough to choose from.
        let nextMillisecond = (newest / perMillisecond + 1) * perMillisecond
        return nextMillisecond - newest > fewestToChooseFrom
            ? .random(in: newest + 1..<nextMillisecond)
            : .random(in: nextMillisecond..<nextMillisecond + perMillisecond)
    }

    /// The numbers that stores have given by a moment.
    static func given(by now: Timestamp) -> ClosedRange<Int64> {
        1...max((now.milliseconds - firstMoment + 1) << randomBits, 1)
    }

    /// 2020-01-01 00:00 UTC.
    private static let firstMoment: Int64 = 1_577_836_800_000
    private static let randomBits = 22
    private static let perMillisecond: Int64 = 1 << randomBits
    private static let fewestToChooseFrom: Int64 = 1 << 18
}

extension AppStore {
    /// The number for a new payment.
    func nextNumber(_ database: any StoreTransaction) throws -> Int64 {
        try StoreNumber.next(
            at: time.now(), after: purchaseTable.newestNumber(database), in: "purchase")
    }
}
