package import GRDB
internal import GRDBSQLite
internal import Glibc
package import StoreModel

/// A SQLite file, as `SQLiteEngine`, the payment queue and the device open it: write-ahead
/// log, `synchronous=FULL` (a commit is on disk before it returns), five seconds of patience
/// with other programs, and migrations.
package struct DatabaseFile: Sendable {
    /// A step of the schema; of several the oldest comes first. Steps are only ever added: a database that
    /// has a step which the program does not know was written by a newer version, and is refused.
    package struct Migration: Sendable {
        let identifier: String
        let apply: @Sendable (Database) throws -> Void

        /// - Parameter identifier: the step's name, unique in its file.
        package init(_ identifier: String, apply: @escaping @Sendable (Database) throws -> Void) {
            self.identifier = identifier
            self.apply = apply
        }

        /// A step that is SQL alone.
        package init(_ identifier: String, sql: String) { self.init(identifier) { try $0.execute(sql: sql) } }
    }

    package let path: String
    private let pool: any DatabaseWriter
    private let isInMemory: Bool
    /// Closed. To release it would start a thread of Dispatch, which then wakes up once a second.
    private let checked: DatabaseQueue?

    /// Opens the file, makes it where it is missing, and brings its schema up to date. Programs that open the
    /// same file at the same time take turns.
    ///
    /// - Parameters:
    ///   - patience: how long other programs may keep the file busy.
    ///   - logPages: how long the write-ahead log may get before it goes into the file, in
    ///     pages of 4 KB. A page that many
    ///     transactions change goes there once, so a long log is for many writes; each start reads the log, so a short one is for
    ///     programs that start often.
    ///   - check: throws to refuse a file, before anything that is committed in it is changed. Its
    ///     schema may be an earlier one
    ///     or none.
    package init(
        path: String, migrations: [Migration], patience: Duration = .seconds(5), logPages: Int = 256,
        check: ((Database) throws -> Void)? = nil
    ) throws(StorageError) {
        self.path = path
        isInMemory = false
        let migrator = DatabaseMigrator(migrations)
        // Creating a database and turning its write-ahead log on are not safe for two programs at once.
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw StorageError(errno: errno, path: path + ".lock") }
        defer { close(lock) }
        // A change of the schema takes longer than a transaction.
        guard FileLock.wait(for: lock, patience: patience * 12) else {
            throw errno == EAGAIN
                ? StorageError.busy(path: path) : StorageError(errno: errno, path: path + ".lock")
        }
        try Self.makePrivate(path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience / .seconds(1))
        do {
            checked = try check.map { try Self.check(path, $0, migrator, configuration) }
            let pool = try DatabasePool(path: path, configuration: configuration)
            self.pool = pool
            // Only now: while one connection is open, the next does not read the write-ahead log again.
            try checked?.close()
            // GRDB puts NORMAL back when it turns the write-ahead log on; here a commit
            // must outlive a power cut.
            try pool.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = \(logPages)")
            }
            try pool.read { try migrator.checkVersion(of: $0, at: path) }
            try migrator.migrate(pool)
        } catch {
            throw Self.precise(error, path: path)
        }
    }

    /// Opens a database that is in memory only, and ends with this value.
    package init(inMemory migrations: [Migration]) throws(StorageError) {
        try self.init { queue in
            // Most tables of a test's store are nearly empty.
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 1024") }
            try DatabaseMigrator(migrations).migrate(queue)
        }
    }

    /// Opens a database that is in memory only, with what `contents()` gave of another one.
    package init(inMemory contents: [UInt8]) throws(StorageError) {
        try self.init { queue in try queue.writeWithoutTransaction { try $0.deserialize(contents) } }
    }

    private init(fillingMemory fill: (DatabaseQueue) throws -> Void) throws(StorageError) {
        path = ":memory:"
        isInMemory = true
        checked = nil
        do {
            let queue = try DatabaseQueue()
            try fill(queue)
            pool = queue
        } catch {
            throw Self.precise(error, path: path)
        }
    }

    /// All that the database holds now, as a file's bytes.
    package func contents() throws(StorageError) -> [UInt8] {
        do { return try pool.unsafeRead { try $0.serialize() } } catch {
            throw Self.precise(error, path: path)
        }
    }

    /// Reads from one consistent snapshot.
    ///
    /// - Throws: `StorageError` for trouble with the file, and whatever `body` throws.
    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do {
            // In memory there is one connection, so nobody writes meanwhile. `read` would forbid writing on
            // it by a pragma, after which SQLite compiles each statement anew.
            return try isInMemory ? pool.unsafeRead(body) : pool.read(body)
        } catch let error as DatabaseError { throw StorageError(error, path: path) }
    }

    /// Writes in one transaction, which is on disk when this returns; nothing is written when it throws.
    ///
    /// - Throws: `StorageError` for trouble with the file, and whatever `body` throws.
    package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do { return try pool.write(body) } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    /// Calls `onCommit` after commits to the file, by this program or by others, until the watcher is
    /// released. Several commits may be told in one call, and a call may come although nothing was committed.
    package func watch(onCommit: @escaping @Sendable () -> Void) throws(StorageError) -> FileWatcher {
        let pool = pool
        return try FileWatcher(path: path + "-wal") {
            // The log is written before its commit can be seen. An empty write takes its
            // turn after the writer's.
            try? pool.write { _ in }
            onCommit()
        }
    }

    /// Opening the file to write changes its header already, so it is opened to read first. A program that
    /// was killed before the write-ahead log was on leaves a rollback journal, though: only a connection
    /// that may write can roll it back.
    private static func check(
        _ path: String, _ check: (Database) throws -> Void, _ migrator: DatabaseMigrator,
        _ configuration: Configuration
    ) throws -> DatabaseQueue {
        var configuration = configuration
        let journal = FileStatus(at: path + "-journal")
        configuration.readonly = journal.map { $0.size == 0 } ?? true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read { database in
            try migrator.checkVersion(of: database, at: path)
            try check(database)
        }
        return queue
    }

    /// Makes the file for its owner only, or closes the one that is there to
    /// others. The files beside it follow it.
    private static func makePrivate(_ path: String) throws(StorageError) {
        if let status = FileStatus(at: path) {
            guard status.mode & 0o077 != 0, status.owner == geteuid() else { return }
            guard chmod(path, status.mode & 0o600) == 0 else { throw StorageError(errno: errno, path: path) }
        } else {
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            // Any other trouble is SQLite's to name.
            if descriptor >= 0 { close(descriptor) }
        }
    }

    private static func precise(_ error: any Error, path: String) -> StorageError {
        switch error {
        case let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN && access(path, F_OK) == 0:
            access(path, R_OK | W_OK) == 0 ? StorageError(error, path: path) : .notWritable(path: path)
        case let error as DatabaseError: StorageError(error, path: path)
        default: StorageError(wrapping: error, path: path)
        }
    }
}

extension DatabaseMigrator {
    init(_ migrations: [DatabaseFile.Migration]) {
        self.init()
        for step in migrations { registerMigration(step.identifier, migrate: step.apply) }
    }

    /// Refuses a database with a step that is not known: of a newer version, or if it lacks the first step,
    /// of a build from before there was one. Throws `StorageError`.
    func checkVersion(of database: Database, at path: String) throws {
        guard try hasBeenSuperseded(database) else { return }
        let isNewer = try migrations.first.map(appliedIdentifiers(database).contains) ?? true
        throw isNewer ? StorageError.newerVersion(path: path) : .earlierBuild(path: path)
    }
}

extension Database {
    func serialize() throws -> [UInt8] {
        var size: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(sqliteConnection, "main", &size, 0) else {
            throw DatabaseError(resultCode: .SQLITE_NOMEM)
        }
        defer { sqlite3_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    func deserialize(_ contents: [UInt8]) throws {
        let size = sqlite3_int64(contents.count)
        guard let memory = sqlite3_malloc64(sqlite3_uint64(contents.count)) else {
            throw DatabaseError(resultCode: .SQLITE_NOMEM)
        }
        let bytes = memory.assumingMemoryBound(to: UInt8.self)
        bytes.initialize(from: contents, count: contents.count)
        // SQLite frees the memory, also where this fails.
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        let code = sqlite3_deserialize(sqliteConnection, "main", bytes, size, size, flags)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}

extension StorageError {
    /// The error for what SQLite said about the file at `path`.
    package init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .notWritable(path: path)
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_IOERR: self = .failing(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        default:
            self = .unusable(path: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
        }
    }
}
