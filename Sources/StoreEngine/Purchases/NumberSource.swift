internal import StoreModel
internal import Synchronization

/// Gives out the store's numbers for payments. A number is the microsecond in which it was given out, or the next one behind the
/// last: numbers grow, and none comes again when an older copy of the database is put in its place, because time has gone on. Only
/// where the machine's clock was ahead meanwhile can one come again; then the device says so (`StoreError.numberTaken`).
final class NumberSource: Sendable {
    private let last = Mutex<Int64>(0)

    /// A number that this source has not given out.
    ///
    /// - Parameters:
    ///   - now: the machine's time. The store's own clock can be set back.
    ///   - newest: the highest number that is known to be taken.
    func next(at now: Timestamp, after newest: Int64 = 0) -> Int64 {
        last.withLock { last in
            last = Self.number(at: now, after: max(last, newest))
            return last
        }
    }

    /// The lowest number behind `newest` that is not before the moment `now`.
    static func number(at now: Timestamp, after newest: Int64) -> Int64 {
        max(newest + 1, (now.milliseconds - firstMoment) * 1000)
    }

    /// 2020-01-01 00:00 UTC.
    private static let firstMoment: Int64 = 1_577_836_800_000
}
