internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// Transactions that devices say they have, and that the store does not: they were made before an older copy of the database was
/// put back. The audit names them.
enum ForgottenPurchaseTable {
    /// How many are kept of an account, which may say what it likes.
    static let mostPerAccount = 1000

    static let migration = DatabaseFile.Migration("forgotten purchases") { database in
        try database.execute(
            sql: """
                CREATE TABLE forgotten_purchase (
                    account TEXT NOT NULL REFERENCES account (identifier) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    device TEXT,
                    reported INTEGER NOT NULL,
                    PRIMARY KEY (account, number)
                ) STRICT, WITHOUT ROWID
                """)
    }

    /// Notes which of these payments a device of the account has and the store does not.
    static func note(
        _ numbers: [Int64], of account: AccountIdentifier, on device: String?, at now: Timestamp, _ database: Database
    ) throws {
        let missing = try numbers.filter { number in
            let statement = try database.cachedStatement(
                sql: "SELECT NOT EXISTS (SELECT 1 FROM purchase WHERE number = ? AND account = ?)")
            return try Bool.fetchOne(statement, arguments: [number, account.rawValue]) ?? false
        }
        guard !missing.isEmpty else { return }
        let kept = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM forgotten_purchase WHERE account = ?", arguments: [account.rawValue])
        for number in missing.prefix(max(0, mostPerAccount - (kept ?? 0))) {
            try database.execute(
                sql: "INSERT OR IGNORE INTO forgotten_purchase VALUES (?, ?, ?, ?)",
                arguments: [account.rawValue, number, device, now.milliseconds])
        }
    }

    /// A sentence for each that the store still does not have, account by account.
    static func findings(_ database: Database) throws -> [String] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT account, number FROM forgotten_purchase
                WHERE NOT EXISTS (
                    SELECT 1 FROM purchase
                    WHERE purchase.number = forgotten_purchase.number AND purchase.account = forgotten_purchase.account
                )
                ORDER BY account, number
                """
        ).map { row in
            let identifier = PurchaseRecord.transactionIdentifier(of: row["number"])
            let account: String = row["account"]
            return
                "Transaction \(identifier) of \(account): a device says that it has it, and this database does not. An older "
                + "copy of the database may have been put back."
        }
    }
}
