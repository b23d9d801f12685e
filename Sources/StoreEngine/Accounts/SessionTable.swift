internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// Who is signed in. A token is kept as its hash only: whoever reads the database cannot sign in with it. A session ends when its
/// customer signs out, and when it was not used for 90 days.
enum SessionTable {
    /// How long a session lasts that is not used.
    static let life = Duration.seconds(90 * 86_400)
    /// How much later a use is written down than the one before it: not with each request.
    static let useInterval = Duration.seconds(86_400)

    static let migration = DatabaseFile.Migration("sessions") { database in
        try database.execute(
            sql: """
                CREATE TABLE session (
                    token BLOB PRIMARY KEY,
                    account TEXT NOT NULL REFERENCES account (identifier),
                    created INTEGER NOT NULL
                ) STRICT
                """)
    }

    /// Nobody knows when the sessions from before were used: their life begins now.
    static func lifeMigration(now: Timestamp) -> DatabaseFile.Migration {
        DatabaseFile.Migration("life of sessions") { database in
            try database.execute(sql: "ALTER TABLE session ADD COLUMN used INTEGER NOT NULL DEFAULT 0")
            try database.execute(sql: "UPDATE session SET used = ?", arguments: [now.milliseconds])
            try database.execute(
                sql: """
                    CREATE INDEX sessionUsed ON session (used);
                    CREATE INDEX sessionAccount ON session (account);
                    """)
        }
    }

    static func insert(
        _ token: SessionToken, of account: AccountIdentifier, created: Timestamp, _ database: Database
    ) throws {
        try database.execute(
            sql: "INSERT INTO session (token, account, created, used) VALUES (?, ?, ?, ?)",
            arguments: [token.hash, account.rawValue, created.milliseconds, created.milliseconds])
    }

    /// The account of a session that is not over at `date`, and when the session was used last.
    static func find(
        _ token: SessionToken, at date: Timestamp, _ database: Database
    ) throws -> (account: Account, used: Timestamp)? {
        let statement = try database.cachedStatement(
            sql: "SELECT account, used FROM session WHERE token = ? AND used >= ?")
        guard let row = try Row.fetchOne(statement, arguments: [token.hash, end(at: date)]),
            let account = try AccountTable.find(AccountIdentifier(rawValue: row["account"]), database)
        else { return nil }
        return (account, Timestamp(milliseconds: row["used"]))
    }

    /// Writes a use down.
    static func use(_ token: SessionToken, at date: Timestamp, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE session SET used = max(used, ?) WHERE token = ?", arguments: [date.milliseconds, token.hash])
    }

    static func remove(_ token: SessionToken, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM session WHERE token = ?", arguments: [token.hash])
    }

    /// Removes sessions that were over at `date`, at most `limit`.
    ///
    /// - Returns: how many.
    static func removeOver(at date: Timestamp, limit: Int, _ database: Database) throws -> Int {
        try database.execute(sql: removal, arguments: [end(at: date), limit])
        return database.changesCount
    }

    static let removal = "DELETE FROM session WHERE rowid IN (SELECT rowid FROM session WHERE used < ? LIMIT ?)"

    static func removeAll(of account: AccountIdentifier, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM session WHERE account = ?", arguments: [account.rawValue])
    }

    /// A session that was last used before this moment is over at `date`.
    private static func end(at date: Timestamp) -> Int64 { date.advanced(by: .zero - life).milliseconds }
}
