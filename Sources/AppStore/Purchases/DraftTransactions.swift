internal import StoreModel
internal import Synchronization

/// Signs transactions before their purchase has its turn to be written, with the number that it will most likely have. A
/// signature takes as long as everything else about a purchase, and only one purchase is written at a time.
///
/// Nothing rests on the guess: a draft whose number is taken by then, or that is not wanted, is thrown away.
final class DraftTransactions: Sendable {
    /// A signed transaction that nobody has charged for.
    struct Draft: Sendable {
        let number: Int64
        let date: Timestamp
        let clockOffset: Int64
        let signed: SignedTransaction
    }

    private let next = Mutex<(number: Int64, clockOffset: Int64)?>(nil)

    /// Signs what `payload` says about a purchase of that number and date; nil before the first purchase was written, whose
    /// number nobody can guess.
    func draft(
        at date: Timestamp, signer: TransactionSigner, payload: (Int64, Timestamp) -> TransactionPayload
    ) -> Draft? {
        let guess = next.withLock { next in
            defer { next?.number += 1 }
            return next
        }
        guard let (number, clockOffset) = guess else { return nil }
        let date = date.advanced(by: .milliseconds(clockOffset))
        guard let signed = try? signer.sign(payload(number, date)) else { return nil }
        return Draft(number: number, date: date, clockOffset: clockOffset, signed: signed)
    }

    /// A purchase was written, under these circumstances.
    func learn(number: Int64, clockOffset: Int64) {
        next.withLock { $0 = (max($0?.number ?? 0, number + 1), clockOffset) }
    }
}
