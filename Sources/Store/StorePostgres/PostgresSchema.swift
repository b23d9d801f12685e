#if Postgres
internal import StoreRules
internal import StoreModel

/// The tables of every store in PostgreSQL's words, and those that only servers of one store have.
///
/// There is one step, because no other version was ever released. Later steps are only ever added.
/// `PostgresEngine` updates the schema when a server starts, one server at a time. A schema with an unknown
/// step belongs to a newer version, and is refused.
enum PostgresSchema {
    /// Brings the schema up to date. Throws `StorageError.newerVersion` and `PostgresFailure`.
    static func update(_ connection: PostgresConnection) throws {
        do { try connection.run("CREATE TABLE IF NOT EXISTS schemaVersion (version BIGINT NOT NULL)") } catch
        {
            // IF NOT EXISTS does not help if another server makes it at the same moment.
            guard error.isAlreadyThere else { throw error }
        }
        try connection.run("BEGIN; LOCK TABLE schemaVersion IN EXCLUSIVE MODE")
        do {
            let rows = try connection.run("SELECT version FROM schemaVersion", []).rows()
            let version: Int = rows.first.map { $0["version"] } ?? 0
            guard version == 0 || version > before else {
                throw StorageError.earlierBuild(path: connection.databaseName)
            }
            let steps = try steps()
            let done = max(version - before, 0)
            guard done <= steps.count else { throw StorageError.newerVersion(path: connection.databaseName) }
            for step in steps[done...] { try connection.run(step) }
            if done < steps.count {
                try connection.run("DELETE FROM schemaVersion")
                _ = try connection.run(
                    "INSERT INTO schemaVersion VALUES (?)", [.integer(Int64(before + steps.count))])
            }
            try connection.commit()
        } catch {
            connection.rollBack()
            throw error
        }
    }

    private static func steps() throws -> [String] {
        [try StoreTables.statements(in: words) + ownTables + StoreTables.firstRows()]
    }
    /// Versions up to this one are builds from before the first version.
    private static let before = 105

    /// Names compare byte by byte, as in SQLite.
    private static let words = StoreTables.Words(
        integer: "BIGINT", name: #"TEXT COLLATE "C""#, bytes: "BYTEA", boolean: "BOOLEAN")

    private static let ownTables = """

        CREATE INDEX notificationDue ON notification (environment, nextAttempt, number)
            WHERE nextAttempt IS NOT NULL;
        CREATE INDEX notificationCreated ON notification (environment, created, number);
        CREATE INDEX notificationPurchase ON notification (purchase, number) WHERE purchase IS NOT NULL;
        CREATE INDEX subscriptionDue ON subscription (due, original) WHERE due IS NOT NULL;

        -- Its lock is that of the whole store.
        CREATE TABLE writer (id BIGINT PRIMARY KEY CHECK (id = 1));
        INSERT INTO writer VALUES (1);

        -- The lock on a row is that of an environment's notifications.
        CREATE TABLE outbox (environment TEXT COLLATE "C" PRIMARY KEY);
        INSERT INTO outbox VALUES \(StoreEnvironment.allCases.map { "('\($0.rawValue)')" }.joined(separator: ", "));

        CREATE TABLE sealedKey (
            name TEXT COLLATE "C" PRIMARY KEY,
            bytes BYTEA NOT NULL
        );

        -- What servers of one store know in common; a server with a file has it in memory.
        CREATE TABLE signInAttempt (
            subject BIGINT PRIMARY KEY,
            failures BIGINT NOT NULL,
            last BIGINT NOT NULL,
            isKnown BOOLEAN NOT NULL
        );
        CREATE INDEX signInAttemptLast ON signInAttempt (last);

        CREATE TABLE server (
            identifier TEXT PRIMARY KEY,
            seen BIGINT NOT NULL,
            catalogue TEXT
        );

        """
}
#endif
