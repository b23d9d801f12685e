internal import FoundationEssentials
internal import GRDB
package import StoreRules

/// A SQLite file that a test reads, or changes as a user can with the sqlite3 program.
package struct SQLiteFile: Sendable {
    private let queue: DatabaseQueue

    /// Opens a file, or makes it.
    package init(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(60)
        // A test may begin a transaction, and end it later.
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Runs one statement or more, each in a transaction of its own unless they say another.
    package func run(_ sql: String, _ arguments: [(any StoreValueConvertible)?] = []) throws {
        try queue.writeWithoutTransaction {
            try $0.execute(sql: sql, arguments: Self.values(of: arguments))
        }
    }

    /// The first column of a query's rows.
    package func values<Value: StoreValueConvertible>(
        _ sql: String, _ arguments: [(any StoreValueConvertible)?] = []
    ) throws -> [Value] {
        let values = try queue.inDatabase {
            try DatabaseValue.fetchAll($0, sql: sql, arguments: Self.values(of: arguments))
        }
        return try values.map {
            guard let value = Value(storeValue: StoreValue($0)) else {
                throw ToolError(description: "\($0) is no \(Value.self): \(sql)")
            }
            return value
        }
    }

    /// The first column of a query's first row; nil if that is NULL, or if there is no row.
    package func value<Value: StoreValueConvertible>(
        _ sql: String, _ arguments: [(any StoreValueConvertible)?] = []
    ) throws -> Value? {
        let value = try queue.inDatabase {
            try DatabaseValue.fetchOne($0, sql: sql, arguments: Self.values(of: arguments))
        }
        return value.flatMap { Value(storeValue: StoreValue($0)) }
    }

    private static func values(of arguments: [(any StoreValueConvertible)?]) -> StatementArguments {
        StatementArguments(arguments.map { ($0?.storeValue ?? .null).databaseValue })
    }

    /// Takes the types off all columns, so that they take any value, also none, as in a file of an earlier
    /// build. Only connections that open later know it.
    package func loosen() throws {
        try run(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema
            SET sql = replace(replace(replace(sql, 'STRICT, ', ''), ' STRICT', ''), ' NOT NULL', '')
            WHERE type = 'table';
            PRAGMA writable_schema = RESET;
            """)
    }

    /// Everything that can be read of its tables, for comparisons.
    package func content() -> String {
        let content = Content()
        try? queue.dumpContent(to: content)
        return content.text
    }

    /// Writes a whole copy, like a backup of its disk.
    package func copy(to path: String) throws { try run("VACUUM INTO ?", [path]) }

    /// Moves everything that is in the log beside the file into the file itself.
    package func checkpoint() throws {
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }

    private final class Content: TextOutputStream {
        var text = ""
        func write(_ string: String) { text += string }
    }
}

extension StoreValue {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .text(String(number))
            case .string(let text): .text(text)
            case .blob(let data): .blob(Array(data))
            }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
    }
}
