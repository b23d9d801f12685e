internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// The end of each device's credit ledger, as the device showed it last. The store cannot read it: it only sees whether it is the
/// one that it took before.
enum DeviceLedgerTable {
    static let migration = DatabaseFile.Migration("device ledgers") { database in
        try database.execute(
            sql: """
                CREATE TABLE device_ledger (
                    account TEXT NOT NULL REFERENCES account (identifier) ON DELETE CASCADE,
                    device TEXT NOT NULL,
                    head TEXT NOT NULL,
                    PRIMARY KEY (account, device)
                ) STRICT, WITHOUT ROWID
                """)
    }

    /// Takes the end of a device's ledger, if it comes after the one that the store has.
    ///
    /// - Returns: the one that the store has, where it is neither this one nor the one before it.
    static func take(
        _ claim: LedgerClaim, of device: String, of account: AccountIdentifier, _ database: Database
    ) throws -> SealedLedgerHead? {
        let statement = try database.cachedStatement(
            sql: "SELECT head FROM device_ledger WHERE account = ? AND device = ?")
        let known = try String.fetchOne(statement, arguments: [account.rawValue, device])
            .flatMap(SealedLedgerHead.init(rawValue:))
        guard known != claim.head else { return nil }
        if let known, known != claim.before { return known }
        let update = try database.cachedStatement(sql: "INSERT OR REPLACE INTO device_ledger VALUES (?, ?, ?)")
        try update.execute(arguments: [account.rawValue, device, claim.head.rawValue])
        return nil
    }

    /// Has a device begin with the end of another one's ledger, of which it has a copy.
    static func copy(
        from device: String, to successor: String, of account: AccountIdentifier, _ database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO device_ledger
                SELECT account, ?, head FROM device_ledger WHERE account = ? AND device = ?
                """, arguments: [successor, account.rawValue, device])
    }
}
