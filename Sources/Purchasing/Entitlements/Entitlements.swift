public import DurableStorage
internal import GRDB
public import StoreModel
internal import Synchronization

/// Keeps what is owned: products that were bought for good, the periods of subscriptions, and which of them were given back.
/// Whether a period has run out is told by the date that the store signed with it, without asking anybody. Every entry carries the store's
/// signed transaction, and is sealed and chained with a key of the device like those of the credit ledger, so that neither an
/// invented purchase nor a refund that was taken out counts.
///
/// A record that is not as this program wrote it counts for nothing, as a whole: nobody can tell which refund is missing.
/// It is begun anew, and a restore brings back what the store knows.
public final class Entitlements: Sendable {
    /// The record's tables; hand them to the `DatabaseFile`.
    public static var migrations: [DatabaseFile.Migration] { EntitlementTable.migrations }

    /// What was read of the record, up to its head.
    private struct Known {
        var head: LedgerHead
        var entitlements: [TransactionIdentifier: Entitlement] = [:]

        /// What was signed last about a transaction counts.
        mutating func take(_ entitlement: Entitlement) -> Bool {
            if let known = entitlements[entitlement.transactionIdentifier], known.signedDate >= entitlement.signedDate {
                return false
            }
            entitlements[entitlement.transactionIdentifier] = entitlement
            return true
        }

        func ownedProducts(at now: Timestamp) -> Set<ProductIdentifier> {
            let boughtForGood = entitlements.values.lazy.filter { $0.expiresDate == nil }
            return Set((Array(boughtForGood) + latestPeriods).filter { $0.isInForce(at: now) }.map(\.productIdentifier))
        }

        /// Of each subscription the period that began last: what an upgrade replaced does not count any more.
        var latestPeriods: [Entitlement] {
            let periods = entitlements.values.filter { $0.expiresDate != nil }
            return Dictionary(periods.map { ($0.originalTransactionIdentifier, $0) }) { one, other in
                one.begins(before: other) ? other : one
            }.values.sorted { $0.purchaseDate < $1.purchaseDate }
        }
    }

    private let database: DatabaseFile
    let verifier: TransactionVerifier
    private let table: EntitlementTable
    private let mark: LedgerMark
    let time: TimeSource
    private let known = Mutex<Known?>(nil)

    /// Opens the record in `database`. Its key is `keys/entitlements.key` in `directory`, made at the first run.
    ///
    /// - Parameter time: the store's clock, by which subscriptions run out.
    /// - Throws: `StorageError.keyMissing` when the key is gone and the record is not empty; other trouble with the files.
    public init(
        database: DatabaseFile, directory: DataDirectory, verifier: TransactionVerifier, time: TimeSource
    ) throws(StorageError) {
        self.time = time
        self.database = database
        self.verifier = verifier
        let isEmpty: Bool
        do { isEmpty = try database.read(EntitlementTable.isEmpty) } catch {
            throw error as? StorageError ?? .unusable(path: database.path, reason: "\(error)")
        }
        let seal = try LedgerSeal(directory: directory, name: "entitlements", isLedgerEmpty: isEmpty)
        table = EntitlementTable(seal: seal)
        mark = LedgerMark(directory: directory, name: "entitlements", seal: seal)
    }

    /// The products that are owned now.
    ///
    /// - Throws: `EntitlementError.tampered`, `.storage`.
    public func ownedProducts() throws(EntitlementError) -> Set<ProductIdentifier> {
        try precisely { try known.withLock { try read(&$0).ownedProducts(at: time.now()) } }
    }

    /// Of each subscription the period that began last, the oldest first. It may have run out, or have been refunded.
    ///
    /// - Throws: `EntitlementError.tampered`, `.storage`.
    public func latestPeriods() throws(EntitlementError) -> [Entitlement] {
        try precisely { try known.withLock { try read(&$0).latestPeriods } }
    }

    /// The fact for the bus: what is owned now, and until when.
    ///
    /// - Throws: `EntitlementError.tampered`, `.storage`.
    public func current() throws(EntitlementError) -> EntitlementsChanged {
        try precisely {
            try known.withLock { known in
                let (now, record) = (time.now(), try read(&known))
                let periods = record.latestPeriods.filter { $0.isInForce(at: now) }
                return EntitlementsChanged(
                    ownedProducts: record.ownedProducts(at: now),
                    subscribedUntil: Dictionary(
                        periods.map { ($0.productIdentifier, $0.expiresDate ?? now) }, uniquingKeysWith: max))
            }
        }
    }

    /// The products that are owned, if another program has written to the record since this one last wrote or looked.
    public func ownedProductsWrittenElsewhere() throws(EntitlementError) -> Set<ProductIdentifier>? {
        try precisely {
            try known.withLock { known in
                let before = known?.head
                let now = try read(&known)
                return now.head == before ? nil : now.ownedProducts(at: time.now())
            }
        }
    }

    /// What a transaction entitles to, or takes away, by the store's signature.
    ///
    /// - Throws: `EntitlementError.notVerified`; `.unknownProduct` for what is not bought for good.
    public func entitlement(provedBy transaction: PaymentTransaction) throws(EntitlementError) -> Entitlement {
        do {
            let (payload, signed) = try verifier.proof(of: transaction)
            guard payload.type.isRestorable else { throw EntitlementError.unknownProduct(payload.productId) }
            return Entitlement(payload, signed)
        } catch let error as EntitlementError {
            throw error
        } catch let error as TransactionDoubt {
            throw .notVerified(error)
        } catch {
            throw .notVerified(.unsigned)
        }
    }

    /// Records purchases and refunds in one write, each once, in whatever order they come.
    ///
    /// - Returns: what is owned after it; nil where all of it was recorded before.
    public func record(_ entitlements: [Entitlement]) throws(EntitlementError) -> Set<ProductIdentifier>? {
        try precisely {
            try known.withLock { known in
                let end = mark.read()
                let after = try database.write { database -> Known? in
                    var now = try current(known, database, mark: end)
                    let new = entitlements.filter { now.take($0) }
                    guard !new.isEmpty else { return nil }
                    now.head = try table.append(new, after: now.head, database)
                    return now
                }
                guard let after else { return nil }
                mark.advance(to: after.head)
                known = after
                return after.ownedProducts(at: time.now())
            }
        }
    }

    /// Looks at the whole record. One that does not hold is emptied, and begun anew. For every start of the program.
    ///
    /// - Returns: whether it is as this program wrote it.
    public func audit() throws(EntitlementError) -> Bool {
        try precisely {
            try known.withLock { known in
                do {
                    known = nil
                    mark.advance(to: try read(&known).head)
                    return true
                } catch EntitlementError.tampered {
                    let end = mark.read()
                    let head = try database.write { try table.beginAnew(behind: end, $0) }
                    mark.advance(to: head)
                    known = Known(head: head)
                    return false
                }
            }
        }
    }

    /// The record as it is in the file by now.
    private func read(_ known: inout Known?) throws -> Known {
        let end = mark.read()
        let now = try database.read { try current(known, $0, mark: end) }
        known = now
        return now
    }

    /// What is known, if the record has not grown since; else all of it is read anew.
    private func current(_ known: Known?, _ database: Database, mark: LedgerHead?) throws -> Known {
        if let known, try table.head(database, mark: mark) == known.head { return known }
        let (entitlements, head) = try table.entries(database, mark: mark)
        return entitlements.reduce(into: Known(head: head)) { _ = $0.take($1) }
    }

    private func precisely<Value>(_ body: () throws -> Value) throws(EntitlementError) -> Value {
        do { return try body() } catch let error as EntitlementError { throw error } catch let error as StorageError {
            throw .storage(error)
        } catch {
            throw .storage(.unusable(path: database.path, reason: "\(error)"))
        }
    }
}
