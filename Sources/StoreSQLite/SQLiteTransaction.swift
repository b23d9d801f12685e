internal import FoundationEssentials
internal import GRDB
internal import SQLiteStorage
internal import StoreDatabase

/// A transaction of SQLite. A statement is compiled once for each connection.
struct SQLiteTransaction: StoreTransaction {
    let database: Database

    func forEachRow(_ sql: String, _ arguments: StoreArguments, _ body: (StoreRow) throws -> Bool) throws {
        let statement = try database.cachedStatement(sql: sql)
        let columns = statement.columnNames
        let cursor = try Row.fetchCursor(
            statement, arguments: StatementArguments(arguments.values.map(\.databaseValue)))
        while let row = try cursor.next() {
            guard try body(StoreRow(columns: columns, values: row.databaseValues.map(StoreValue.init))) else { return }
        }
    }

    func execute(_ sql: String, _ arguments: StoreArguments) throws -> Int {
        let statement = try database.cachedStatement(sql: sql)
        try statement.execute(arguments: StatementArguments(arguments.values.map(\.databaseValue)))
        return database.changesCount
    }

    func afterCommit(_ work: @escaping @Sendable () -> Void) { database.afterNextTransaction { _ in work() } }

    func attempt<Value>(_ body: () throws -> Value) throws -> Result<Value, any Error> { try database.attempt(body) }
}

extension StoreValue {
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let value): self = .integer(value)
        case .double: preconditionFailure("the store has no column for fractions")
        case .string(let value): self = .text(value)
        case .blob(let value): self = .blob([UInt8](value))
        }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): Data(value).databaseValue
        }
    }
}
