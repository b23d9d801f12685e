internal import DurableStorage
internal import FoundationEssentials
internal import GRDB
internal import StoreModel

/// Every subscription: one row for each account and group, from the first purchase on.
enum SubscriptionTable {
    static let migration = DatabaseFile.Migration("subscriptions") { database in
        try database.execute(
            sql: """
                CREATE TABLE subscription (
                    original INTEGER PRIMARY KEY,
                    account TEXT NOT NULL REFERENCES account (identifier),
                    groupIdentifier TEXT NOT NULL,
                    due INTEGER,
                    isUnpaid INTEGER NOT NULL,
                    state TEXT NOT NULL,
                    UNIQUE (account, groupIdentifier)
                ) STRICT;
                CREATE INDEX subscriptionDue ON subscription (due) WHERE due IS NOT NULL;
                ALTER TABLE purchase ADD COLUMN subscription INTEGER;
                ALTER TABLE purchase ADD COLUMN period INTEGER;
                CREATE UNIQUE INDEX purchasePeriod ON purchase (subscription, period) WHERE subscription IS NOT NULL;
                """)
    }

    static func find(
        group: String, of account: AccountIdentifier, _ database: Database
    ) throws -> Subscription? {
        let statement = try database.cachedStatement(
            sql: "SELECT state FROM subscription WHERE account = ? AND groupIdentifier = ?")
        return try String.fetchOne(statement, arguments: [account.rawValue, group]).map(decode)
    }

    static func find(original: Int64, _ database: Database) throws -> Subscription? {
        let statement = try database.cachedStatement(sql: "SELECT state FROM subscription WHERE original = ?")
        return try String.fetchOne(statement, arguments: [original]).map(decode)
    }

    /// An account's subscriptions, the oldest first.
    static func all(of account: AccountIdentifier, _ database: Database) throws -> [Subscription] {
        let statement = try database.cachedStatement(
            sql: "SELECT state FROM subscription WHERE account = ? ORDER BY original")
        return try String.fetchAll(statement, arguments: [account.rawValue]).map(decode)
    }

    /// Everybody's, the oldest first.
    static func all(_ database: Database) throws -> [Subscription] {
        try String.fetchAll(database, sql: "SELECT state FROM subscription ORDER BY original").map(decode)
    }

    /// Those of an account, or of everybody, to which something may happen at `now`: what is due, and what waits for its
    /// money.
    static func due(
        at now: Timestamp, of account: AccountIdentifier?, _ database: Database
    ) throws -> [Subscription] {
        let statement = try database.cachedStatement(
            sql: account == nil
                ? "SELECT state FROM subscription WHERE due <= ?1 OR isUnpaid ORDER BY due, original"
                : "SELECT state FROM subscription WHERE account = ?2 AND (due <= ?1 OR isUnpaid) ORDER BY due, original"
        )
        let arguments: StatementArguments =
            account.map { [now.milliseconds, $0.rawValue] } ?? [now.milliseconds]
        return try String.fetchAll(statement, arguments: arguments).map(decode)
    }

    /// When something will happen next.
    static func nextDue(_ database: Database) throws -> Timestamp? {
        let statement = try database.cachedStatement(sql: "SELECT min(due) FROM subscription WHERE due IS NOT NULL")
        return try Int64.fetchOne(statement).map(Timestamp.init(milliseconds:))
    }

    static func save(_ subscription: Subscription, _ database: Database) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let state = String(decoding: try encoder.encode(subscription), as: UTF8.self)
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO subscription VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (original) DO UPDATE SET due = excluded.due, isUnpaid = excluded.isUnpaid,
                    state = excluded.state
                """)
        try statement.execute(arguments: [
            subscription.original, subscription.account.rawValue, subscription.group, subscription.due?.milliseconds,
            subscription.isUnpaid, state,
        ])
    }

    private static func decode(_ json: String) throws -> Subscription {
        guard let subscription = try? JSONDecoder().decode(Subscription.self, from: Data(json.utf8)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return subscription
    }
}
