internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// What a store at an address is shown of the ledger, so that an older copy of it is noticed whatever else was put back with it.
extension CreditManager {
    func sealedHead() throws(CreditError) -> SealedLedgerHead? {
        try precisely {
            let head = try database.read { try LedgerWriter.head($0, seal: seal) }
            return SealedLedgerHead(rawValue: Base64URL.encode(mark.bytes(of: head)))
        }
    }

    /// Compares the ledger with an end that it, or the ledger that it is a copy of, had at the last contact with the store. Where
    /// it does not contain that end, it is an older copy, or one that went on by itself, and what was spent since stays spent: it
    /// shows at most the balance that it had at the store's end. What that end had besides, purchases that the store offers again
    /// among it, is withheld. A correction records the end, so that hearing of it again changes nothing.
    ///
    /// An end that was not sealed with this ledger's key says nothing about this ledger.
    ///
    /// - Returns: what is wrong; nil where the ledger contains the end, or was corrected because of it before.
    func compare(with known: SealedLedgerHead) throws(CreditError) -> LedgerAudit? {
        guard let end = Base64URL.decode(known.rawValue).flatMap(mark.head), end.sequence > 0 else { return nil }
        return try write { writer in
            guard try !writer.contains(end, shownAs: known) else { return nil }
            try writer.goBack(to: end, shownAs: known)
            return LedgerAudit(
                findings: [.headSetBack], balance: writer.head.totals.balance, entryCount: writer.head.sequence)
        }
    }
}
