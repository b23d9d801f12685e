/// A query that a write will need. The store's rules name it before they write. `PostgresEngine` sends it at
/// the beginning of the transaction, with those of the other writes in it, and only once if several name it.
/// A transaction keeps the answer (`KnownAnswers`); on SQLite, only if the query has no arguments.
package struct StoreRead: Hashable, Sendable {
    package let sql: String
    package let arguments: StoreArguments

    package init(_ sql: String, _ arguments: StoreArguments = []) {
        self.sql = sql
        self.arguments = arguments
    }

    /// What a changed row does to the answer.
    package enum Change {
        /// It is this row now.
        case becomes(StoreRow)
        /// The highest number, which is the answer, is at least this one.
        case isAtLeast(Int64)
        /// It may be another one.
        case isUnknown
    }

    /// The SQL texts are long, and there are few of them, so only their lengths are hashed. Of the arguments,
    /// those before the last one are nearly always the account.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(sql.utf8.count)
        hasher.combine(arguments.values.last)
    }
}

/// Answers queries: a transaction, or the database as it is now. A function that takes either makes one
/// query, because the database may change between two.
package protocol StoreReader {
    /// All rows of a query. It sees one state even without a transaction; a transaction may know its answer.
    ///
    /// - Throws: `StorageError` for trouble with the database.
    func rows(_ read: StoreRead) throws -> [StoreRow]
}

extension StoreTransaction {
    /// The first column of the first row of a query; nil if there is no row, or it is NULL.
    package func value<Value: StoreValueConvertible>(_ type: Value.Type, _ read: StoreRead) throws -> Value? {
        try rows(read).first.flatMap { $0[0] as Value? }
    }
}
