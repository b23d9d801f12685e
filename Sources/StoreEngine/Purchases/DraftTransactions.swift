internal import StoreModel
internal import Synchronization

/// Signs transactions before their purchase has its turn to be written, with a number of their own. A signature takes as long as
/// everything else about a purchase, and only one purchase is written at a time.
///
/// A draft whose number is taken by then, because another program on the same store gave out the same one, or that is not
/// wanted, is thrown away.
final class DraftTransactions: Sendable {
    /// A signed transaction that nobody has charged for.
    struct Draft: Sendable {
        let number: Int64
        let date: Timestamp
        let clockOffset: Int64
        let signed: SignedTransaction
    }

    private let clockOffset = Mutex<Int64?>(nil)

    /// Signs what `payload` says about a purchase of that number and date; nil before the first purchase was written, since when
    /// the store's clock is known.
    func draft(
        at now: Timestamp, numbers: NumberSource, signer: TransactionSigner,
        payload: (Int64, Timestamp) -> TransactionPayload
    ) -> Draft? {
        guard let clockOffset = clockOffset.withLock({ $0 }) else { return nil }
        let number = numbers.next(at: now)
        let date = now.advanced(by: .milliseconds(clockOffset))
        guard let signed = try? signer.sign(payload(number, date)) else { return nil }
        return Draft(number: number, date: date, clockOffset: clockOffset, signed: signed)
    }

    /// A purchase was written while the store's clock was so far ahead of the machine's.
    func learn(clockOffset: Int64) { self.clockOffset.withLock { $0 = clockOffset } }
}
