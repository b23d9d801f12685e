package import FileSystem
internal import GRDB
internal import PaymentQueueKit
package import SQLiteStorage
package import StoreModel

/// This device as the store of an account knows it, for `HTTPStore`: its identifier and the end of its credit ledger.
/// When the store says that another machine has restored a backup of this one, `movedAway` takes out the credits, and
/// gives up the payments that are under way. A device that was never restored nor moved away has the identifier of its
/// first start, `keys/device`; its record in the database is empty.
package struct DeviceRecord: StoreDevice {
    package static let migrations = [
        DatabaseFile.Migration(
            "device-1",
            sql: """
                CREATE TABLE device (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    identifier TEXT NOT NULL,
                    origin TEXT
                ) STRICT
                """)
    ]

    private let database: DatabaseFile
    private let first: String
    private let credits: CreditManager
    private let onMove: @Sendable (_ balance: Int, _ taken: Int) -> Void
    private let onSetBack: @Sendable (_ findings: [LedgerFinding], _ balance: Int, _ change: Int) -> Void

    /// The record in `database`, of the account whose files are in `directory`.
    ///
    /// - Parameters:
    ///   - credits: the ledger in the same database.
    ///   - onMove: told when the credits have moved away: the balance now, and what was taken out, below zero for a debt.
    ///   - onSetBack: told when the store knew that the ledger is an older copy: what is wrong about it, which is nothing for one
    ///     that was restored from a backup, the balance now, and by how much it changed.
    /// - Throws: `StorageError`.
    package init(
        database: DatabaseFile, directory: DataDirectory, credits: CreditManager,
        onMove: @escaping @Sendable (_ balance: Int, _ taken: Int) -> Void = { _, _ in },
        onSetBack: @escaping @Sendable (_ findings: [LedgerFinding], _ balance: Int, _ change: Int) -> Void = {
            _, _, _ in
        }
    ) throws {
        self.database = database
        self.credits = credits
        self.onMove = onMove
        self.onSetBack = onSetBack
        first = try Self.first(in: directory)
    }

    package func identity() throws -> DeviceIdentity {
        try database.read { try Self.identity($0, first: first) }
    }

    /// Notes that the store has moved to the device what its origin had.
    package func tookOver(_ identity: DeviceIdentity) throws {
        try database.write {
            try $0.execute(
                sql: "UPDATE device SET origin = NULL WHERE identifier = ?", arguments: [identity.identifier])
        }
    }

    /// The end of the credit ledger as it is now.
    package func ledgerHead() throws -> SealedLedgerHead? {
        try named { () throws(CreditError) in try credits.sealedHead() }
    }

    /// Puts the ledger right where it is older than the store knows it to be.
    package func compareLedger(with known: SealedLedgerHead, isRestored: Bool) throws {
        try named { () throws(CreditError) in
            let before = try credits.balance()
            guard let audit = try credits.compare(with: known) else { return }
            onSetBack(isRestored ? [] : audit.findings, audit.balance, audit.balance - before)
        }
    }

    /// Takes the credits out of the ledger, and what was paid for out of the queue: another machine has it. All of it is one
    /// write, so that neither a crash nor a backup finds the one without the other.
    package func movedAway(_ identity: DeviceIdentity) throws {
        let moved = try named { () throws(CreditError) in
            try credits.moveAway { database in
                // Another program on the same data may have been first.
                guard try Self.identity(database, first: first).identifier == identity.identifier else { return false }
                try PaymentJournal.giveUp(database)
                try Self.set(DeviceIdentity(identifier: randomUUID()), database)
                return true
            }
        }
        if let moved { onMove(moved.balance, moved.taken) }
    }

    /// Gives errors of the ledger the names that the client of the store knows.
    private func named<Value>(_ body: () throws(CreditError) -> Value) throws -> Value {
        do { return try body() } catch {
            switch error {
            case .storage(let trouble): throw trouble
            case .tampered: throw StoreError.ledgerTampered
            default: throw error
            }
        }
    }

    /// Makes a restored copy a device of its own, which will take over what the copied one has. Throws `StorageError`.
    package static func becomeCopy(in directory: DataDirectory, database: DatabaseFile) throws {
        let first = try first(in: directory)
        try database.write { database in
            let before = try identity(database, first: first)
            // A copy of a copy that the store has not heard of yet takes over from the same device.
            try set(
                DeviceIdentity(identifier: randomUUID(), origin: before.origin ?? before.identifier), database)
        }
    }

    static func isIdentified(in directory: DataDirectory) throws(StorageError) -> Bool {
        try directory.key(named: "device") != nil
    }

    static func first(in directory: DataDirectory) throws(StorageError) -> String {
        String(decoding: try directory.key(named: "device") { Array(randomUUID().utf8) }, as: UTF8.self)
    }

    static func identity(_ database: Database, first: String) throws -> DeviceIdentity {
        let statement = try database.cachedStatement(sql: "SELECT identifier, origin FROM device WHERE id = 1")
        guard let row = try Row.fetchOne(statement) else { return DeviceIdentity(identifier: first) }
        return DeviceIdentity(identifier: row[0], origin: row[1])
    }

    private static func set(_ identity: DeviceIdentity, _ database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO device (id, identifier, origin) VALUES (1, ?, ?)",
            arguments: [identity.identifier, identity.origin])
    }
}
