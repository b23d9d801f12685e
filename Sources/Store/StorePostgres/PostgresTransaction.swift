#if Postgres
internal import StoreRules

/// A transaction on a connection, which `PostgresEngine` gives to the store's rules. It keeps the answers to
/// queries that were read ahead, until a write may change them. It sends insertions and updates together with
/// the next statement that has an answer.
final class PostgresTransaction: StoreTransaction {
    private let connection: PostgresConnection
    private var known: KnownAnswers
    /// The statements that wait to be sent, up to the last update.
    private var unsent: [PostgresStatement] = []
    /// The insertions that wait after them. More may come, and then they are merged.
    private var insertions: [PostgresStatement] = []
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
    ) throws {
        known.note(changes())
        unsent += insertions.merged
        insertions = []
        unsent.append(PostgresStatement(sql, arguments.values))
        try sendWithinPart()
    }

    func insert(
        _ sql: String, _ arguments: StoreArguments,
        changing changes: @autoclosure () -> [(StoreRead, StoreRead.Change)]
    ) throws {
        known.note(changes())
        insertions.append(PostgresStatement(sql, arguments.values))
        try sendWithinPart()
    }

    /// The answer to a statement. What waits is sent before it.
    private func answer(_ sql: String, _ arguments: [StoreValue] = []) throws -> PostgresResult {
        let statements = takeUnsent() + [PostgresStatement(sql, arguments)]
        return try connection.run(statements)[statements.count - 1]
    }

    /// Sends what waits if a savepoint is open: its error must belong to that savepoint.
    private func sendWithinPart() throws {
        if depth > 0 { _ = try connection.run(takeUnsent()) }
    }

    /// What was waiting to be sent, and waits no longer.
    private func takeUnsent() -> [PostgresStatement] {
        defer { (unsent, insertions) = ([], []) }
        return unsent + insertions.merged
    }

    /// Commits. If a statement that waited fails, the error belongs to the work that it was of.
    func commit() throws {
        let statements = takeUnsent()
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
            _ = takeUnsent()
            _ = try connection.run("ROLLBACK TO \(part)", [])
            return .failure(error)
        }
    }

    /// Runs the work that waited until the transaction was durable.
    func complete() { for completion in completions { completion() } }
}
#endif
