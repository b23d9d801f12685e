#if Postgres
package import StoreRules
package import StoreModel

/// The store's database in PostgreSQL, for a server with `--database`.
/// Several servers can be one store on it.
///
/// Transactions about different subjects are written at the same time, by any number of servers. Each begins
/// by locking the rows of its accounts and outboxes. A transaction about anything else is written alone: it
/// begins with the lock on the table `writer`, which the others share. Writes of the same kind at one server
/// share a transaction.
package final class PostgresEngine: DatabaseEngine {
    package let name: String
    package var isShared: Bool { true }
    package var counts: DatabaseCounts? { pool.counts }
    private let pool: PostgresPool
    private let group: GroupCommit
    private let announcements: CommitAnnouncements

    /// A reader holds nobody up, and may take its time between two statements.
    private static let reading = [
        PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
        PostgresStatement("SET LOCAL idle_in_transaction_session_timeout = 0"),
    ]
    /// The locks of a transaction about some subjects; nil for a transaction about anything.
    private static func locks(on subjects: Set<WriteSubject>?) -> [PostgresStatement] {
        guard let subjects else {
            return [
                PostgresStatement("LOCK TABLE writer IN SHARE ROW EXCLUSIVE MODE"),
                // A server that no longer accepts writes can still lock tables, but not rows.
                PostgresStatement("SELECT FROM writer WHERE id = 1 FOR UPDATE"),
            ]
        }
        var (accounts, outboxes): ([StoreValue], [StoreValue]) = ([], [])
        for subject in subjects {
            switch subject {
            case .account(let account): accounts.append(account.storeValue)
            case .outbox(let environment): outboxes.append(environment.storeValue)
            }
        }
        // All take them in the same order, so that no two wait for each other.
        let rows = [("account", "identifier", accounts), ("outbox", "environment", outboxes)].filter {
            !$0.2.isEmpty
        }
        return [PostgresStatement("LOCK TABLE writer IN ROW EXCLUSIVE MODE")]
            + rows.map { table, key, values in
                guard values.count > 1 else {
                    return PostgresStatement("SELECT FROM \(table) WHERE \(key) = ? FOR UPDATE", values)
                }
                return PostgresStatement(
                    "SELECT FROM \(table) WHERE \(key) = ANY (CAST(? AS TEXT[])) ORDER BY \(key) FOR UPDATE",
                    [PostgresReadAhead.array(values)])
            }
    }
    /// How often a transaction is tried if it conflicts with others.
    private static let attempts = 5

    /// Opens the database, and makes the store's tables in it at the first run.
    ///
    /// - Parameter address: a URL in libpq's format.
    /// - Throws: `StorageError`.
    package init(address: String) throws(StorageError) {
        guard Self.isURL(address) else {
            throw .unusable(path: "the database", reason: "its address does not begin with postgres://")
        }
        let pool = PostgresPool(address: address)
        let connection: PostgresConnection
        do { connection = try pool.connect() } catch {
            throw error.withoutPassword(of: address).storageError("the database")
        }
        let name = connection.databaseName
        do { try PostgresSchema.update(connection) } catch let error as StorageError { throw error } catch {
            throw (error as? PostgresFailure)?.storageError(name) ?? .unusable(path: name, reason: "\(error)")
        }
        self.name = name
        self.pool = pool
        let announcements = CommitAnnouncements(pool: pool)
        self.announcements = announcements
        group = GroupCommit(
            write: { subjects, reads, body in
                let completions = try Self.write(name, announcements) {
                    try Self.repeatedly(pool) {
                        try Self.transact(pool, about: subjects, reading: reads, body)
                    }
                }
                pool.count {
                    $0.batches += 1
                    $0.batchedWrites += completions.count
                }
                return completions
            },
            jobError: { error in (error as? PostgresFailure)?.storageError(name) ?? error })
    }

    /// Whether the database at an address is down, starting, failing over or full, and may be there later.
    package static func isAway(address: String) -> Bool {
        isURL(address) && PostgresConnection.isAway(address)
    }

    /// libpq would take any other text as the name of a database on this machine.
    private static func isURL(_ address: String) -> Bool {
        ["postgres://", "postgresql://"].contains(where: address.hasPrefix)
    }

    package func read<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        try Self.precisely(name) {
            try pool.withTransaction(Self.reading) { connection, _ in try Self.read(connection, body) }
        }
    }

    /// The server may have to sort all payments before it has the first row.
    package func readPatiently<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        let limit = PostgresStatement("SET LOCAL statement_timeout = '10min'")
        return try Self.precisely(name) {
            try pool.withTransaction(Self.reading + [limit]) { connection, _ in
                connection.isPatient = true
                defer { connection.isPatient = false }
                return try Self.read(connection, body)
            }
        }
    }

    private static func read<Value>(
        _ connection: PostgresConnection, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value {
        let value = try body(PostgresTransaction(connection))
        _ = try connection.run("COMMIT", [])
        return value
    }

    package func rows(_ read: StoreRead) throws -> [StoreRow] {
        try Self.precisely(name) {
            try pool.withTransaction([PostgresStatement(read.sql, read.arguments.values)]) { $1[0].rows() }
        }
    }

    @discardableResult
    package func write<Value>(
        about subject: WriteSubject?, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value {
        try Self.write(name, announcements) {
            do { return try Self.transact(pool, about: subject.map { [$0] }, body) } catch let failure
                as JobFailure
            {
                throw failure.error
            }
        }
    }

    package func writeTogether<Value: Sendable>(
        about subject: WriteSubject?, reading reads: @autoclosure () -> [StoreRead],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await group.write(about: subject, reading: reads(), body)
    }

    package func setServerCount(_ count: Int) { announcements.setServerCount(count) }

    package func watch(onCommit: @escaping @Sendable () -> Void) -> any Sendable {
        PostgresWatch(pool: pool, onCommit: onCommit)
    }

    private static func write<Value>(
        _ name: String, _ announcements: CommitAnnouncements,
        _ work: () throws -> (PostgresTransaction, Value)
    ) throws -> Value {
        let (transaction, value) = try precisely(name, work)
        announcements.announce()
        transaction.complete()
        return value
    }

    private static func transact<Value>(
        _ pool: PostgresPool, about subjects: Set<WriteSubject>? = nil, reading reads: [StoreRead] = [],
        _ body: (any StoreTransaction) throws -> Value
    ) throws -> (PostgresTransaction, Value) {
        let readAhead = PostgresReadAhead(Array(Set(reads)))
        // All in one round trip. What is read after the locks is what the last writer has left.
        let beginning = [PostgresStatement("BEGIN")] + locks(on: subjects)
        return try pool.withTransaction(beginning + readAhead.statements) { connection, results in
            let transaction = PostgresTransaction(
                connection, known: readAhead.rows(results.dropFirst(beginning.count)))
            let value = try body(transaction)
            if !reads.isEmpty { pool.count { $0.readAheadMisses += transaction.misses } }
            do { try transaction.commit() } catch let failure as PostgresFailure where failure.isUnknownCommit
            {
                pool.count { $0.unknownCommits += 1 }
                throw StorageError.unconfirmed(path: connection.databaseName)
            }
            return (transaction, value)
        }
    }

    /// Repeats a transaction that conflicted with another one.
    private static func repeatedly<Value>(_ pool: PostgresPool, _ work: () throws -> Value) throws -> Value {
        for _ in 1..<attempts {
            do { return try work() } catch let failure as PostgresFailure where failure.isConflict {
                pool.count { counts in
                    if failure.isDeadlock {
                        counts.deadlockRetries += 1
                    } else {
                        counts.serializationRetries += 1
                    }
                }
            }
        }
        return try work()
    }

    private static func precisely<Value>(_ name: String, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let failure as PostgresFailure { throw failure.storageError(name) }
    }
}
#endif
