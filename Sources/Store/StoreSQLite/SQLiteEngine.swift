internal import GRDB
internal import Storage
package import StoreModel
package import StoreRules

/// The store's database in SQLite. `AppStore+SQLite` and the server's command `copy` open it in a file, for
/// the embedded store and most servers. Test stores have it in memory: `TestStores`, `TestStore` and
/// `SnapshotFile` of the server, and `MemoryStore` of `StoreTestKit`.
package final class SQLiteEngine: DatabaseEngine {
    private let file: DatabaseFile
    private let group: GroupCommit

    init(file: DatabaseFile) {
        self.file = file
        group = GroupCommit(file: file)
    }

    /// An engine without a file. What is written is gone when it ends.
    package convenience init() throws(StorageError) {
        try self.init(file: DatabaseFile(inMemory: StoreSchema.migrations))
    }

    /// An engine without a file, with the contents of another one. Neither sees what is written in the other.
    package convenience init(inMemory contents: [UInt8]) {
        self.init(file: DatabaseFile(inMemory: contents))
    }

    /// An engine without a file, with contents that came from outside.
    ///
    /// - Throws: `StorageError.newerVersion`, `.earlierBuild`, or `.damaged` if it is not a store's database.
    package convenience init(received contents: [UInt8]) throws(StorageError) {
        try self.init(inMemory: ReceivedDatabase.checked(contents, migrations: StoreSchema.migrations))
    }

    /// Everything that the database holds now, for another engine.
    package func contents() throws(StorageError) -> [UInt8] { try file.contents() }

    /// Frees the memory that a database in memory needs to be used, until its next use.
    package func rest() throws(StorageError) { try file.rest() }

    package var name: String { file.path }
    package var isShared: Bool { false }
    package var hasRoom: Bool { file.hasRoom }
    package func damage() throws -> [String] { try file.damage() }

    package func read<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        try file.read { try body(SQLiteTransaction(database: $0)) }
    }

    package func rows(_ read: StoreRead) throws -> [StoreRow] {
        try file.query { try SQLiteTransaction(database: $0).rows(read) }
    }

    @discardableResult
    package func write<Value>(
        about subject: WriteSubject?, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value {
        try SQLiteTransaction.write(to: file, body)
    }

    package func writeTogether<Value: Sendable>(
        about subject: WriteSubject?, reading reads: @autoclosure () -> [StoreRead],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await group.write(body)
    }

    package func watch(onCommit: @escaping @Sendable () -> Void) -> any Sendable {
        file.watch(onCommit: onCommit) as any Sendable
    }
}

extension GroupCommit {
    convenience init(file: DatabaseFile) {
        self.init(
            write: { _, _, body in try SQLiteTransaction.write(to: file, body) },
            jobError: { error in
                (error as? DatabaseError).map { StorageError($0, path: file.path) } ?? error
            })
    }
}
