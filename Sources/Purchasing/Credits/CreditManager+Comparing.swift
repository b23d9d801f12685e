internal import DurableStorage
internal import GRDB
internal import StoreModel

/// What a store at an address is shown of the ledger, so that an older copy of it is noticed whatever else was put back with it.
extension CreditManager {
    /// The end of the ledger as it is now, with its seal.
    func sealedHead() throws(CreditError) -> SealedLedgerHead? {
        try precisely {
            let head = try database.read { try LedgerWriter.head($0, seal: seal) }
            return SealedLedgerHead(rawValue: Base64URL.encode(mark.bytes(of: head)))
        }
    }

    /// Compares the ledger with an end that it, or the ledger that it is a copy of, had at the last contact with the store. Where
    /// it does not contain that end, it is an older copy, and what was spent since stays spent:
    /// - Where it is shorter, the end becomes its mark, and an audit does what it does with a ledger that was set back.
    /// - Where it went on by itself, it shows at most the balance that it had at the store's end; the rest is withheld.
    ///
    /// An end that was not sealed with this ledger's key says nothing about this ledger.
    ///
    /// - Returns: what an audit found; nil where the ledger contains the end.
    func compare(with known: SealedLedgerHead) throws(CreditError) -> LedgerAudit? {
        guard let end = Base64URL.decode(known.rawValue).flatMap(mark.head), end.sequence > 0 else { return nil }
        let stored: StoredEntry = try precisely {
            try database.read { database in
                let row = try Row.fetchOne(
                    database, sql: "SELECT seal FROM credit_ledger WHERE sequence = ?", arguments: [end.sequence])
                return row.map { LedgerSeal.bytes($0[0]) == end.entrySeal ? .same : .other } ?? .missing
            }
        }
        switch stored {
        case .same: return nil
        case .missing:
            mark.advance(to: end)
            let audit = try audit(.sinceCheckpoint)
            return audit.findings.isEmpty ? nil : audit
        case .other:
            return try write { writer in
                var totals = writer.head.totals
                let lost = max(totals.balance - end.totals.balance, 0)
                totals.withheld += lost
                totals.doubtfulUntil = max(totals.doubtfulUntil, totals.newestDate, end.totals.newestDate)
                try writer.correct(nil, lost: lost, totals: totals)
                return LedgerAudit(
                    findings: [.headSetBack], balance: writer.head.totals.balance, entryCount: writer.head.sequence)
            }
        }
    }

    /// What the ledger has in the place of an entry that the store knows.
    private enum StoredEntry { case same, other, missing }
}
