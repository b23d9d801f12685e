package import FileSystem
internal import GRDB
internal import PaymentQueueKit
package import SQLiteStorage
package import StoreModel
internal import Synchronization

/// Keeps the monkey credits: a ledger, not a number. `InAppPurchaseManager` adds credits; `SpendingManager` spends
/// them, and has the ledger audited.
///
/// Every entry is sealed with the device's ledger key. The seal covers what the entry says, the balance after it and
/// the seal of the entry before it. The head (last entry's number, balance and seal) is sealed too, and the balance is
/// read from it. A copy of the head, the mark, lies outside the database. Programs that use the same files take turns.
///
/// An audit corrects a ledger that somebody edited who does not have the key (the rules are at `audit`). Balance and
/// withheld credits together never exceed what the untouched ledger would show.
///
/// No seal shows that the whole data directory, keys and marks included, was put back to an earlier copy, or removed:
/// who does that begins again with what the copy had. A store at an address does notice: it knows where the ledger
/// ended at the last contact (see `compare`). The embedded store, which is in the same directory, does not; nor does
/// any store where somebody also gives the copy the identifier of another device, which is not under a seal.
package final class CreditManager: Sendable {
    private let database: DatabaseFile
    private let verifier: TransactionVerifier
    private let time: TimeSource
    private let seal: LedgerMAC
    private let mark: LedgerHighWaterMark
    /// The identifier of this device's first start, where the store signs for devices.
    private let device: String?
    /// The number of the last entry that this program wrote or was told of.
    private let known = Mutex(0)

    /// Opens the ledger in `database`. Its key and its mark, in `keys/` of `directory`, are made at the first run. Run an audit
    /// before the first transaction is delivered.
    ///
    /// - Parameter isBoundToDevice: whether only what the store signed for this device counts: at a store at an address. The
    ///   embedded store has one device, and signs for none. Needs the migrations of `DeviceRecord` and `PaymentJournal`.
    /// - Throws: `StorageError.keyMissing` when the key is gone and the ledger is not empty; other trouble with the files.
    package init(
        database: DatabaseFile, directory: DataDirectory, verifier: TransactionVerifier, time: TimeSource,
        isBoundToDevice: Bool = false
    ) throws(StorageError) {
        self.database = database
        self.verifier = verifier
        self.time = time
        let files = try LedgerFiles(
            directory: directory, name: Self.fileName, database: database,
            // A device gets its identifier after its ledger's key. One that has lost that key is no new device: what the store
            // signed for it may be spent.
            isEmpty: { try LedgerWriter.isEmpty($0) && !(isBoundToDevice && DeviceRecord.isIdentified(in: directory)) },
            head: LedgerWriter.head)
        (seal, mark) = (files.seal, files.mark)
        device = isBoundToDevice ? try DeviceRecord.first(in: directory) : nil
    }

    /// Makes the mark of a ledger that was restored from a backup, which has none. Returns false where nothing was ever
    /// bought: there is no key. Throws `StorageError`.
    package static func renewMark(database: DatabaseFile, directory: DataDirectory) throws -> Bool {
        try LedgerFiles.renewMark(
            directory: directory, name: fileName, database: database, head: LedgerWriter.head)
    }

    private static let fileName = "ledger"

    /// The credits that can be spent. Below zero after the refund of credits that were spent. Costs the same however long
    /// the ledger is.
    ///
    /// - Throws: `CreditError.tampered` when the head was edited since the last audit.
    package func balance() throws(CreditError) -> Int { try readBalance().balance }

    /// The balance, if another program has written to the ledger since this one last wrote or looked.
    package func balanceWrittenElsewhere() throws(CreditError) -> Int? {
        let (balance, isNew) = try readBalance()
        return isNew ? balance : nil
    }

    private func readBalance() throws(CreditError) -> (balance: Int, isNew: Bool) {
        try precisely {
            try known.withLock { known in
                let head = try database.read { try LedgerWriter.head($0, seal: seal) }
                defer { known = head.sequence }
                return (head.totals.balance, head.sequence != known)
            }
        }
    }

    /// Credits what a purchase is worth, once for each transaction identifier, and once more after each refund that the
    /// store took back: that one was signed later than the refund. The signed transaction is verified first,
    /// and is what counts; the transaction's own fields must agree with it.
    package func credit(_ transaction: PaymentTransaction) throws(CreditError) -> CreditResult {
        let (payload, signed, credits) = try proof(of: transaction)
        guard payload.revocationDate == nil else { throw .notVerified(.revoked) }
        return try write { writer in
            try writer.credit(payload, signed, worth: credits) { try expectDelivery(of: transaction, payload, $0) }
        }
    }

    /// Takes back what a refunded purchase is worth, once for each refund; the balance may go below zero. A purchase that was not credited
    /// takes nothing, and cannot be credited later unless the store takes the refund back.
    package func revoke(_ transaction: PaymentTransaction) throws(CreditError) -> CreditResult {
        let (payload, signed, credits) = try proof(of: transaction)
        guard payload.revocationDate != nil else { throw .notVerified(.notRevoked) }
        return try write { writer in
            try writer.revoke(payload, signed, worth: credits) { try expectDelivery(of: transaction, payload, $0) }
        }
    }

    /// Spends credits, at least 1, and returns the new balance.
    ///
    /// - Throws: `CreditError.notEnough` when that would leave less than nothing.
    package func spend(_ credits: Int) throws(CreditError) -> Int {
        guard credits >= 1 else { throw .nothingToSpend }
        return try write { writer in
            try writer.spend(credits)
            return writer.balance
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
            return (writer.balance, taken)
        }
    }

    /// Looks at the entries, and puts right what does not hold: since the checkpoint for every start of the program;
    /// everything in the background, and after `CreditError.tampered`. Writes when it finds something, and a new
    /// checkpoint every `LedgerAudit.checkpointInterval` entries. The rules:
    /// 1. An entry without a valid seal does not count. It is kept in `credit_rejected`, as evidence.
    /// 2. The ledger ends at the furthest point that the head, the mark or a good entry shows. So entries that were cut
    ///    off, a head that was set back and a database that was set back are noticed like a gap.
    /// 3. What a gap added to the balance is known from the good entries around it. If that is negative, it counts:
    ///    what was spent stays spent. If it is positive, it does not count, and is *withheld*.
    /// 4. Withheld credits come back only by a proof: the signed transaction of a purchase that the ledger does not
    ///    hold (any more), in a bad entry or delivered anew. A purchase that is so old that it may have been in a gap
    ///    (by the date that the store signed) is credited out of the withheld credits, and no further, because it may
    ///    be spent already.
    /// 5. Where the mark is missing, nothing shows what was spent last: credits that are there do not count. The mark
    ///    is made before the key, so there is no honest ledger without one, however empty it is. A mark that is there
    ///    and cannot be read is not missing: then nothing is corrected.
    /// 6. A correction records what was dealt with, so the next audit has nothing to say about it.
    ///
    /// The checkpoint is sealed. An entry before it can be edited or removed without being noticed at the next start.
    /// That gains nothing: an edited entry does not decide anything, because its seal is checked wherever it is read;
    /// and where the ledger must know that there is no entry about a transaction, it proves that nobody removed it (see
    /// `LedgerWriter`). An audit of the whole names it later.
    ///
    /// - Parameter progress: hears the number of entries that were looked at, every `progressInterval` entries; false ends it.
    /// - Throws: `CreditError.interrupted` where `progress` ended it; `.storage` where the database or the mark cannot be read.
    package func audit(
        _ extent: LedgerAudit.Extent = .whole, progressInterval: Int = 10_000, progress: (Int) -> Bool = { _ in true }
    ) throws(CreditError) -> LedgerAudit {
        try precisely { try audit(extent) { try $0.walk($1, progressInterval: progressInterval, progress: progress) } }
    }

    /// - Parameter walk: walks on to the end of the ledger; false where only a new scan counts.
    private func audit(
        _ extent: LedgerAudit.Extent, walk: (inout LedgerScan, Database) throws -> Bool
    ) throws -> LedgerAudit {
        func newScan(_ checkpoint: LedgerHead?) -> LedgerScan {
            LedgerScan(from: extent == .whole ? nil : checkpoint, seal: seal)
        }
        var end = try mark.read()
        var (scan, result, checkpoint) = try database.read { database -> (LedgerScan, LedgerScan, LedgerHead?) in
            let checkpoint = try self.checkpoint(database)
            var scan = newScan(checkpoint)
            _ = try walk(&scan, database)
            return (scan, try scan.finished(database, mark: end), checkpoint)
        }
        var head: LedgerHead = result.end
        if !result.findings.isEmpty {
            // Look again, at the end of it, with the turn to write: another program may have put it right in the meantime.
            try database.write { database in
                end = try mark.read()
                checkpoint = try self.checkpoint(database)
                if try !walk(&scan, database) {
                    scan = newScan(checkpoint)
                    _ = try walk(&scan, database)
                }
                result = try scan.finished(database, mark: end)
                head = result.end
                guard !result.findings.isEmpty else { return }
                head = try result.repair(database, verifier: verifier, now: time.now())
                checkpoint = head
                try head.save(database, seal: seal, as: .checkpoint)
            }
        }
        if end == nil { try mark.renew(at: head) } else { mark.advance(to: head) }
        if head.sequence - (checkpoint?.sequence ?? 0) >= LedgerAudit.checkpointInterval {
            try database.write { try head.save($0, seal: seal, as: .checkpoint) }
        }
        known.withLock { $0 = head.sequence }
        return LedgerAudit(findings: result.findings, balance: head.totals.balance, entryCount: result.entryCount)
    }

    /// The last checkpoint; nil where there is none, or its seal does not hold.
    private func checkpoint(_ database: Database) throws -> LedgerHead? {
        guard case .sealed(let head) = try StoredHead.fetch(database, seal: seal, as: .checkpoint) else { return nil }
        return head
    }

    /// The newest entries, newest first; at most `limit`. Entries without a valid seal are left out.
    package func entries(limit: Int) throws(CreditError) -> [LedgerEntry] {
        try precisely {
            try database.read { database in
                try Row.fetchAll(
                    database,
                    sql: "SELECT \(LedgerEntry.selection) FROM credit_ledger ORDER BY sequence DESC LIMIT ?",
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
        guard let credits = MonkeyCredits.worth(of: payload) else { throw .unknownProduct(payload.productId) }
        return (payload, signed, credits)
    }

    /// Makes sure, in the same write as the entry, that a transaction is this device's still: another program on the same data
    /// may have heard since that the credits moved away, and have given the queue up.
    private func expectDelivery(
        of transaction: PaymentTransaction, _ payload: TransactionPayload, _ database: Database
    ) throws {
        guard let device else { return }
        let identity = try DeviceRecord.identity(database, first: device)
        guard payload.isBound(to: identity.identifier) else { throw CreditError.notVerified(.otherDevice) }
        guard try PaymentJournal.isUnfinished(transaction.key, database) else {
            throw CreditError.notVerified(.notInQueue)
        }
    }

    /// Appends in one database transaction, and moves the mark on when it is on disk. A ledger that does not hold is to be looked
    /// at from its beginning, at the next start at the latest.
    private func write<Value: Sendable>(_ body: (inout LedgerWriter) throws -> Value) throws(CreditError) -> Value {
        do {
            return try precisely {
                // Locked until `known` has the entry, so that it does not pass for another program's.
                try known.withLock { known in
                    let end = try mark.read()
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
        } catch .tampered {
            try precisely { try database.write { try $0.execute(sql: "DELETE FROM credit_checkpoint") } }
            throw .tampered
        }
    }

    private func precisely<Value>(_ body: () throws -> Value) throws(CreditError) -> Value {
        do { return try body() } catch {
            throw error as? CreditError ?? .storage(StorageError(wrapping: error, path: database.path))
        }
    }
}

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
            return LedgerAudit(findings: [.headSetBack], balance: writer.balance, entryCount: writer.head.sequence)
        }
    }
}

extension CreditManager {
    /// Appends many entries in one database transaction, as they come with purchases and spends, to see what a long ledger costs.
    /// Nothing is verified.
    ///
    /// - Parameter entries: a purchase and its proof each; nil spends one credit.
    package func fill(with entries: some Sequence<(TransactionPayload, SignedTransaction)?>) throws(CreditError) {
        try write { writer in
            for entry in entries {
                guard let (payload, signed) = entry else {
                    try writer.spend(1)
                    continue
                }
                _ = try writer.credit(payload, signed, worth: MonkeyCredits.worth(of: payload) ?? 0)
            }
        }
    }
}
