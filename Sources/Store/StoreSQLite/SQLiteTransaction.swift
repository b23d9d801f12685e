internal import GRDB
internal import GRDBSQLite
internal import Storage
internal import StoreRules

/// A transaction of SQLite, which `SQLiteEngine` gives to the store's rules. A statement is compiled once for
/// each connection. Its arguments and rows go directly to and from SQLite, in half the time that GRDB's own
/// values would take.
final class SQLiteTransaction: StoreTransaction {
    private let database: Database
    /// The answers to queries without arguments: all writes in the transaction read the same settings and the
    /// newest numbers.
    private var known = KnownAnswers()
    /// The work for after the commit.
    private var completions: [@Sendable () -> Void] = []

    init(database: Database) { self.database = database }

    /// Writes in one transaction of a file, and then does the work that waits for its commit.
    static func write<Value>(
        to file: DatabaseFile, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value {
        try file.write { database in
            let transaction = SQLiteTransaction(database: database)
            let value = try body(transaction)
            for work in transaction.completions { file.afterCommit(work) }
            return value
        }
    }

    func forEachRow(_ sql: String, _ arguments: StoreArguments, _ body: (StoreRow) throws -> Bool) throws {
        let statement = try database.cachedStatement(sql: sql)
        let handle = statement.sqliteStatement
        let columns = statement.columnNames
        try bind(arguments, to: handle, sql)
        defer { sqlite3_reset(handle) }
        while try step(handle, sql) {
            let values = (0..<Int32(columns.count)).map { StoreValue(column: $0, of: handle) }
            guard try body(StoreRow(columns: columns, values: values)) else { return }
        }
    }

    func rows(_ sql: String, _ arguments: StoreArguments) throws -> [StoreRow] {
        var rows: [StoreRow] = []
        try forEachRow(sql, arguments) {
            rows.append($0)
            return true
        }
        return rows
    }

    func rows(_ read: StoreRead) throws -> [StoreRow] {
        guard read.arguments.values.isEmpty else { return try rows(read.sql, read.arguments) }
        if let answer = known[read] { return answer }
        let answer = try rows(read.sql, [])
        known[read] = answer
        return answer
    }

    func execute(_ sql: String, _ arguments: StoreArguments) throws -> Int {
        known.forget()
        return try run(sql, arguments)
    }

    func update(
        _ sql: String, _ arguments: StoreArguments,
        changing changes: @autoclosure () -> [(StoreRead, StoreRead.Change)]
    ) throws {
        _ = try run(sql, arguments)
        known.note(changes().filter { $0.0.arguments.values.isEmpty })
    }

    func insert(
        _ sql: String, _ arguments: StoreArguments,
        changing changes: @autoclosure () -> [(StoreRead, StoreRead.Change)]
    ) throws {
        try update(sql, arguments, changing: changes())
    }

    /// Runs a statement that changes rows; returns how many it changed.
    private func run(_ sql: String, _ arguments: StoreArguments) throws -> Int {
        let handle = try database.cachedStatement(sql: sql).sqliteStatement
        try bind(arguments, to: handle, sql)
        defer { sqlite3_reset(handle) }
        while try step(handle, sql) {}
        return database.changesCount
    }

    func afterCommit(_ work: @escaping @Sendable () -> Void) { completions.append(work) }

    func attempt<Value>(_ body: () throws -> Value) throws -> Result<Value, any Error> {
        let count = completions.count
        let result = try database.attempt(body)
        if case .failure = result {
            completions.removeSubrange(count...)
            known.forget()
        }
        return result
    }

    /// Gives a statement its arguments. A statement that is still being read elsewhere is refused, because it
    /// would go on with the first reader's arguments.
    private func bind(_ arguments: StoreArguments, to handle: SQLiteStatement, _ sql: String) throws {
        precondition(
            sqlite3_bind_parameter_count(handle) == arguments.values.count,
            "a statement has as many arguments as it names")
        guard sqlite3_stmt_busy(handle) == 0 else { throw error(SQLITE_MISUSE, sql) }
        for (index, value) in zip(Int32(1)..., arguments.values) {
            let code = value.bind(to: handle, at: index)
            guard code == SQLITE_OK else { throw error(code, sql) }
        }
    }

    /// Goes on to the next row, and returns whether there is one.
    private func step(_ handle: SQLiteStatement, _ sql: String) throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            throw error(code, sql)
        }
    }

    private func error(_ code: Int32, _ sql: String) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(database.sqliteConnection)), sql: sql)
    }
}

extension StoreValue {
    /// SQLite keeps a copy of the bytes that it is given.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    fileprivate init(column: Int32, of statement: SQLiteStatement) {
        let count = { Int(sqlite3_column_bytes(statement, column)) }
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: self = .null
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, column)
            self = .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count())))
        default:
            let text = sqlite3_column_text(statement, column)
            self = .text(String(decoding: UnsafeBufferPointer(start: text, count: count()), as: UTF8.self))
        }
    }

    fileprivate func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        // An empty text or blob has no address, and without one SQLite would read it as NULL.
        case .text(""): sqlite3_bind_text(statement, index, "", 0, Self.copied)
        case .blob([]): sqlite3_bind_zeroblob(statement, index, 0)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), Self.copied)
                }
            }
        case .blob(let bytes):
            bytes.withUnsafeBytes {
                sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), Self.copied)
            }
        }
    }
}
