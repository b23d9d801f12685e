/// A transaction of the store's database, in which the store's rules and tables read and write. It is valid
/// only during the call that it is passed to. It is a `SQLiteTransaction` or a `PostgresTransaction`.
///
/// Statements are in the SQL that SQLite and PostgreSQL share. Their arguments are at `?`, or at `?1`,
/// `?2`… if one is used more than once.
package protocol StoreTransaction: StoreReader {
    /// All rows of a query.
    func rows(_ sql: String, _ arguments: StoreArguments) throws -> [StoreRow]

    /// Calls `body` with the rows of a query, one after the other, until it returns false. It is for queries
    /// with more rows than fit into memory.
    func forEachRow(_ sql: String, _ arguments: StoreArguments, _ body: (StoreRow) throws -> Bool) throws

    /// Runs a statement that changes rows; returns how many it changed. After it, the transaction asks the
    /// database again, also for answers that it has kept.
    @discardableResult
    func execute(_ sql: String, _ arguments: StoreArguments) throws -> Int

    /// Changes rows. It may be sent later, with other statements, so its error may be the whole transaction's.
    ///
    /// - Parameter changes: the queries whose answers that changes. All others keep theirs.
    func update(
        _ sql: String, _ arguments: StoreArguments,
        changing changes: @autoclosure () -> [(StoreRead, StoreRead.Change)]
    ) throws

    /// Inserts a row, as `update` changes rows. Of the rows that are inserted between two other statements,
    /// those of a table may come after those of the tables that it refers to.
    ///
    /// - Parameters:
    ///   - sql: an insertion that ends with its row: `VALUES (?, ?)`.
    ///   - changes: as for `update`.
    func insert(
        _ sql: String, _ arguments: StoreArguments,
        changing changes: @autoclosure () -> [(StoreRead, StoreRead.Change)]
    ) throws

    /// Does `work` once the transaction is durable, and not at all if the transaction is undone. `work` must
    /// not use the database.
    func afterCommit(_ work: @escaping @Sendable () -> Void)

    /// Does a part of the transaction. An error in it undoes only this part.
    ///
    /// - Throws: trouble with the database, which affects the whole transaction.
    func attempt<Value>(_ body: () throws -> Value) throws -> Result<Value, any Error>
}

extension StoreTransaction {
    /// Runs a statement without arguments that changes rows; returns how many it changed.
    @discardableResult
    package func execute(_ sql: String) throws -> Int { try execute(sql, []) }

    package func rows(_ sql: String) throws -> [StoreRow] { try rows(sql, []) }

    /// The first row of a query; nil if it has no rows.
    package func row(_ sql: String, _ arguments: StoreArguments = []) throws -> StoreRow? {
        try rows(sql, arguments).first
    }

    /// The first column of all rows of a query.
    package func values<Value: StoreValueConvertible>(
        _ type: Value.Type, _ sql: String, _ arguments: StoreArguments = []
    ) throws -> [Value] {
        try rows(sql, arguments).map { $0[0] as Value }
    }

    /// The first column of the first row of a query; nil if there is no row, or it is NULL.
    package func value<Value: StoreValueConvertible>(
        _ type: Value.Type, _ sql: String, _ arguments: StoreArguments = []
    ) throws -> Value? {
        try row(sql, arguments).flatMap { $0[0] as Value? }
    }
}
