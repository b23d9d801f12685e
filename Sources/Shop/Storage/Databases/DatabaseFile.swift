package import GRDB
internal import GRDBSQLite
internal import Glibc
package import StoreModel
internal import Synchronization

/// A SQLite file, as `SQLiteEngine`, the payment queue and the device open it: with a
/// write-ahead log, `synchronous=FULL` (a commit is on disk before it returns), a busy timeout
/// of five seconds, and migrations.
package struct DatabaseFile: Sendable {
    /// A step of the schema; the oldest step comes first. Steps are only ever added. A database with a step
    /// that the program does not know was written by a newer version, and is refused.
    package struct Migration: Sendable {
        let identifier: String
        let apply: @Sendable (Database) throws -> Void

        /// - Parameter identifier: the step's name, unique in its file.
        package init(_ identifier: String, apply: @escaping @Sendable (Database) throws -> Void) {
            self.identifier = identifier
            self.apply = apply
        }

        /// A step that only consists of SQL.
        package init(_ identifier: String, sql: String) { self.init(identifier) { try $0.execute(sql: sql) } }
    }

    private enum Place {
        /// With connections for readers beside the writer's, and one for single statements. The pool has each
        /// reader wait for a connection and look whether the schema has changed, which takes several times as
        /// long as a short statement.
        case pool(DatabasePool, queries: DatabaseQueue)
        /// With one connection, which is opened in half the time and takes half the memory. Its reads wait for
        /// its writes.
        case queue(DatabaseQueue)
        case memory(MemoryDatabase)
    }

    /// The work that the transaction which is being written wants done after its commit.
    private final class Completions: Sendable {
        private let work = Mutex<[@Sendable () -> Void]>([])

        func add(_ one: @escaping @Sendable () -> Void) { work.withLock { $0.append(one) } }

        func take() -> [@Sendable () -> Void] {
            work.withLock { work in
                defer { work = [] }
                return work
            }
        }
    }

    /// Connections that are closed, but kept: their release would start a Dispatch thread, which then wakes
    /// up once a second.
    private final class ClosedConnections: Sendable {
        private let connections = Mutex<[DatabaseQueue]>([])

        func take(_ connection: DatabaseQueue) throws {
            connections.withLock { $0.append(connection) }
            try connection.close()
        }
    }

    /// Which files were opened, and their absolute paths: a program may change its working folder.
    private struct OpenedFiles {
        private let database: (path: String, status: FileStatus)
        /// The write-ahead log. It stays the same file while a connection is open: a checkpoint only empties
        /// it, and only the last connection to close removes it.
        let log: (path: String, status: FileStatus)

        init(at path: String, by writer: any DatabaseWriter) throws {
            database = try Self.file(at: Self.absolute(path))
            log = try Self.file(at: writer.writeWithoutTransaction { try $0.pathOfWriteAheadLog() })
        }

        /// Throws if other files are at the paths, or none. `path` is the database's, as it was given.
        func check(_ path: String) throws(StorageError) {
            guard try Self.isInPlace(database, path), try Self.isInPlace(log, path) else {
                throw .replaced(path: path)
            }
        }

        private static func isInPlace(
            _ file: (path: String, status: FileStatus), _ path: String
        ) throws(StorageError) -> Bool {
            if let status = FileStatus(at: file.path) { return status.isSameFile(as: file.status) }
            guard errno == ENOENT || errno == ENOTDIR else { throw StorageError(errno: errno, path: path) }
            return false
        }

        private static func file(
            at path: String
        ) throws(StorageError) -> (path: String, status: FileStatus) {
            guard let status = FileStatus(at: path) else { throw StorageError(errno: errno, path: path) }
            return (path, status)
        }

        private static func absolute(_ path: String) throws(StorageError) -> String {
            guard !path.hasPrefix("/") else { return path }
            guard let folder = getcwd(nil, 0) else { throw StorageError(errno: errno, path: path) }
            defer { free(folder) }
            return String(cString: folder) + "/" + path
        }
    }

    package let path: String
    private let place: Place
    /// Nil in memory.
    private let opened: OpenedFiles?
    private let completions = Completions()
    private let closed = ClosedConnections()

    /// Opens the file, makes it if it is missing, and brings its schema up to date. Programs that open the
    /// same file at the same time take turns.
    ///
    /// - Parameters:
    ///   - patience: how long other programs may keep the file busy.
    ///   - isServed: whether a server opens it, so that many read and write at once. It has connections for
    ///     readers, and a long write-ahead log: a page that many transactions change goes into the file once.
    ///     Each start reads the log, so other programs keep it short.
    ///   - check: throws to refuse a file, before anything that is committed in it is changed. The file may
    ///     have an earlier schema, or no schema at all.
    package init(
        path: String, migrations: [Migration], patience: Duration = .seconds(5), isServed: Bool = false,
        check: ((Database) throws -> Void)? = nil
    ) throws(StorageError) {
        self.path = path
        let migrator = DatabaseMigrator(migrations)
        // Two programs cannot safely create a database, or turn on its write-ahead log, at the same time.
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
            let writer: any DatabaseWriter
            if isServed {
                let checked = try check.map { try Self.check(path, $0, migrator, configuration) }
                let pool = try DatabasePool(path: path, configuration: configuration)
                // It may write, like the others: the last one to close puts the write-ahead log into the file.
                let queries = try DatabaseQueue(path: path, configuration: configuration)
                (place, writer) = (.pool(pool, queries: queries), pool)
                // It is closed only now: while one connection is open, the next one does not read
                // the write-ahead log again.
                if let checked { try closed.take(checked) }
                try pool.writeWithoutTransaction { try migrator.checkVersion(of: $0, at: path) }
            } else {
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                (place, writer) = (.queue(queue), queue)
                try queue.inDatabase { database in
                    try database.snapshot {
                        try migrator.checkVersion(of: $0, at: path)
                        try check?($0)
                    }
                    try database.turnOnWriteAheadLog()
                }
            }
            // GRDB sets NORMAL when it turns the write-ahead log on. Here a commit must
            // survive a power failure. The log of a long read would keep its size.
            let logPages = isServed ? 4096 : 256
            try writer.writeWithoutTransaction {
                try $0.execute(
                    sql: """
                        PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = \(logPages);
                        PRAGMA journal_size_limit = \(64 << 20)
                        """)
            }
            try migrator.migrate(writer)
            opened = try OpenedFiles(at: path, by: writer)
        } catch {
            throw Self.precise(error, path: path)
        }
    }

    /// Opens a database in memory only, which ends with this value.
    package init(inMemory migrations: [Migration]) throws(StorageError) {
        do {
            self.init(memory: try MemoryDatabase(migrator: DatabaseMigrator(migrations)))
        } catch {
            throw Self.precise(error, path: Self.memoryPath)
        }
    }

    /// A database in memory only, with the `contents()` of another one.
    package init(inMemory contents: [UInt8]) { self.init(memory: MemoryDatabase(contents: contents)) }

    private init(memory: MemoryDatabase) {
        path = Self.memoryPath
        place = .memory(memory)
        opened = nil
    }

    private static let memoryPath = ":memory:"

    /// Everything that the database holds now, as the bytes of a file.
    package func contents() throws(StorageError) -> [UInt8] {
        do {
            return switch place {
            case .pool(let pool, _): try pool.unsafeRead { try $0.serialize() }
            case .queue(let queue): try queue.unsafeRead { try $0.serialize() }
            case .memory(let memory): try memory.contents()
            }
        } catch {
            throw Self.precise(error, path: path)
        }
    }

    /// Whether the disk has room for more than a few transactions. Writing something does not show that: a page
    /// that is written again needs no room.
    package var hasRoom: Bool {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return true }
        // Some of it may be kept for root.
        let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
        return UInt64(blocks) * UInt64(status.f_frsize) >= 1 << 20
    }

    /// Frees the memory that a database in memory needs to be used, until its next use.
    package func rest() throws(StorageError) {
        guard case .memory(let memory) = place else { return }
        do { try memory.rest() } catch { throw Self.precise(error, path: path) }
    }

    /// Reads from one consistent snapshot.
    ///
    /// - Throws: `StorageError` for trouble with the file, and whatever `body` throws.
    package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try naming {
            switch place {
            case .pool(let pool, _): try pool.read(body)
            // `read` would forbid writing on the one connection with a pragma, and SQLite would then compile
            // each statement again.
            case .queue(let queue): try queue.unsafeRead { try $0.snapshot(body) }
            case .memory(let memory): try memory.use(body)
            }
        }
    }

    /// Reads for long from one consistent snapshot. In a file, nothing waits for it: it has a connection of
    /// its own, which is closed afterwards.
    ///
    /// - Throws: `StorageError` for trouble with the file, and whatever `body` throws.
    package func readLong<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard case .queue = place else { return try read(body) }
        return try naming {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let reader = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? closed.take(reader) }
            return try reader.unsafeRead { try $0.snapshot(body) }
        }
    }

    /// What SQLite finds damaged, in its own words; at most its first ten findings. Empty if nothing is.
    ///
    /// It is `integrity_check` and not `quick_check`, which is faster and does not compare indexes with their
    /// tables: a payment that is missing in an index could be charged again.
    ///
    /// - Throws: `StorageError` for other trouble with the file.
    package func damage() throws -> [String] {
        var answers: [String] = []
        do {
            try readLong { database in
                let cursor = try String.fetchCursor(database, sql: "PRAGMA integrity_check(10)")
                while let answer = try cursor.next() { answers.append(answer) }
            }
        } catch StorageError.damaged {
            // SQLite gives its check up if a page does not let it go from row to row.
            answers.append("database disk image is malformed")
        }
        // An answer may have several lines, under a headline with the database's name.
        return answers.flatMap { $0.split(separator: "\n") }
            .filter { $0 != "ok" && !$0.hasPrefix("***") }
            .map { String($0) }
    }

    /// Reads with one statement, which sees one state without a transaction.
    ///
    /// - Throws: `StorageError` for trouble with the file, and whatever `body` throws.
    package func query<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try naming {
            switch place {
            case .pool(_, let queue), .queue(let queue): try queue.unsafeRead(body)
            case .memory(let memory): try memory.use(body)
            }
        }
    }

    /// Writes in one transaction. It is on disk when this returns. If this throws anything but
    /// `StorageError.uncertain`, nothing is written. If the file or its write-ahead log is no longer at its
    /// path, it throws `StorageError.replaced`: what is written to a file that was removed is lost, and the
    /// program's other files may be an earlier copy's. Closing the database still writes the log's pages into
    /// the file: if only the log was removed, by mistake, that saves the purchases in it.
    ///
    /// - Throws: `StorageError` for trouble with the file, and whatever `body` throws.
    package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        func commit(_ database: Database) throws -> Value {
            // What a failed transaction wanted.
            _ = completions.take()
            var isCommitting = false
            let value: Value
            do {
                value = try database.transaction(nil) {
                    let value = try body($0)
                    try opened?.check(path)
                    isCommitting = true
                    return value
                }
            } catch let error as DatabaseError
                where isCommitting && error.resultCode == .SQLITE_IOERR
                // If a write has failed, the log has no whole commit.
                && error.extendedResultCode != .SQLITE_IOERR_WRITE
            {
                do { try database.overwriteFailedCommit() } catch { throw StorageError.uncertain(path: path) }
                throw error
            }
            for work in completions.take() { work() }
            return value
        }
        return try naming {
            switch place {
            case .pool(let pool, _): try pool.writeWithoutTransaction(commit)
            case .queue(let queue): try queue.writeWithoutTransaction(commit)
            case .memory(let memory): try memory.use(commit)
            }
        }
    }

    /// Names the file in the errors of its database. A value that is not of its column's type is damage. If
    /// somebody wrote a copy into the file, pages of both look like damage, but the file was replaced.
    private func naming<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError {
            throw isReplaced ? StorageError.replaced(path: path) : StorageError(error, path: path)
        } catch is RowDecodingError {
            throw isReplaced ? StorageError.replaced(path: path) : StorageError.damaged(path: path)
        }
    }

    /// Whether other files are at the paths, or none. False if the system cannot say.
    private var isReplaced: Bool {
        do {
            try opened?.check(path)
            return false
        } catch {
            return error == .replaced(path: path)
        }
    }

    /// Has work done when the transaction that is being written has been committed; only `body` of `write` may
    /// call this. GRDB's `afterNextTransaction` is no help: if the disk is full at this transaction, it does the
    /// work after a later one.
    package func afterCommit(_ work: @escaping @Sendable () -> Void) { completions.add(work) }

    /// Calls `onCommit` after commits to the file (see `FileWatch`). Nil for a database in memory, to which
    /// nobody else can write.
    package func watch(onCommit: @escaping @Sendable () -> Void) -> FileWatch? {
        guard let opened else { return nil }
        let writer: any DatabaseWriter
        switch place {
        case .pool(let pool, _): writer = pool
        case .queue(let queue): writer = queue
        case .memory: return nil
        }
        // If the database is a link, its log is beside the file to which the link leads.
        return FileWatch(path: opened.log.path) {
            // The log is written before its commit is visible. An empty write takes its turn
            // after the other writer's.
            try? writer.write { _ in }
            onCommit()
        }
    }

    /// Opening a pool changes the file's header, so the file is opened for reading first. But a program that
    /// was killed before the write-ahead log was on leaves a rollback journal, and only a connection that may
    /// write can roll it back.
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

    /// Makes the file for its owner only. If it exists, takes other users' access to it away. SQLite gives
    /// the files next to it the same permissions.
    private static func makePrivate(_ path: String) throws(StorageError) {
        if let status = FileStatus(at: path) {
            guard status.mode & 0o077 != 0, status.owner == geteuid() else { return }
            guard chmod(path, status.mode & 0o600) == 0 else { throw StorageError(errno: errno, path: path) }
        } else {
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            // SQLite reports any other trouble.
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

    /// Refuses a database with a step that the program does not know. It was written by a newer version or,
    /// if it lacks the first step, by a build from before there was one. Throws `StorageError`.
    func checkVersion(of database: Database, at path: String) throws {
        guard try hasBeenSuperseded(database) else { return }
        let isNewer = try migrations.first.map(appliedIdentifiers(database).contains) ?? true
        throw isNewer ? StorageError.newerVersion(path: path) : .earlierBuild(path: path)
    }
}

extension Database {
    /// Reads from one snapshot, whatever other programs write meanwhile.
    func snapshot<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try transaction(.deferred, body)
    }

    /// - Parameter kind: nil for one that writes.
    func transaction<Value>(
        _ kind: TransactionKind?, _ body: (Database) throws -> Value
    ) throws -> Value {
        var value: Value?
        try inTransaction(kind) {
            value = try body(self)
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }

    /// Makes sure that a transaction whose commit failed does not come back. If only the flush has failed, the
    /// write-ahead log has all of it, and the next program to open the file would take it as committed. Another
    /// commit writes over it.
    func overwriteFailedCommit() throws {
        _ = try transaction(.immediate) { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    func turnOnWriteAheadLog() throws {
        guard try String.fetchOne(self, sql: "PRAGMA journal_mode = WAL") == "wal" else {
            throw DatabaseError(message: "It cannot have a write-ahead log.")
        }
    }

    /// Where the write-ahead log is. If the database's path is a link, the log is next to the file that it
    /// leads to.
    func pathOfWriteAheadLog() throws -> String {
        // Before the first read, there may be no log yet.
        _ = try Int.fetchOne(self, sql: "PRAGMA user_version")
        guard let path = sqlite3_filename_wal(sqlite3_db_filename(sqliteConnection, "main")) else {
            throw DatabaseError(message: "It has no write-ahead log.")
        }
        return String(cString: path)
    }

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
        // SQLite frees the memory, even if this fails.
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
