internal import GRDB
internal import StoreModel

/// Repairs the credit ledger after a scan with findings, for `CreditManager.audit`, so that a second audit finds
/// nothing: takes the bad entries out, appends the corrections, and credits what is still proved.
extension LedgerScan {
    func repair(_ database: Database, verifier: TransactionVerifier, now: Timestamp) throws -> LedgerHead {
        var writer = LedgerWriter(repairing: database, seal: seal, head: end, now: now)
        let proofs = try rejected.compactMap { try reject(row: $0, in: database, now: now) }
        for loss in losses {
            var totals = writer.head.totals
            let lost = max(loss.amount, 0)
            totals.withheld += lost
            totals.doubtfulUntil = max(totals.doubtfulUntil, totals.newestDate)
            try writer.correct(loss.entries, lost: lost, totals: totals)
        }
        if isEndUnknown {
            var totals = writer.head.totals
            totals.withheld = 0
            // The entries that may be gone may hold purchases that no seal dates; this machine's clock is all there is.
            totals.doubtfulUntil = max(totals.doubtfulUntil, totals.newestDate, now.milliseconds)
            try writer.correct(nil, lost: max(totals.balance, 0), totals: totals)
        } else if losses.isEmpty {
            try writer.correct(nil, lost: 0, totals: writer.head.totals)
        }
        for signed in proofs { try credit(signed, verifier, with: &writer) }
        return writer.head
    }

    /// Moves an entry to the evidence, and returns the signed transaction that it carries.
    private func reject(row: Int64, in database: Database, now: Timestamp) throws -> SignedTransaction? {
        try database.execute(
            sql: """
                INSERT INTO credit_rejected (rejectedAt, \(LedgerEntry.columns))
                SELECT ?, \(LedgerEntry.selection) FROM credit_ledger WHERE rowid = ?
                """, arguments: [now.milliseconds, row])
        let signed = try Row.fetchOne(
            database, sql: "SELECT \(SignedHeaders.wholeTransaction) FROM credit_ledger WHERE rowid = ?",
            arguments: [row])
        try database.execute(sql: "DELETE FROM credit_ledger WHERE rowid = ?", arguments: [row])
        return signed.flatMap { String.fromDatabaseValue($0[0]) }.map(SignedTransaction.init(rawValue:))
    }

    /// Credits a purchase again that a bad entry proves; what is no proof of one is passed over. It does not matter for which
    /// device it was signed: this one may have had another identifier when it was credited. But it only brings back what the
    /// ledger is known to have lost, so that somebody who copies another device's entries into this ledger gains nothing. A
    /// purchase that was never in the ledger comes from the queue.
    private func credit(
        _ signed: SignedTransaction, _ verifier: TransactionVerifier, with writer: inout LedgerWriter
    ) throws {
        guard let payload = try? verifier.verify(signed), payload.revocationDate == nil,
            Payment.quantities.contains(payload.quantity), let credits = MonkeyCredits.worth(of: payload)
        else { return }
        _ = try writer.credit(payload, signed, worth: credits)
    }
}
