/// A query that a write will need. The store's rules name it before they write. `PostgresEngine` sends it at
/// the beginning of the transaction, with those of the other writes in it, and only once if several name it.
package struct StoreRead: Hashable, Sendable {
    package let sql: String
    package let arguments: StoreArguments
    /// The table that it reads.
    package let table: String
    /// The account whose rows it reads; nil if it also reads others.
    package let account: String?

    package init(
        _ sql: String, _ arguments: StoreArguments = [], from table: String, of account: String? = nil
    ) {
        self.sql = sql
        self.arguments = arguments
        self.table = table
        self.account = account
    }

    /// The SQL texts are long, and there are few of them, so only the arguments are hashed.
    package func hash(into hasher: inout Hasher) { hasher.combine(arguments) }
}

extension StoreTransaction {
    /// The first column of the only row of a query; nil if there is no row, or it is NULL.
    package func value<Value: StoreValueConvertible>(_ type: Value.Type, _ read: StoreRead) throws -> Value? {
        try rows(read).first.flatMap { $0[0] as Value? }
    }

    // Defaults for engines that read nothing ahead.

    package func rows(_ read: StoreRead) throws -> [StoreRow] { try rows(read.sql, read.arguments) }

    package func insert(
        _ sql: String, _ arguments: StoreArguments, of account: String, raising maximum: StoreRead,
        to number: Int64
    ) throws {
        try execute(sql, arguments)
    }
}
