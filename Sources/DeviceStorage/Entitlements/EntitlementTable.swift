internal import FoundationEssentials
internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// The tables of `Entitlements` in the device's database: entries that are chained by their seals, head and checkpoint.
struct EntitlementTable: Sendable {
    static let migrations = [
        DatabaseFile.Migration(
            "entitlements-1",
            sql: """
                CREATE TABLE entitlement (
                    sequence INTEGER PRIMARY KEY NOT NULL,
                    transactionIdentifier TEXT NOT NULL,
                    originalTransactionIdentifier TEXT NOT NULL,
                    productIdentifier TEXT NOT NULL,
                    purchaseDate INTEGER NOT NULL,
                    revocationDate INTEGER,
                    signedDate INTEGER NOT NULL,
                    signedTransaction TEXT NOT NULL,
                    previousSeal BLOB NOT NULL,
                    seal BLOB NOT NULL
                ) STRICT;
                CREATE TABLE entitlement_head (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    sequence INTEGER NOT NULL,
                    entrySeal BLOB NOT NULL,
                    seal BLOB NOT NULL
                ) STRICT;
                """),
        DatabaseFile.Migration("entitlements-2", sql: "ALTER TABLE entitlement ADD COLUMN expiresDate INTEGER"),
        DatabaseFile.Migration(
            "entitlements-3",
            sql: SignedHeaders.schema + """
                ALTER TABLE entitlement ADD COLUMN header INTEGER;
                CREATE INDEX entitlement_transaction ON entitlement (transactionIdentifier);
                CREATE TABLE entitlement_checkpoint (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    sequence INTEGER NOT NULL,
                    entrySeal BLOB NOT NULL,
                    -- The numbers of the entries that count, 8 bytes each.
                    counting BLOB NOT NULL,
                    seal BLOB NOT NULL
                ) STRICT;
                """),
        DatabaseFile.Migration(
            "entitlements-4",
            sql: """
                ALTER TABLE entitlement ADD COLUMN pieces INTEGER;
                ALTER TABLE entitlement ADD COLUMN used INTEGER;
                """),
    ]

    let seal: LedgerMAC

    /// Whether nothing was ever sealed here.
    static func isEmpty(_ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT NOT EXISTS (SELECT 1 FROM entitlement) AND NOT EXISTS (SELECT 1 FROM entitlement_head)
                """) ?? true
    }

    /// The end of the record.
    ///
    /// - Throws: `EntitlementError.tampered` when it is not as it was sealed.
    func head(_ database: Database) throws -> LedgerHead {
        let statement = try database.cachedStatement(
            sql: "SELECT sequence, entrySeal, seal FROM entitlement_head WHERE id = 1")
        guard let row = try Row.fetchOne(statement) else {
            guard try Self.isEmpty(database) else { throw EntitlementError.tampered }
            return .empty
        }
        guard let sequence = Int.fromDatabaseValue(row[0]), let entrySeal = LedgerMAC.bytes(row[1]) else {
            throw EntitlementError.tampered
        }
        let head = LedgerHead(sequence: sequence, entrySeal: entrySeal)
        guard seal.isValid(LedgerMAC.bytes(row[2]) ?? [], of: head.text()) else { throw EntitlementError.tampered }
        return head
    }

    /// The end of the record, where it is not before `mark`.
    ///
    /// - Throws: `EntitlementError.tampered`, also where there is no mark.
    func head(_ database: Database, mark: LedgerHead?) throws -> LedgerHead {
        let head = try head(database)
        guard let mark, head.sequence >= mark.sequence else { throw EntitlementError.tampered }
        return head
    }

    /// The record up to `end`.
    ///
    /// - Parameters:
    ///   - start: what is known of it already; nil to look at every entry.
    ///   - progress: called now and then with the number of entries that were read; may throw to end it.
    /// - Throws: `EntitlementError.tampered` when the entries after `start` are not as they were sealed.
    func record(
        from start: EntitlementRecord?, to end: LedgerHead, _ database: Database,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> EntitlementRecord {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT \(EntitlementEntry.selection) FROM entitlement WHERE sequence >= ? ORDER BY sequence",
            arguments: [start.map { $0.head.sequence + 1 } ?? Int.min])
        var record = start
        var count = 0
        while let row = try rows.next() {
            guard let entry = EntitlementEntry(row), entry.isValid(seal) else { throw EntitlementError.tampered }
            // The first one follows nothing, whatever its number is: the record may have been begun anew.
            var next = record ?? EntitlementRecord(head: Self.empty(after: entry.sequence - 1))
            guard entry.follows(next.head) else { throw EntitlementError.tampered }
            next.take(entry)
            record = next
            count += 1
            if count.isMultiple(of: 10_000) { try progress(count) }
        }
        let whole = record ?? EntitlementRecord(head: Self.empty(after: end.sequence))
        guard whole.head == end else { throw EntitlementError.tampered }
        return whole
    }

    /// The record up to the last checkpoint: the entries that count, and no others; nil where there is no checkpoint that holds.
    ///
    /// - Throws: `EntitlementError.tampered` when one of them is not as it was sealed.
    func checkpoint(_ database: Database) throws -> EntitlementRecord? {
        guard
            let row = try Row.fetchOne(
                database, sql: "SELECT sequence, entrySeal, counting, seal FROM entitlement_checkpoint WHERE id = 1"),
            let sequence = Int.fromDatabaseValue(row[0]), let entrySeal = LedgerMAC.bytes(row[1]),
            let counting = Data.fromDatabaseValue(row[2]), counting.count.isMultiple(of: 8)
        else { return nil }
        let head = LedgerHead(sequence: sequence, entrySeal: entrySeal)
        let text = Self.text(of: head, counting: counting)
        guard seal.isValid(LedgerMAC.bytes(row[3]) ?? [], of: text) else { return nil }
        var record = EntitlementRecord(head: head)
        let statement = try database.cachedStatement(
            sql: "SELECT \(EntitlementEntry.selection) FROM entitlement WHERE sequence = ?")
        for start in stride(from: counting.startIndex, to: counting.endIndex, by: 8) {
            let number = counting[start..<start + 8].reduce(0) { $0 << 8 | Int($1) }
            guard let row = try Row.fetchOne(statement, arguments: [number]), let entry = EntitlementEntry(row),
                entry.isValid(seal)
            else { throw EntitlementError.tampered }
            record.take(entry, movingHead: false)
        }
        return record
    }

    /// Writes a checkpoint: up to the end of `record` everything was right.
    func save(checkpoint record: EntitlementRecord, _ database: Database) throws {
        var counting = Data()
        for number in record.counting { withUnsafeBytes(of: number.bigEndian) { counting.append(contentsOf: $0) } }
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO entitlement_checkpoint (id, sequence, entrySeal, counting, seal) VALUES (1, ?, ?, ?, ?)
                """,
            arguments: [
                record.head.sequence, LedgerMAC.blob(record.head.entrySeal), counting,
                LedgerMAC.blob(seal.seal(of: Self.text(of: record.head, counting: counting))),
            ])
    }

    private static func text(of head: LedgerHead, counting: Data) -> SealedText {
        var text = SealedText(of: "entitlement checkpoint 1")
        text.append(head.sequence)
        text.append(bytes: head.entrySeal)
        text.append(bytes: counting)
        return text
    }

    /// When what is recorded last of a transaction was signed, and how many of its pieces are used up; nil where there is nothing
    /// about it. Good enough for what does not count: what counts is known without it.
    func last(
        of identifier: TransactionIdentifier, _ database: Database
    ) throws -> (signedDate: Timestamp, used: Int)? {
        let statement = try database.cachedStatement(
            sql: "SELECT max(signedDate), max(used) FROM entitlement WHERE transactionIdentifier = ?")
        guard let row = try Row.fetchOne(statement, arguments: [identifier.rawValue]), let signedDate: Int64 = row[0]
        else { return nil }
        return (Timestamp(milliseconds: signedDate), row[1] ?? 0)
    }

    /// Appends an entry after `head`, which is to be saved.
    func append(_ entitlement: Entitlement, after head: LedgerHead, _ database: Database) throws -> EntitlementEntry {
        let entry = EntitlementEntry(entitlement, after: head, seal: seal)
        try entry.insert(into: database)
        return entry
    }

    /// Removes everything, and begins anew behind `head` and behind all that is there: what was removed fits nowhere any more.
    func beginAnew(behind head: LedgerHead?, _ database: Database) throws -> LedgerHead {
        let last = try Int.fetchOne(
            database,
            sql: """
                SELECT max(coalesce((SELECT max(sequence) FROM entitlement), 0),
                    coalesce((SELECT sequence FROM entitlement_head), 0))
                """)
        let head = Self.empty(after: max(last ?? 0, head?.sequence ?? 0) + 1)
        try database.execute(sql: "DELETE FROM entitlement; DELETE FROM entitlement_checkpoint")
        try save(head, database)
        return head
    }

    private static func empty(after sequence: Int) -> LedgerHead {
        LedgerHead(sequence: sequence, entrySeal: LedgerMAC.none)
    }

    func save(_ head: LedgerHead, _ database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO entitlement_head (id, sequence, entrySeal, seal) VALUES (1, ?, ?, ?)",
            arguments: [head.sequence, LedgerMAC.blob(head.entrySeal), LedgerMAC.blob(seal.seal(of: head.text()))])
    }
}
