#if Postgres
internal import StoreDatabase
internal import Synchronization

/// A transaction on a connection.
final class PostgresTransaction: StoreTransaction {
    private let connection: PostgresConnection
    private var completions: [@Sendable () -> Void] = []
    /// How many parts and cursors are open.
    private var depth = 0

    /// The transaction that has begun on `connection`.
    init(_ connection: PostgresConnection) { self.connection = connection }

    func rows(_ sql: String, _ arguments: StoreArguments) throws -> [StoreRow] {
        try connection.run(sql, arguments.values).rows()
    }

    /// The rows come in pages: a caller that has what it wants does not wait for all of them.
    func forEachRow(_ sql: String, _ arguments: StoreArguments, _ body: (StoreRow) throws -> Bool) throws {
        depth += 1
        defer { depth -= 1 }
        let cursor = "c\(depth)"
        _ = try connection.run("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", arguments.values)
        // Not possible, nor needed, where the transaction has failed.
        defer { _ = try? connection.run("CLOSE \(cursor)") }
        while true {
            let rows = try connection.run("FETCH 200 FROM \(cursor)", []).rows()
            guard try rows.allSatisfy(body), rows.count == 200 else { return }
        }
    }

    func execute(_ sql: String, _ arguments: StoreArguments) throws -> Int {
        try connection.run(sql, arguments.values).changedRows
    }

    func afterCommit(_ work: @escaping @Sendable () -> Void) { completions.append(work) }

    func attempt<Value>(_ body: () throws -> Value) throws -> Result<Value, any Error> {
        depth += 1
        defer { depth -= 1 }
        let (part, count) = ("p\(depth)", completions.count)
        try connection.run("SAVEPOINT \(part)")
        do {
            let value = try body()
            try connection.run("RELEASE \(part)")
            return .success(value)
        } catch {
            if let failure = error as? PostgresFailure, !failure.isAboutStatement { throw failure }
            completions.removeSubrange(count...)
            try connection.run("ROLLBACK TO \(part)")
            return .failure(error)
        }
    }

    /// Does what was to be done once the transaction is durable.
    func complete() { for completion in completions { completion() } }
}
#endif
