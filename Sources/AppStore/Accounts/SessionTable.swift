internal import DurableStorage
internal import GRDB
internal import StoreModel

/// Who is signed in. A token is kept as its hash only: whoever reads the database cannot sign in with it.
enum SessionTable {
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

    static func insert(
        _ token: SessionToken, of account: AccountIdentifier, created: Timestamp, _ database: Database
    ) throws {
        try database.execute(
            sql: "INSERT INTO session VALUES (?, ?, ?)",
            arguments: [token.hash, account.rawValue, created.milliseconds])
    }

    static func account(of token: SessionToken, _ database: Database) throws -> Account? {
        let statement = try database.cachedStatement(sql: "SELECT account FROM session WHERE token = ?")
        guard let account = try String.fetchOne(statement, arguments: [token.hash]) else { return nil }
        return try AccountTable.find(AccountIdentifier(rawValue: account), database)
    }

    static func remove(_ token: SessionToken, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM session WHERE token = ?", arguments: [token.hash])
    }
}
