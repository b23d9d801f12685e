#if Postgres
internal import StoreRules
internal import Synchronization

/// A transaction on a connection, which `PostgresEngine` gives to the store's rules. It keeps the answers to
/// queries that were read ahead, until something is written that may change them, and sends insertions
/// together with the next statement that has an answer.
final class PostgresTransaction: StoreTransaction {
    private let connection: PostgresConnection
    /// The answers by table and account.
    private var known: [String: [String?: [StoreRead: [StoreRow]]]] = [:]
    private var unsent: [PostgresStatement] = []
    /// How many queries were sent that might have been read ahead.
    private(set) var misses = 0
    private var completions: [@Sendable () -> Void] = []
    /// How many parts and cursors are open.
    private var depth = 0

    /// The transaction that has begun on `connection`; `known` was read ahead.
    init(_ connection: PostgresConnection, known: [(StoreRead, [StoreRow])] = []) {
        self.connection = connection
        for (read, rows) in known { know(rows, of: read) }
    }

    func rows(_ sql: String, _ arguments: StoreArguments) throws -> [StoreRow] {
        try answer(sql, arguments.values).rows()
    }

    func rows(_ read: StoreRead) throws -> [StoreRow] {
        if let rows = known[read.table]?[read.account]?[read] { return rows }
        misses += 1
        let rows = try answer(read.sql, read.arguments.values).rows()
        know(rows, of: read)
        return rows
    }

    private func know(_ rows: [StoreRow], of read: StoreRead) {
        known[read.table, default: [:]][read.account, default: [:]][read] = rows
    }

    /// The rows come in pages: a caller that has what it wants does not wait for all of them.
    func forEachRow(_ sql: String, _ arguments: StoreArguments, _ body: (StoreRow) throws -> Bool) throws {
        depth += 1
        defer { depth -= 1 }
        let cursor = "c\(depth)"
        _ = try answer("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", arguments.values)
        // Not possible, nor needed, where the transaction has failed.
        defer { _ = try? connection.run("CLOSE \(cursor)", []) }
        while true {
            let rows = try answer("FETCH 200 FROM \(cursor)").rows()
            guard try rows.allSatisfy(body), rows.count == 200 else { return }
        }
    }

    func execute(_ sql: String, _ arguments: StoreArguments) throws -> Int {
        known = [:]
        return try answer(sql, arguments.values).changedRows
    }

    func insert(
        _ sql: String, _ arguments: StoreArguments, of account: String, raising maximum: StoreRead,
        to number: Int64
    ) throws {
        let highest = known[maximum.table]?[nil]?[maximum]?.first?.onlyNumber
        known[maximum.table]?[account] = nil
        known[maximum.table]?[nil] = nil
        // What was the highest number stays it, where the new one is lower.
        if let highest {
            know([StoreRow(columns: ["number"], values: [.integer(max(highest, number))])], of: maximum)
        }
        unsent.append(PostgresStatement(sql, arguments.values))
        // In a part, the error is that of the part.
        if depth > 0 { try sendRest() }
    }

    /// The answer to a statement, after what was not sent before it.
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

    /// Commits. An insertion that fails then is the failure of whoever inserted it.
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
            (known, unsent) = ([:], [])
            _ = try connection.run("ROLLBACK TO \(part)", [])
            return .failure(error)
        }
    }

    /// Does what was to be done once the transaction is durable.
    func complete() { for completion in completions { completion() } }
}
#endif
