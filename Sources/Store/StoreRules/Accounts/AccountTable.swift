package import StoreModel

/// The table of accounts, for sign-in, sessions, the rules and the administration. An embedded store has one
/// account, made at its first run; a server's accounts have names and passwords. Accounts are kept for ever,
/// except those of visitors who never asked to buy anything: nothing is lost with them.
package enum AccountTable {
    /// How long the account of a visitor who never asked to buy anything is kept after the last recorded
    /// request. A request is recorded once a day at most, so a day is added: after the very last request, a
    /// guest's account is kept for a day, and any other as long as a session. A guest cannot come back to it.
    static let visitorLives = [
        VisitorName.guestPrefix: Duration.seconds(86_400), VisitorName.keyPrefix: SessionTable.life,
    ].mapValues { $0 + SessionTable.useInterval }

    /// Visitors whose names begin with `prefix`, and who have not been there since `date`: the next ones
    /// after `name`, in the order of their names, at most `limit`.
    static func visitorsOver(
        since date: Timestamp, prefix: String, after name: String, limit: Int, _ reader: any StoreReader
    ) throws -> [(identifier: AccountIdentifier, name: String)] {
        try reader.rows(StoreRead(visitorsOver, [date, name, prefix + "~", limit])).map {
            ($0["identifier"], $0["name"])
        }
    }

    static let visitorsOver = """
        SELECT identifier, name FROM account WHERE \(isOver) AND name > ?2 AND name < ?3
        ORDER BY name LIMIT ?4
        """

    /// Removes a visitor's account, and returns true, if the visitor has still not been there since `date`.
    static func removeOver(
        _ visitor: AccountIdentifier, since date: Timestamp, _ database: any StoreTransaction
    ) throws -> Bool {
        let sql = "SELECT identifier FROM account WHERE \(isOver) AND identifier = ?2"
        guard try database.row(sql, [date, visitor]) != nil else { return false }
        try remove(visitor, database)
        return true
    }

    private static let isOver = """
        password IS NULL AND created < ?1
            AND NOT EXISTS (SELECT 1 FROM session WHERE account = identifier AND used >= ?1)
            AND NOT EXISTS (SELECT 1 FROM accountChange WHERE account = identifier)
        """

    /// Removes an account that never asked to buy anything, and its sessions.
    static func remove(_ account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try SessionTable.removeAll(of: account, database)
        try database.execute("DELETE FROM account WHERE identifier = ?", [account])
    }

    static func embedded(_ database: any StoreTransaction) throws -> Account? {
        try database.row("SELECT * FROM account WHERE name IS NULL ORDER BY number LIMIT 1").map(account)
    }

    package static func find(
        _ identifier: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> Account? {
        try database.row("SELECT * FROM account WHERE identifier = ?", [identifier]).map(account)
    }

    /// The account with an identifier, or else with a name: administrators may give either.
    package static func find(
        called text: String, _ database: any StoreTransaction
    ) throws -> Account? {
        let name = AccountName(rawValue: text)?.rawValue ?? text
        return try find(AccountIdentifier(rawValue: text), database) ?? find(name: name, database)?.account
    }

    package static func find(number: Int64, _ database: any StoreTransaction) throws -> Account? {
        try database.row("SELECT * FROM account WHERE number = ?", [number]).map(account)
    }

    /// The account with that name, and its password's hash; a visitor has no password.
    package static func find(name: String, _ database: any StoreTransaction) throws -> (
        account: Account, password: String?
    )? {
        let row = try database.row("SELECT * FROM account WHERE name = ?", [name])
        return try row.map { (try account($0), $0["password"]) }
    }

    /// All accounts, the oldest first.
    static func all(_ database: any StoreTransaction) throws -> [Account] {
        try database.rows("SELECT * FROM account ORDER BY created, name NULLS FIRST").map(account)
    }

    static func insert(
        _ account: Account, password: String? = nil, created: Timestamp, _ database: any StoreTransaction
    ) throws {
        try database.execute(
            "INSERT INTO account (identifier, created, number, name, password, environment) VALUES (?, ?, ?, ?, ?, ?)",
            [account.identifier, created, account.number, account.name, password, account.environment])
    }

    /// Counts something that concerns an account but changes neither its purchases nor its uses: a move of
    /// its subscription or its clock, or the end of a session.
    static func countOtherChange(of account: AccountIdentifier, _ database: any StoreTransaction) throws {
        // Nothing in a transaction reads the count from an answer that the transaction keeps.
        try database.update(
            "UPDATE account SET otherChanges = otherChanges + 1 WHERE identifier = ?", [account],
            changing: [])
    }

    /// Counts a move of its clock.
    static func countClockChange(of account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try database.execute(
            "UPDATE account SET otherChanges = otherChanges + 1, clockChanges = clockChanges + 1 WHERE identifier = ?",
            [account])
    }

    /// The progress of accounts. It makes as few statements as it can, because each round trip to a database
    /// takes time. They have only a few lengths, because each text is prepared once.
    static func progress(
        of accounts: some Collection<AccountIdentifier>, _ database: any StoreTransaction
    ) throws -> [AccountIdentifier: AccountProgress] {
        var progress: [AccountIdentifier: AccountProgress] = [:]
        var rest = Array(accounts)
        while let last = rest.last {
            let part = rest.suffix(256)
            rest.removeLast(part.count)
            let length = part.count == 1 ? 1 : part.count <= 16 ? 16 : 256
            let places = Array(repeating: "?", count: length).joined(separator: ", ")
            let sql = """
                SELECT identifier, otherChanges, (
                    SELECT revision FROM accountChange WHERE account = identifier ORDER BY revision DESC LIMIT 1
                ) AS revision
                FROM account WHERE identifier IN (\(places))
                """
            let names = part + Array(repeating: last, count: length - part.count)
            for row in try database.rows(sql, StoreArguments(values: names.map { .text($0.rawValue) })) {
                progress[row["identifier"]] = AccountProgress(
                    revision: row["revision"] ?? 0, otherChanges: row["otherChanges"])
            }
        }
        return progress
    }

    static func account(_ row: StoreRow) throws -> Account {
        guard let environment = StoreEnvironment(rawValue: row["environment"]) else {
            throw UnreadableRow(table: "account", row: row["number"] as Int64, column: "environment")
        }
        return Account(
            identifier: row["identifier"], name: row["name"], environment: environment, number: row["number"])
    }
}

/// How far an account's changes have come. A stream of updates reports it, and goes on from there.
package struct AccountProgress: Hashable, Sendable {
    /// The account's last revision.
    package var revision: Int64
    /// How many other things happened that concern it.
    package var otherChanges: Int64
}
