internal import GRDB
internal import Synchronization

/// A SQLite database in memory only, for `DatabaseFile`. It opens when it is used. In between it can rest:
/// then only its contents are kept, a fifth of the memory.
final class MemoryDatabase: Sendable {
    private struct State {
        /// Nil while the database rests.
        var queue: DatabaseQueue?
        /// The contents when they were last asked for. While the database rests, these are its contents.
        var contents: [UInt8]
    }

    private let state: Mutex<State>

    /// A database with the `contents()` of another one.
    init(contents: [UInt8]) { state = Mutex(State(contents: contents)) }

    /// A new database.
    convenience init(migrator: DatabaseMigrator) throws {
        let queue = try DatabaseQueue()
        // Most tables of a test's store are nearly empty.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 512") }
        try migrator.migrate(queue)
        self.init(contents: try queue.writeWithoutTransaction { try $0.serialize() })
    }

    /// Reads or writes, without a transaction of its own.
    func use<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try opened { try $0.unsafeRead(body) }
    }

    /// Everything that the database holds now, as the bytes of a file.
    func contents() throws -> [UInt8] {
        try state.withLock { state in
            try Self.readContents(&state)
            return state.contents
        }
    }

    /// Keeps only the contents, until the next use. Does nothing if the database is being used.
    func rest() throws {
        try state.withLockIfAvailable { state in
            try Self.readContents(&state)
            state.queue = nil
        }
    }

    /// Contents that have not changed stay the same array, which others may share.
    private static func readContents(_ state: inout State) throws {
        guard let queue = state.queue else { return }
        let contents = try queue.unsafeRead { try $0.serialize() }
        if contents != state.contents { state.contents = contents }
    }

    private func opened<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
        try state.withLock { state in
            if let queue = state.queue { return try body(queue) }
            let queue = try DatabaseQueue()
            try queue.writeWithoutTransaction { [contents = state.contents] in try $0.deserialize(contents) }
            state.queue = queue
            return try body(queue)
        }
    }
}
