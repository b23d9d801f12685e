#if Postgres
internal import StoreRules

/// A transaction on a connection, which `PostgresEngine` gives to the store's rules. It keeps the answers to
/// queries that were read ahead, until a write may change them. It sends insertions together with the next
/// statement that has an answer.
final class PostgresTransaction: StoreTransaction {
    private let connection: PostgresConnection
    private var known: KnownAnswers
    private var unsent: [PostgresStatement] = []
    /// How many queries were sent that could have been read ahead.
    private(set) var misses = 0
    private var completions: [@Sendable () -> Void] = []
    /// How many savepoints and cursors are open.
    private var depth = 0

    /// The transaction that has begun on `connection`. `known` was read ahead.
    init(_ connection: PostgresConnection, known: [StoreRead: [StoreRow]] = [:]) {
        self.connection = connection
        self.known = KnownAnswers(known)
    }

    func rows(_ sql: String, _ arguments: StoreArguments) throws -> [StoreRow] {
        try answer(sql, arguments.values).rows()
    }

    func rows(_ read: StoreRead) throws -> [StoreRow] {
        if let rows = known[read] { return rows }
        misses += 1
        let rows = try answer(read.sql, read.arguments.values).rows()
        known[read] = rows
        return rows
    }

    /// The rows come in pages, so a caller that has found what it wants does not wait for all of them.
    func forEachRow(_ sql: String, _ arguments: StoreArguments, _ body: (StoreRow) throws -> Bool) throws {
        depth += 1
        defer { depth -= 1 }
        let cursor = "c\(depth)"
        _ = try answer("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", arguments.values)
        // If the transaction has failed, this is neither possible nor needed.
        defer { _ = try? connection.run("CLOSE \(cursor)", []) }
        while true {
            let rows = try answer("FETCH 200 FROM \(cursor)").rows()
            guard try rows.allSatisfy(body), rows.count == 200 else { return }
        }
    }

    func execute(_ sql: String, _ arguments: StoreArguments) throws -> Int {
        known.forget()
        return try answer(sql, arguments.values).changedRows
    }

    func update(
        _ sql: String, _ arguments: StoreArguments,
        changing changes: @autoclosure () -> [(StoreRead, StoreRead.Change)]
    ) throws -> Int {
        known.note(changes())
        return try answer(sql, arguments.values).changedRows
    }

    func insert(
        _ sql: String, _ arguments: StoreArguments,
        changing changes: @autoclosure () -> [(StoreRead, StoreRead.Change)]
    ) throws {
        known.note(changes())
        unsent.append(PostgresStatement(sql, arguments.values))
        // Inside a savepoint, an error must belong to that savepoint.
        if depth > 0 { try sendRest() }
    }

    /// The answer to a statement. The insertions that wait are sent before it.
    private func answer(_ sql: String, _ arguments: [StoreValue] = []) throws -> PostgresResult {
        let statements = unsent.merged + [PostgresStatement(sql, arguments)]
        unsent = []
        return try connection.run(statements)[statements.count - 1]
    }

    private func sendRest() throws {
        let statements = unsent.merged
        unsent = []
        if !statements.isEmpty { _ = try connection.run(statements) }
    }

    /// Commits. If a waiting insertion fails, the error belongs to the work that inserted it.
    func commit() throws {
        let statements = unsent.merged
        unsent = []
        do { try connection.commit(after: statements) } catch {
            throw statements.isEmpty || !error.isAboutStatement ? error : JobFailure(error: error)
        }
    }

    func afterCommit(_ work: @escaping @Sendable () -> Void) { completions.append(work) }

    func attempt<Value>(_ body: () throws -> Value) throws -> Result<Value, any Error> {
        depth += 1
        defer { depth -= 1 }
        let (part, count) = ("p\(depth)", completions.count)
        _ = try answer("SAVEPOINT \(part)")
        do {
            let value = try body()
            _ = try answer("RELEASE \(part)")
            return .success(value)
        } catch {
            if let failure = error as? PostgresFailure, !failure.isAboutStatement { throw failure }
            completions.removeSubrange(count...)
            known.forget()
            unsent = []
            _ = try connection.run("ROLLBACK TO \(part)", [])
            return .failure(error)
        }
    }

    /// Runs the work that waited until the transaction was durable.
    func complete() { for completion in completions { completion() } }
}
#endif
