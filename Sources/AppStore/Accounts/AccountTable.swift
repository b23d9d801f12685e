internal import DurableStorage
internal import GRDB
internal import StoreModel

/// The store's accounts: the embedded store has one, made at its first run.
enum AccountTable {
    static let migration = DatabaseFile.Migration("accounts") { database in
        try database.execute(
            sql: """
                CREATE TABLE account (
                    identifier TEXT PRIMARY KEY,
                    created INTEGER NOT NULL
                ) STRICT
                """)
    }

    /// The oldest account, if there is one.
    static func first(_ database: Database) throws -> AccountIdentifier? {
        try String.fetchOne(database, sql: "SELECT identifier FROM account ORDER BY created LIMIT 1")
            .map(AccountIdentifier.init(rawValue:))
    }

    static func insert(_ account: AccountIdentifier, created: Timestamp, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO account (identifier, created) VALUES (?, ?)",
            arguments: [account.rawValue, created.milliseconds])
    }
}
