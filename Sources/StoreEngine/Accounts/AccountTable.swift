internal import GRDB
internal import SQLiteStorage
internal import StoreModel

/// The store's accounts: the embedded store has one, made at its first run; a server's have names and passwords. They are kept
/// for ever, but for those of visitors who never asked to buy something: nothing is lost with them.
enum AccountTable {
    /// For how long after its last use a visitor's account is kept that never asked to buy something. Nobody can come back to
    /// a guest's.
    static let visitorLives = [
        VisitorName.guestPrefix: Duration.seconds(86_400), VisitorName.keyPrefix: SessionTable.life,
    ]

    static let migration = DatabaseFile.Migration("accounts") { database in
        try database.execute(
            sql: """
                CREATE TABLE account (
                    identifier TEXT PRIMARY KEY,
                    created INTEGER NOT NULL
                ) STRICT
                """)
    }

    static let namesMigration = DatabaseFile.Migration("account names") { database in
        try database.execute(
            sql: """
                ALTER TABLE account ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE account ADD COLUMN name TEXT;
                ALTER TABLE account ADD COLUMN password TEXT;
                ALTER TABLE account ADD COLUMN environment TEXT NOT NULL DEFAULT 'Sandbox';
                ALTER TABLE account ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
                UPDATE account SET number = rowid;
                CREATE UNIQUE INDEX accountNumber ON account (number);
                CREATE UNIQUE INDEX accountName ON account (name);
                CREATE INDEX accountRevision ON account (revision);
                """)
    }

    /// Visitors whose account was over at `date`, at most `limit` of each kind.
    static func visitorsOver(at date: Timestamp, limit: Int, _ database: Database) throws -> [AccountIdentifier] {
        try visitorLives.flatMap { prefix, life in
            try String.fetchAll(
                database, sql: visitorsOver,
                arguments: [prefix, date.advanced(by: .zero - life).milliseconds, limit])
        }.map(AccountIdentifier.init(rawValue:))
    }

    static let visitorsOver = """
        SELECT identifier FROM account
        WHERE name >= ?1 AND name < ?1 || '~' AND password IS NULL AND created < ?2
            AND NOT EXISTS (SELECT 1 FROM session WHERE account = identifier AND used >= ?2)
            AND NOT EXISTS (SELECT 1 FROM purchase WHERE account = identifier)
            AND NOT EXISTS (SELECT 1 FROM forgotten_purchase WHERE account = identifier)
        LIMIT ?3
        """

    /// Removes an account that never asked to buy something, and what belongs to it.
    static func remove(_ account: AccountIdentifier, _ database: Database) throws {
        try SessionTable.removeAll(of: account, database)
        try DeviceMoveTable.removeAll(of: account, database)
        try database.execute(sql: "DELETE FROM account WHERE identifier = ?", arguments: [account.rawValue])
    }

    /// The embedded store's own account, if it was made.
    static func embedded(_ database: Database) throws -> Account? {
        try Row.fetchOne(database, sql: "SELECT * FROM account WHERE name IS NULL ORDER BY number LIMIT 1")
            .map(account)
    }

    static func find(_ identifier: AccountIdentifier, _ database: Database) throws -> Account? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM account WHERE identifier = ?")
        return try Row.fetchOne(statement, arguments: [identifier.rawValue]).map(account)
    }

    static func find(number: Int64, _ database: Database) throws -> Account? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM account WHERE number = ?")
        return try Row.fetchOne(statement, arguments: [number]).map(account)
    }

    /// The account of that name and its password's hash; a visitor's has none.
    static func find(name: String, _ database: Database) throws -> (account: Account, password: String?)? {
        let row = try Row.fetchOne(database, sql: "SELECT * FROM account WHERE name = ?", arguments: [name])
        return try row.map { (try account($0), $0["password"]) }
    }

    static func all(_ database: Database) throws -> [Account] {
        try Row.fetchAll(database, sql: "SELECT * FROM account ORDER BY number").map(account)
    }

    /// Makes an account; nil if the name is taken.
    static func insert(
        name: String?, password: String?, environment: StoreEnvironment, created: Timestamp, _ database: Database
    ) throws -> Account? {
        if let name, try find(name: name, database) != nil { return nil }
        let newest = try Int64.fetchOne(database, sql: "SELECT coalesce(max(number), 0) FROM account") ?? 0
        let number = NumberSource.number(at: created, after: newest)
        let account = Account(identifier: .random(), name: name, environment: environment, number: number)
        try database.execute(
            sql: """
                INSERT INTO account (identifier, created, number, name, password, environment)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account.identifier.rawValue, created.milliseconds, number, name, password,
                environment.rawValue,
            ])
        return account
    }

    /// How often something happened to the account's purchases without its asking.
    static func revision(of account: AccountIdentifier, _ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT revision FROM account WHERE identifier = ?")
        return try Int64.fetchOne(statement, arguments: [account.rawValue]) ?? 0
    }

    /// The accounts to which something happened after the store's revision `revision`.
    static func changed(since revision: Int64, _ database: Database) throws -> Set<AccountIdentifier> {
        let statement = try database.cachedStatement(sql: "SELECT identifier FROM account WHERE revision > ?")
        return Set(
            try String.fetchAll(statement, arguments: [revision]).map(AccountIdentifier.init(rawValue:)))
    }

    private static func account(_ row: Row) throws -> Account {
        guard let environment = StoreEnvironment(rawValue: row["environment"]) else {
            throw UnreadableRow(table: "account", row: row["number"] as Int64, column: "environment")
        }
        return Account(
            identifier: AccountIdentifier(rawValue: row["identifier"]), name: row["name"], environment: environment,
            number: row["number"])
    }
}
