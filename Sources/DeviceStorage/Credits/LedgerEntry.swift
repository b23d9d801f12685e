internal import GRDB
package import StoreModel

/// One entry of the credit ledger, and its row in the table: `LedgerWriter` appends it, `LedgerScan` audits it.
package struct LedgerEntry: Hashable, Sendable {
    /// What an entry records.
    package enum Kind: String, Hashable, Sendable {
        case purchase
        case spend
        /// The store gave the money for a purchase back.
        case refund
        /// The store took a refund back.
        case reversal
        /// The credits moved to another machine, on which a backup of this one was restored.
        case moved
        /// An audit found that the ledger had been changed by hand.
        case correction
    }

    /// 1 for the first entry, and so on without gaps.
    package let sequence: Int
    package let kind: Kind
    /// The store's number; of purchases, refunds and reversals only. A purchase is followed by refunds and reversals in
    /// turn.
    package let transactionIdentifier: TransactionIdentifier?
    /// The credits that it adds, or takes if negative.
    package let amount: Int
    package var balance: Int { totals.balance }
    /// When it was written, on this machine's clock.
    package let recordedAt: Timestamp
    /// The proof of a purchase, a refund or a reversal; of a correction, the sealed end that a store showed, if it is because of
    /// that.
    package let signedTransaction: SignedTransaction?

    let totals: LedgerTotals
    /// The entries that a correction deals with: from the first up to, but without, the second. Empty where two entries
    /// did not belong together and nothing lay between them.
    let corrected: Range<Int>?
    let previousSeal: [UInt8]
    var seal: [UInt8]
}

extension LedgerEntry {
    /// The values of an entry, as the audit's evidence keeps them.
    static let columns = """
        sequence, kind, transactionIdentifier, amount, recordedAt, signedTransaction, balance, withheld, newestDate, \
        doubtfulUntil, correctedFrom, correctedBefore, previousSeal, seal
        """

    /// SQL for `columns`, read from the ledger.
    static let selection = columns.replacing("signedTransaction", with: SignedHeaders.wholeTransaction)

    /// Reads `selection`; nil if a value is not of the kind that this program writes.
    init?(_ row: Row) {
        func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
            Value.fromDatabaseValue(row[index] as DatabaseValue)
        }
        guard let sequence: Int = value(0), let kindName: String = value(1), let kind = Kind(rawValue: kindName),
            let amount: Int = value(3), let recordedAt: Int64 = value(4), let balance: Int = value(6),
            let withheld: Int = value(7), let newestDate: Int64 = value(8), let doubtfulUntil: Int64 = value(9),
            let previousSeal: [UInt8] = LedgerMAC.bytes(row[12]), let seal: [UInt8] = LedgerMAC.bytes(row[13])
        else { return nil }
        var corrected: Range<Int>?
        if let from: Int = value(10), let before: Int = value(11), from <= before { corrected = from..<before }
        self.init(
            sequence: sequence, kind: kind,
            transactionIdentifier: (value(2) as String?).map(TransactionIdentifier.init(rawValue:)), amount: amount,
            recordedAt: Timestamp(milliseconds: recordedAt),
            signedTransaction: (value(5) as String?).map(SignedTransaction.init(rawValue:)),
            totals: LedgerTotals(
                balance: balance, withheld: withheld, newestDate: newestDate, doubtfulUntil: doubtfulUntil),
            corrected: corrected, previousSeal: previousSeal, seal: seal)
    }

    var text: SealedText {
        var text = SealedText(of: "credit entry 1")
        text.append(bytes: previousSeal)
        text.append(sequence)
        text.append(kind.rawValue)
        text.append(transactionIdentifier?.rawValue)
        text.append(amount)
        text.append(Int(recordedAt.milliseconds))
        text.append(signedTransaction?.rawValue)
        text.append(totals)
        text.append(corrected?.lowerBound)
        text.append(corrected?.upperBound)
        return text
    }

    func insert(into database: Database) throws {
        let signed = try signedTransaction.map { try SignedHeaders.split($0, in: database) }
        try database.cachedStatement(
            sql: """
                INSERT INTO credit_ledger (\(Self.columns), header)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            sequence, kind.rawValue, transactionIdentifier?.rawValue, amount, recordedAt.milliseconds, signed?.rest,
            totals.balance, totals.withheld, totals.newestDate, totals.doubtfulUntil, corrected?.lowerBound,
            corrected?.upperBound, LedgerMAC.blob(previousSeal), LedgerMAC.blob(seal), signed?.header,
        ])
    }
}
