internal import GRDB
internal import Storage
internal import StoreRules

/// The schema of `store.sqlite`, for `SQLiteEngine`: the tables of every store in SQLite's words. There is
/// one step, because no other version was ever released.
enum StoreSchema {
    static let migrations = [
        DatabaseFile.Migration("account-5") {
            try $0.execute(sql: StoreTables.statements(in: words) + indexes + StoreTables.firstRows())
        }
    ]

    private static let words = StoreTables.Words(
        integer: "INTEGER", name: "TEXT", bytes: "BLOB", boolean: "INTEGER", end: " STRICT",
        clustered: " STRICT, WITHOUT ROWID")

    /// Each ends with the row's number, which SQLite has in every index.
    private static let indexes = """

        CREATE INDEX notificationDue ON notification (environment, nextAttempt) WHERE nextAttempt IS NOT NULL;
        CREATE INDEX notificationCreated ON notification (environment, created);
        CREATE INDEX notificationPurchase ON notification (purchase) WHERE purchase IS NOT NULL;
        CREATE INDEX subscriptionDue ON subscription (due) WHERE due IS NOT NULL;

        """
}
