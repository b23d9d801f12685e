package import FileSystem
internal import GRDB
package import SQLiteStorage
package import StoreModel
package import StorefrontMessages
internal import Synchronization

/// Keeps what is owned: products bought for good, periods of subscriptions, pieces of what is used up, and which of
/// them were given back. `InAppPurchaseManager` records it; other managers and commands ask what is owned. A period
/// runs out at the date that the store signed with it; nobody is asked.
///
/// An entry has the store's signed transaction, so an invented purchase does not count. Entries are sealed and chained
/// with a key of the device, as in the credit ledger, so a refund cannot be taken out unnoticed. A record that is not
/// as this program wrote it does not count at all: a missing refund leaves no trace. It is begun anew, and a restore
/// brings back what the store knows. Pieces are not restored; they are lost then.
package final class Entitlements: Sendable {
    package static var migrations: [DatabaseFile.Migration] { EntitlementTable.migrations }

    private let database: DatabaseFile
    let verifier: TransactionVerifier
    private let table: EntitlementTable
    private let mark: LedgerHighWaterMark
    let time: TimeSource
    private let known = Mutex<EntitlementRecord?>(nil)
    private static let fileName = "entitlements"

    /// Opens the record in `database`. Its key is `keys/entitlements.key` in `directory`, made at the first run.
    ///
    /// - Parameter time: the store's clock, by which subscriptions run out.
    /// - Throws: `StorageError.keyMissing` when the key is gone and the record is not empty; other trouble with the files.
    package init(
        database: DatabaseFile, directory: DataDirectory, verifier: TransactionVerifier, time: TimeSource
    ) throws(StorageError) {
        self.time = time
        self.database = database
        self.verifier = verifier
        let files = try LedgerFiles(
            directory: directory, name: Self.fileName, database: database, isEmpty: EntitlementTable.isEmpty,
            head: { try EntitlementTable(seal: $1).head($0) })
        table = EntitlementTable(seal: files.seal)
        mark = files.mark
    }

    /// Makes the mark of a record that was restored from a backup, which has none. Throws `StorageError`.
    package static func renewMark(database: DatabaseFile, directory: DataDirectory) throws {
        _ = try LedgerFiles.renewMark(directory: directory, name: fileName, database: database) {
            try EntitlementTable(seal: $1).head($0)
        }
    }

    package func ownedProducts() throws(EntitlementError) -> Set<ProductIdentifier> {
        try withRecord { try read(&$0).ownedProducts(at: time.now()) }
    }

    /// The purchase by which a product is owned now; nil if it is not.
    package func purchase(of product: ProductIdentifier) throws(EntitlementError) -> Entitlement? {
        try withRecord { try read(&$0).purchase(of: product, at: time.now()) }
    }

    /// Of each subscription the period that began last, the oldest first. It may have run out, or have been refunded.
    package func latestPeriods() throws(EntitlementError) -> [Entitlement] {
        try withRecord { try read(&$0).latestPeriods }
    }

    /// The event for the bus: what is owned now, and until when.
    package func current() throws(EntitlementError) -> EntitlementsChanged {
        try withRecord { known in
            let (now, record) = (time.now(), try read(&known))
            let periods = record.latestPeriods.filter { $0.isInForce(at: now) }
            return EntitlementsChanged(
                ownedProducts: record.ownedProducts(at: now),
                subscribedUntil: Dictionary(
                    periods.map { ($0.productIdentifier, $0.expiresDate ?? now) }, uniquingKeysWith: max),
                piecesLeft: record.piecesLeft)
        }
    }

    /// The products that are owned, if another program has written to the record since this one last wrote or looked.
    package func ownedProductsWrittenElsewhere() throws(EntitlementError) -> Set<ProductIdentifier>? {
        try withRecord { known in
            let before = known?.head
            let now = try read(&known)
            return now.head == before ? nil : now.ownedProducts(at: time.now())
        }
    }

    /// What a transaction entitles to, or takes away, by the store's signature.
    package func entitlement(provedBy transaction: PaymentTransaction) throws(EntitlementError) -> Entitlement {
        do {
            let (payload, signed) = try verifier.proof(of: transaction)
            return Entitlement(payload, signed)
        } catch {
            throw .notVerified(error)
        }
    }

    /// Records purchases and refunds in one write, each once, in whatever order they come.
    ///
    /// - Returns: what is owned after it; nil where all of it was recorded before.
    package func record(_ entitlements: [Entitlement]) throws(EntitlementError) -> Set<ProductIdentifier>? {
        try append { now, database in
            for var entitlement in entitlements where try isNew(entitlement, to: now, database) {
                if entitlement.pieces != nil { entitlement.used = try used(of: entitlement, in: now, database) }
                now.take(try table.append(entitlement, after: now.head, database))
            }
        }?.ownedProducts(at: time.now())
    }

    /// Uses up pieces of a product, those that were bought first before the others.
    ///
    /// - Returns: how many are left.
    /// - Throws: `EntitlementError.notEnough` where there are fewer, and nothing is used up; `.tampered`, `.storage`.
    @discardableResult
    package func use(_ count: Int, of product: ProductIdentifier) throws(EntitlementError) -> Int {
        precondition(count > 0)
        let after = try append { now, database in
            var rest = count
            let unused = now.unused(of: product)
            let left = unused.reduce(0) { $0 + $1.left }
            guard left >= count else { throw EntitlementError.notEnough(product, left: left) }
            for var entitlement in unused where rest > 0 {
                let taken = min(rest, entitlement.left)
                entitlement.used += taken
                rest -= taken
                now.take(try table.append(entitlement, after: now.head, database))
            }
        }
        return after?.piecesLeft[product] ?? 0
    }

    /// Appends entries to the record as it is in the file, in one write.
    ///
    /// - Returns: the record after it; nil where nothing was appended.
    private func append(
        _ body: (inout EntitlementRecord, Database) throws -> Void
    ) throws(EntitlementError) -> EntitlementRecord? {
        try withRecord { known in
            let end = try mark.read()
            let after = try database.write { database -> EntitlementRecord? in
                let before = try current(known, database, mark: end)
                var now = before
                try body(&now, database)
                guard now.head != before.head else { return nil }
                try table.save(now.head, database)
                return now
            }
            guard let after else { return nil }
            mark.advance(to: after.head)
            known = after
            return after
        }
    }

    /// Looks at the record: since the checkpoint for every start of the program, everything in the background. One that
    /// does not hold is emptied, and begun anew.
    ///
    /// An audit leaves a sealed checkpoint behind: the numbers of the entries that count, and the end up to which it
    /// has looked. A start reads these and what came later, so it takes as long as there are things owned, however many
    /// periods have gone by. Edits of what does not count change nothing; only an audit of the whole notices them.
    ///
    /// - Parameter progress: hears the number of entries that were looked at; false ends it.
    /// - Returns: whether it is as this program wrote it.
    /// - Throws: `EntitlementError.interrupted` where `progress` ended it; `.storage` where the database or the mark cannot be read.
    package func audit(
        _ extent: LedgerAudit.Extent = .whole, progress: (Int) -> Bool = { _ in true }
    ) throws(EntitlementError) -> Bool {
        try precisely {
            do {
                let end = try mark.read()
                let (record, checkpoint) = try database.read {
                    try look(extent, $0, mark: end, progress: progress)
                }
                mark.advance(to: record.head)
                if record.head.sequence - (checkpoint?.head.sequence ?? 0) >= LedgerAudit.checkpointInterval {
                    // Another program may have begun the record anew meanwhile.
                    try database.write {
                        if try table.head($0) == record.head { try table.save(checkpoint: record, $0) }
                    }
                }
                known.withLock { $0 = record }
                return true
            } catch EntitlementError.tampered {
                let (record, holds) = try database.write { database -> (EntitlementRecord, Bool) in
                    // Look again, with the turn to write: another program may have begun the record anew in the meantime.
                    let end = try mark.read()
                    do {
                        return (try look(extent, database, mark: end, progress: progress).record, true)
                    } catch EntitlementError.tampered {
                        return (EntitlementRecord(head: try table.beginAnew(behind: end, database)), false)
                    }
                }
                if holds { mark.advance(to: record.head) } else { try mark.renew(at: record.head) }
                known.withLock { $0 = record }
                return holds
            }
        }
    }

    /// Reads the record for an audit, and the checkpoint that it has.
    private func look(
        _ extent: LedgerAudit.Extent, _ database: Database, mark: LedgerHead?, progress: (Int) -> Bool
    ) throws -> (record: EntitlementRecord, checkpoint: EntitlementRecord?) {
        let checkpoint = try table.checkpoint(database)
        let record = try table.record(
            from: extent == .whole ? nil : checkpoint, to: table.head(database, mark: mark), database
        ) {
            guard progress($0) else { throw EntitlementError.interrupted }
        }
        return (record, checkpoint)
    }

    /// Whether something is to be recorded: it was not before, or the store has signed it anew since.
    private func isNew(_ entitlement: Entitlement, to record: EntitlementRecord, _ database: Database) throws -> Bool {
        if let isNewer = record.isNewer(entitlement) { return isNewer }
        let known = try table.last(of: entitlement.transactionIdentifier, database)
        return known.map { $0.signedDate < entitlement.signedDate } ?? true
    }

    /// How many pieces of a purchase are used up, however often the store has signed it since.
    private func used(
        of entitlement: Entitlement, in record: EntitlementRecord, _ database: Database
    ) throws -> Int {
        let identifier = entitlement.transactionIdentifier
        return try record.used(of: identifier) ?? table.last(of: identifier, database)?.used ?? 0
    }

    private func withRecord<Value: Sendable>(
        _ body: (inout EntitlementRecord?) throws -> Value
    ) throws(EntitlementError) -> Value {
        try precisely { try known.withLock { try body(&$0) } }
    }

    /// The record as it is in the file by now.
    private func read(_ known: inout EntitlementRecord?) throws -> EntitlementRecord {
        let end = try mark.read()
        let now = try database.read { try current(known, $0, mark: end) }
        known = now
        return now
    }

    /// What is known, with what was appended since. Where it does not follow, or nothing is known, the record is read from its
    /// checkpoint: another program may have begun it anew.
    private func current(
        _ known: EntitlementRecord?, _ database: Database, mark: LedgerHead?
    ) throws -> EntitlementRecord {
        let end = try table.head(database, mark: mark)
        if let known {
            if known.head == end { return known }
            if let grown = try? table.record(from: known, to: end, database) { return grown }
        }
        return try table.record(from: table.checkpoint(database), to: end, database)
    }

    private func precisely<Value>(_ body: () throws -> Value) throws(EntitlementError) -> Value {
        do { return try body() } catch {
            throw error as? EntitlementError ?? .storage(StorageError(wrapping: error, path: database.path))
        }
    }
}

/// What the record says of subscriptions.
extension Entitlements {
    /// Records what the store says about the periods of subscriptions that are in the record; others come by a purchase or a
    /// restore.
    ///
    /// - Returns: whether anything was new.
    package func follow(_ signed: [SignedTransaction]) throws(EntitlementError) -> Bool {
        let known = Set(try latestPeriods().map(\.originalTransactionIdentifier))
        let news = signed.compactMap { signed in (try? verifier.verify(signed)).map { Entitlement($0, signed) } }
        return try record(news.filter { known.contains($0.originalTransactionIdentifier) }) != nil
    }

    /// Where the subscriptions stand by their signatures alone, the oldest first.
    package func knownSubscriptions() throws(EntitlementError) -> [SubscriptionSummary] {
        let now = time.now()
        return try latestPeriods().map { period in
            let payload = try? verifier.verify(period.signedTransaction)
            return SubscriptionSummary(
                originalTransactionIdentifier: period.originalTransactionIdentifier,
                group: payload?.subscriptionGroupIdentifier ?? "", productIdentifier: period.productIdentifier,
                renewalProductIdentifier: period.productIdentifier,
                status: period.revocationDate != nil ? .revoked : period.isInForce(at: now) ? .active : .expired,
                expires: period.expiresDate ?? period.purchaseDate, gracePeriodExpires: nil, isAutoRenewing: false,
                actions: [], signedTransaction: period.signedTransaction)
        }
    }
}
