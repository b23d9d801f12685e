internal import StoreModel

/// The store's numbers for payments and accounts. A number is the microsecond in which it is given out, or the next one behind the
/// newest: numbers grow, and none comes again when an older copy of the database is put in its place, because time has gone on.
/// Only where the machine's clock was ahead meanwhile can one come again; then the device says so (`StoreError.numberTaken`).
enum StoreNumber {
    /// The next number, at the machine's time and not the store's own, which can be set back. Right only in a write
    /// transaction, and those come one after the other.
    static func next(at now: Timestamp, after newest: Int64) -> Int64 {
        max(newest + 1, (now.milliseconds - firstMoment) * 1000)
    }

    /// 2020-01-01 00:00 UTC.
    private static let firstMoment: Int64 = 1_577_836_800_000
}
