public import DurableStorage
internal import GRDB
public import StoreModel
internal import Synchronization

/// Keeps the monkey credits: a ledger, not a number.
///
/// Every entry is sealed with the device's ledger key over what it says, the balance after it and the seal of the entry
/// before it. The head (last entry's number, balance and seal) is sealed too, and the balance is read from it. A copy of the
/// head, the mark, lies outside the database. Programs that use the same files take turns.
///
/// What an audit does with a ledger that somebody edited who does not have the key:
/// 1. An entry without a valid seal does not count. It is kept in `credit_rejected`, as evidence.
/// 2. The ledger ends at the furthest point that the head, the mark or a good entry shows. So entries that were cut off,
///    a head that was set back and a database that was set back are noticed like a gap.
/// 3. What a gap added to the balance is known from the good entries around it. If that is negative, it counts: what was
///    spent stays spent. If it is positive, it does not count, and is *withheld*.
/// 4. Withheld credits come back only by a proof: the signed transaction of a purchase that the ledger does not hold
///    (any more), in a bad entry or delivered anew. A purchase that is so old that it may have been in a gap (by the date
///    that the store signed) is credited out of the withheld credits, and no further, because it may be spent already.
/// 5. Where neither head nor mark holds, nothing shows what was spent last: credits that are there do not count. An
///    exception is a head whose own seal fits the last good entry: then only the values beside the seal were edited.
/// 6. A correction records what was dealt with, so the next audit has nothing to say about it.
///
/// Balance and withheld credits together never exceed what the untouched ledger would show. What no seal can show is
/// that the whole data directory, keys included, was put back to an earlier copy.
public final class CreditManager: Sendable {
    /// The ledger's tables; hand them to the `DatabaseFile`.
    public static var migrations: [DatabaseFile.Migration] { LedgerSchema.migrations }

    private let database: DatabaseFile
    private let verifier: TransactionVerifier
    private let time: TimeSource
    private let seal: LedgerSeal
    private let mark: LedgerMark
    /// The number of the last entry that this program wrote or was told of.
    private let known = Mutex(0)

    /// Opens the ledger in `database`. Its key is `keys/ledger.key` in `directory`, made at the first run. Run an audit
    /// before the first transaction is delivered.
    ///
    /// - Throws: `StorageError.keyMissing` when the key is gone and the ledger is not empty; other trouble with the files.
    public init(
        database: DatabaseFile, directory: DataDirectory, verifier: TransactionVerifier, time: TimeSource
    ) throws(StorageError) {
        self.database = database
        self.verifier = verifier
        self.time = time
        let isEmpty: Bool
        do { isEmpty = try database.read(LedgerWriter.isEmpty) } catch {
            throw error as? StorageError ?? .unusable(path: database.path, reason: "\(error)")
        }
        seal = try LedgerSeal(directory: directory, name: "ledger", isLedgerEmpty: isEmpty)
        mark = LedgerMark(directory: directory, name: "ledger", seal: seal)
    }

    /// The credits that can be spent. Below zero after the refund of credits that were spent. Costs the same however long
    /// the ledger is.
    ///
    /// - Throws: `CreditError.tampered` when the head was edited since the last audit.
    public func balance() throws(CreditError) -> Int {
        try precisely {
            try known.withLock { known in
                let head = try database.read { try LedgerWriter.head($0, seal: seal) }
                known = head.sequence
                return head.totals.balance
            }
        }
    }

    /// The balance, if another program has written to the ledger since this one last wrote or looked.
    public func balanceWrittenElsewhere() throws(CreditError) -> Int? {
        try precisely {
            try known.withLock { known in
                let head = try database.read { try LedgerWriter.head($0, seal: seal) }
                guard head.sequence != known else { return nil }
                known = head.sequence
                return head.totals.balance
            }
        }
    }

    /// Credits what a purchase is worth, once for each transaction identifier, and once more after each refund that the
    /// store took back: that one was signed later than the refund. The signed transaction is verified first,
    /// and is what counts; the transaction's own fields must agree with it.
    public func credit(_ transaction: PaymentTransaction) throws(CreditError) -> CreditResult {
        let (payload, signed, credits) = try proof(of: transaction)
        guard payload.revocationDate == nil else { throw .notVerified(.revoked) }
        return try write { writer in try writer.credit(payload, signed, worth: credits) }
    }

    /// Takes back what a refunded purchase is worth, once for each refund; the balance may go below zero. A purchase that was not credited
    /// takes nothing, and cannot be credited later unless the store takes the refund back.
    public func revoke(_ transaction: PaymentTransaction) throws(CreditError) -> CreditResult {
        let (payload, signed, credits) = try proof(of: transaction)
        guard payload.revocationDate != nil else { throw .notVerified(.notRevoked) }
        return try write { writer in try writer.revoke(payload, signed, worth: credits) }
    }

    /// Spends credits, at least 1, and returns the new balance.
    ///
    /// - Throws: `CreditError.notEnough` when that would leave less than nothing.
    public func spend(_ credits: Int) throws(CreditError) -> Int {
        guard credits >= 1 else { throw .nothingToSpend }
        return try write { writer in
            try writer.spend(credits)
            return writer.head.totals.balance
        }
    }

    /// Takes out the whole balance, because it moved to another machine: credits, or a debt.
    ///
    /// - Parameter body: writes in the same transaction; where it returns false nothing is taken out.
    /// - Returns: the balance after it and what was taken out, below zero for a debt; nil where `body` returned false.
    func moveAway(
        _ body: (Database) throws -> Bool
    ) throws(CreditError) -> (balance: Int, taken: Int)? {
        try write { writer in
            guard try body(writer.database) else { return nil }
            let taken = try writer.moveAway()
            return (writer.head.totals.balance, taken)
        }
    }

    /// Looks at every entry, and puts right what does not hold (see the type's rules). For every start of the program, and
    /// after `CreditError.tampered`. Writes only when it finds something.
    ///
    /// - Parameter progress: hears the number of entries that were looked at, every `progressInterval` entries.
    public func audit(
        progressInterval: Int = 100_000, progress: (Int) -> Void = { _ in }
    ) throws(CreditError) -> LedgerAudit {
        try precisely {
            var end = mark.read()
            var scan = try database.read { database in
                try LedgerScan(
                    database, seal: seal, mark: end, progressInterval: progressInterval, progress: progress)
            }
            var head = scan.end
            if !scan.findings.isEmpty {
                // Look again with the turn to write: another program may have put it right in the meantime.
                end = mark.read()
                (scan, head) = try database.write { database in
                    let scan = try LedgerScan(
                        database, seal: seal, mark: end, progressInterval: progressInterval, progress: progress)
                    guard !scan.findings.isEmpty else { return (scan, scan.end) }
                    let settlement = LedgerSettlement(scan: scan, verifier: verifier, seal: seal, now: time.now())
                    return (scan, try settlement.apply(to: database))
                }
            }
            mark.advance(to: head)
            known.withLock { $0 = head.sequence }
            return LedgerAudit(findings: scan.findings, balance: head.totals.balance, entryCount: scan.entryCount)
        }
    }

    /// The newest entries, newest first; at most `limit`. Entries without a valid seal are left out.
    public func entries(limit: Int) throws(CreditError) -> [LedgerEntry] {
        try precisely {
            try database.read { database in
                try Row.fetchAll(
                    database,
                    sql: "SELECT \(LedgerEntry.columns) FROM credit_ledger ORDER BY sequence DESC LIMIT ?",
                    arguments: [max(limit, 0)]
                ).compactMap(LedgerEntry.init).filter(seal.isValid)
            }
        }
    }

    /// The store's word for a transaction, and the credits that it is worth.
    private func proof(
        of transaction: PaymentTransaction
    ) throws(CreditError) -> (TransactionPayload, SignedTransaction, credits: Int) {
        let payload: TransactionPayload
        let signed: SignedTransaction
        do { (payload, signed) = try verifier.proof(of: transaction) } catch { throw .notVerified(error) }
        guard let credits = Self.credits(for: payload) else { throw .unknownProduct(payload.productId) }
        return (payload, signed, credits)
    }

    /// Appends in one database transaction, and moves the mark on when it is on disk.
    private func write<Value: Sendable>(_ body: (inout LedgerWriter) throws -> Value) throws(CreditError) -> Value {
        try precisely {
            // Held until the entry is known here: nobody takes it for another program's in between.
            try known.withLock { known in
                let end = mark.read()
                let (value, before, after) = try database.write { database in
                    var writer = try LedgerWriter(database: database, seal: seal, mark: end, now: time.now())
                    let before = writer.head
                    return (try body(&writer), before, writer.head)
                }
                mark.advance(to: after)
                // What others wrote before is still to be told.
                if before.sequence == known { known = after.sequence }
                return value
            }
        }
    }

    private func precisely<Value>(_ body: () throws -> Value) throws(CreditError) -> Value {
        do { return try body() } catch let error as CreditError { throw error } catch let error as StorageError {
            throw .storage(error)
        } catch {
            throw .storage(.unusable(path: database.path, reason: "\(error)"))
        }
    }
}
