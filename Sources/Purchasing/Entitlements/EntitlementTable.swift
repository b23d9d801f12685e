internal import DurableStorage
internal import GRDB

/// The record of what is owned, in the device's database: entries that are chained by their seals, and their head.
struct EntitlementTable: Sendable {
    static let migrations = [
        DatabaseFile.Migration("entitlements-1") { database in
            try database.execute(
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
                    """)
        },
        DatabaseFile.Migration("entitlements-2") { database in
            try database.execute(sql: "ALTER TABLE entitlement ADD COLUMN expiresDate INTEGER")
        },
    ]

    let seal: LedgerSeal

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
    /// - Throws: `EntitlementError.tampered` when it is not as it was sealed, or is before `mark`.
    func head(_ database: Database, mark: LedgerHead?) throws -> LedgerHead {
        let statement = try database.cachedStatement(
            sql: "SELECT sequence, entrySeal, seal FROM entitlement_head WHERE id = 1")
        let head: LedgerHead
        if let row = try Row.fetchOne(statement) {
            guard let sequence = Int.fromDatabaseValue(row[0]), let entrySeal = LedgerSeal.bytes(row[1]) else {
                throw EntitlementError.tampered
            }
            head = LedgerHead(sequence: sequence, totals: LedgerTotals(), entrySeal: entrySeal)
            guard seal.isValid(LedgerSeal.bytes(row[2]) ?? [], of: head) else { throw EntitlementError.tampered }
        } else {
            guard try Self.isEmpty(database) else { throw EntitlementError.tampered }
            head = .empty
        }
        guard head.sequence >= mark?.sequence ?? 0 else { throw EntitlementError.tampered }
        return head
    }

    /// Every entry, oldest first, and the head that they lead to.
    ///
    /// - Throws: `EntitlementError.tampered` when they are not as they were sealed.
    func entries(
        _ database: Database, mark: LedgerHead?
    ) throws -> (entitlements: [Entitlement], head: LedgerHead) {
        let head = try head(database, mark: mark)
        let rows = try Row.fetchCursor(
            database, sql: "SELECT \(EntitlementEntry.columns) FROM entitlement ORDER BY sequence")
        var end: LedgerHead?
        var entitlements: [Entitlement] = []
        while let row = try rows.next() {
            guard let entry = EntitlementEntry(row) else { throw EntitlementError.tampered }
            // The first one follows nothing, whatever its number is: the record may have been begun anew.
            let before = end ?? Self.empty(after: entry.sequence - 1)
            guard entry.follows(before, seal) else { throw EntitlementError.tampered }
            end = LedgerHead(sequence: entry.sequence, totals: LedgerTotals(), entrySeal: entry.seal)
            entitlements.append(entry.entitlement)
        }
        guard head == end ?? Self.empty(after: head.sequence) else { throw EntitlementError.tampered }
        return (entitlements, head)
    }

    /// Appends entries after `head`.
    ///
    /// - Returns: the head after them.
    func append(_ entitlements: [Entitlement], after head: LedgerHead, _ database: Database) throws -> LedgerHead {
        var head = head
        let statement = try database.cachedStatement(
            sql: "INSERT INTO entitlement (\(EntitlementEntry.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for entitlement in entitlements {
            let entry = EntitlementEntry(entitlement, after: head, seal: seal)
            try statement.execute(arguments: entry.databaseValues)
            head = LedgerHead(sequence: entry.sequence, totals: LedgerTotals(), entrySeal: entry.seal)
        }
        try save(head, database)
        return head
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
        try database.execute(sql: "DELETE FROM entitlement")
        try save(head, database)
        return head
    }

    private static func empty(after sequence: Int) -> LedgerHead {
        LedgerHead(sequence: sequence, totals: LedgerTotals(), entrySeal: LedgerSeal.none)
    }

    private func save(_ head: LedgerHead, _ database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO entitlement_head (id, sequence, entrySeal, seal) VALUES (1, ?, ?, ?)",
            arguments: [head.sequence, LedgerSeal.blob(head.entrySeal), LedgerSeal.blob(seal.seal(of: head))])
    }
}
