internal import Dispatch
internal import Foundation
internal import GRDB
internal import Storage
internal import StoreModel
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct DatabaseFileTests {
    private let folder: TemporaryDirectory
    private let path: String

    private static let first = DatabaseFile.Migration("first") {
        try $0.execute(sql: "CREATE TABLE entry (number INTEGER PRIMARY KEY, text TEXT)")
    }
    private static let second = DatabaseFile.Migration("second") {
        try $0.execute(sql: "ALTER TABLE entry ADD COLUMN note TEXT DEFAULT 'none'")
    }

    init() throws {
        folder = try TemporaryDirectory()
        path = folder.path + "/test.sqlite"
    }

    private func open(_ migrations: [DatabaseFile.Migration] = [first]) throws(StorageError) -> DatabaseFile {
        try DatabaseFile(path: path, migrations: migrations)
    }

    private func numbers(_ file: DatabaseFile) throws -> [Int] {
        try file.read { try Int.fetchAll($0, sql: "SELECT number FROM entry ORDER BY number") }
    }

    private func insert(_ number: Int, into file: DatabaseFile) throws {
        try file.write { try $0.execute(sql: "INSERT INTO entry (number) VALUES (?)", arguments: [number]) }
    }

    @Test(arguments: [false, true])
    func `A commit is on disk before it returns: write-ahead log, synchronous FULL, at each opening`(
        isServed: Bool
    ) throws {
        for _ in 0..<2 {
            let file = try DatabaseFile(path: path, migrations: [Self.first], isServed: isServed)
            #expect(try file.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
            #expect(try file.write { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
        }
    }

    @Test(arguments: [false, true])
    func `A write-ahead log that has grown is cut to 64 MiB when it begins anew`(isServed: Bool) throws {
        let file = try DatabaseFile(path: path, migrations: [Self.first], isServed: isServed)
        #expect(try file.write { try Int.fetchOne($0, sql: "PRAGMA journal_size_limit") } == 64 << 20)
    }

    @Test
    func `What was written is there at the next opening, and new steps of the schema are applied to it`()
        throws
    {
        try insert(1, into: open())
        let file = try open([Self.first, Self.second])
        #expect(try numbers(file) == [1])
        #expect(try file.read { try String.fetchOne($0, sql: "SELECT note FROM entry") } == "none")
    }

    @Test func `A file of a newer version is refused, and keeps what it holds`() throws {
        try insert(1, into: open([Self.first, Self.second]))
        #expect(throws: StorageError.newerVersion(path: path)) { try open() }
        #expect(try numbers(open([Self.first, Self.second])) == [1])
    }

    @Test func `A file from before the first version is refused, and keeps what it holds`() throws {
        let old = DatabaseFile.Migration("oldest") {
            try $0.execute(sql: "CREATE TABLE entry (number INTEGER)")
        }
        try insert(1, into: open([old]))
        #expect(throws: StorageError.earlierBuild(path: path)) { try open() }
        #expect(try numbers(open([old])) == [1])
    }

    @Test(arguments: [false, true])
    func `Work for after a commit is done then, and never if the disk was full`(isServed: Bool) throws {
        let file = try DatabaseFile(path: path, migrations: [Self.first], isServed: isServed)
        let done = Mutex<[String]>([])
        try file.write { _ in file.afterCommit { done.withLock { $0.append("written") } } }
        #expect(done.withLock { $0 } == ["written"])
        try file.write { try $0.execute(sql: "PRAGMA max_page_count = 1") }
        #expect(throws: StorageError.full(path: path)) {
            try file.write { database in
                file.afterCommit { done.withLock { $0.append("full") } }
                try database.execute(sql: "INSERT INTO entry (text) VALUES (hex(zeroblob(100000)))")
            }
        }
        #expect(throws: CancellationError.self) {
            try file.write { _ in
                file.afterCommit { done.withLock { $0.append("failed") } }
                throw CancellationError()
            }
        }
        try file.write { _ in }
        #expect(done.withLock { $0 } == ["written"])
    }

    @Test func `A step of the schema that fails leaves the file as it was`() throws {
        try insert(1, into: open())
        let broken = DatabaseFile.Migration("broken") {
            try $0.execute(sql: "DELETE FROM entry")
            try $0.execute(sql: "not SQL")
        }
        #expect(throws: StorageError.self) { try open([Self.first, broken]) }
        #expect(try numbers(open()) == [1])
    }

    @Test func `A write that fails leaves nothing, and its error comes through`() throws {
        struct Refusal: Error {}
        let file = try open()
        try insert(1, into: file)
        #expect(throws: Refusal.self) {
            try file.write { database in
                try database.execute(sql: "INSERT INTO entry (number) VALUES (2)")
                throw Refusal()
            }
        }
        #expect(throws: StorageError.self) {
            try file.write { database in
                try database.execute(sql: "INSERT INTO entry (number) VALUES (3)")
                try database.execute(sql: "INSERT INTO entry (number) VALUES (1)")
            }
        }
        #expect(try numbers(file) == [1])
    }

    @Test(arguments: [false, true])
    func `A read sees one state, whatever others write meanwhile, and the next one sees what they wrote`(
        isServed: Bool
    ) throws {
        let file = try DatabaseFile(path: path, migrations: [Self.first], isServed: isServed)
        let other = try open()
        try insert(1, into: file)
        try file.read { database in
            let sql = "SELECT count(*) FROM entry"
            #expect(try Int.fetchOne(database, sql: sql) == 1)
            try insert(2, into: other)
            #expect(try Int.fetchOne(database, sql: sql) == 1)
        }
        #expect(try numbers(file) == [1, 2])
        // A read that fails ends its state, too.
        #expect(throws: CancellationError.self) {
            try file.read { database in
                _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM entry")
                throw CancellationError()
            }
        }
        try insert(3, into: other)
        #expect(try numbers(file) == [1, 2, 3])
        try insert(4, into: file)
        #expect(try numbers(other) == [1, 2, 3, 4])
    }

    @Test func `A long read sees one state, and holds up no other use of the file`() throws {
        let file = try open()
        try insert(1, into: file)
        try file.readLong { database in
            let sql = "SELECT count(*) FROM entry"
            #expect(try Int.fetchOne(database, sql: sql) == 1)
            try insert(2, into: file)
            #expect(try numbers(file) == [1, 2])
            #expect(try Int.fetchOne(database, sql: sql) == 1)
        }
        #expect(throws: CancellationError.self) { try file.readLong { _ in throw CancellationError() } }
        #expect(try file.readLong { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") } == 2)
        #expect(throws: StorageError.self) {
            try file.readLong { try $0.execute(sql: "INSERT INTO entry (number) VALUES (3)") }
        }
    }

    enum Loss: CaseIterable { case replacedFile, overwrittenFile, removedLog, removedFolder, movedFolder }

    /// Restores a copy as a person can while a program has the file open: it stays the same file.
    private func overwrite(_ path: String, with copy: String) throws {
        for end in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + end) }
        let run = try ChildProcess.run(["/usr/bin/env", "cp", copy, path])
        try #require(run.end == .status(0), "\(run.output)")
    }

    @Test(arguments: [false, true], Loss.allCases)
    func `A file that is replaced, written over, removed or moved, or whose log is, takes no writes`(
        isServed: Bool, loss: Loss
    ) throws {
        let (data, copy, files) = (folder.path + "/data", folder.path + "/copy", FileManager.default)
        let path = data + "/test.sqlite"
        try files.createDirectory(atPath: data, withIntermediateDirectories: false)
        let file = try DatabaseFile(path: path, migrations: [Self.first], isServed: isServed)
        try insert(1, into: file)
        try SQLiteFile(path).copy(to: copy)
        try insert(2, into: file)
        switch loss {
        case .replacedFile:
            for end in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + end) }
            try files.moveItem(atPath: copy, toPath: path)
        case .overwrittenFile: try overwrite(path, with: copy)
        case .removedLog: try files.removeItem(atPath: path + "-wal")
        case .removedFolder: try files.removeItem(atPath: data)
        case .movedFolder: try files.moveItem(atPath: data, toPath: folder.path + "/elsewhere")
        }
        let done = Mutex(0)
        for _ in 0..<2 {
            #expect(throws: StorageError.replaced(path: path)) {
                try file.write { database in
                    file.afterCommit { done.withLock { $0 += 1 } }
                    try database.execute(sql: "INSERT INTO entry (number) VALUES (3)")
                }
            }
        }
        #expect(done.withLock { $0 } == 0)
        // Mixed pages may make a statement fail before anything is committed.
        #expect(throws: StorageError.replaced(path: path)) {
            try file.write { try $0.execute(sql: "not SQL") }
        }
        guard loss == .replacedFile else { return }
        let next = try DatabaseFile(path: path, migrations: [Self.first], isServed: isServed)
        try insert(4, into: next)
        #expect(try numbers(next) == [1, 4])
    }

    @Test(arguments: [false, true])
    func `If only the log is removed, what was written before is in the file when that is closed`(
        isServed: Bool
    ) throws {
        func lose() throws {
            let file = try DatabaseFile(path: path, migrations: [Self.first], isServed: isServed)
            try insert(1, into: file)
            try insert(2, into: file)
            try FileManager.default.removeItem(atPath: path + "-wal")
            #expect(throws: StorageError.replaced(path: path)) { try insert(3, into: file) }
        }
        try lose()
        #expect(try numbers(open()) == [1, 2])
    }

    @Test func `A value of another type than its column's is damage`() throws {
        let file = try open()
        try file.write { try $0.execute(sql: "INSERT INTO entry (text) VALUES (x'ff')") }
        #expect(throws: StorageError.damaged(path: path)) {
            try file.read { database in
                let row = try #require(try Row.fetchOne(database, sql: "SELECT text FROM entry"))
                return try row.decode(String.self, forColumn: "text")
            }
        }
    }

    @Test func `Two connections see each other's commits`() throws {
        let one = try open()
        let two = try open()
        try insert(1, into: one)
        #expect(try numbers(two) == [1])
        try insert(2, into: two)
        #expect(try numbers(one) == [1, 2])
    }

    @Test func `Eight that open a new file at the same time all succeed, and their writes all count`() throws
    {
        let migrations = [Self.first, Self.second]
        // Twenty files, because the eight meet differently at each of them. On a slow disk they take turns
        // for long.
        for round in 0..<20 {
            let path = "\(folder.path)/\(round).sqlite"
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                do {
                    let file = try DatabaseFile(path: path, migrations: migrations, patience: .seconds(300))
                    try insert(number, into: file)
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock { $0 } == [])
            #expect(try numbers(DatabaseFile(path: path, migrations: migrations)) == Array(0..<8))
        }
    }

    @Test func `A file of which another program holds the lock is busy, and opens when the lock is released`()
        throws
    {
        try Data().write(to: URL(filePath: path + ".lock"))
        let holder = try #require(FileHandle(forUpdatingAtPath: path + ".lock"))
        let isHeld = try FileLock.take(holder.fileDescriptor, at: path + ".lock")
        try #require(isHeld)
        #expect(throws: StorageError.busy(path: path)) {
            try DatabaseFile(path: path, migrations: [Self.first], patience: .zero)
        }
        FileLock.release(holder.fileDescriptor)
        #expect(try numbers(open()) == [])
    }

    @Test func `A file whose program was killed in the first start is rolled back, checked and opened`()
        throws
    {
        let killed = try DatabaseQueue(path: folder.path + "/killed.sqlite")
        try killed.writeWithoutTransaction { database in
            // More than fits into the cache, so that some of it is in the file before the commit.
            try database.execute(sql: "PRAGMA cache_size = 1")
            try database.inTransaction {
                try database.execute(
                    sql: """
                        CREATE TABLE entry (number INTEGER PRIMARY KEY, text TEXT);
                        WITH RECURSIVE row (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM row LIMIT 50)
                        INSERT INTO entry SELECT number, hex(zeroblob(2000)) FROM row
                        """)
                for end in ["", "-journal"] {
                    try FileManager.default.copyItem(atPath: killed.path + end, toPath: path + end)
                }
                return .rollback
            }
        }
        var tables: Int?
        let file = try DatabaseFile(path: path, migrations: [Self.first]) {
            tables = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master")
        }
        #expect(tables == 0)
        #expect(try numbers(file) == [])
    }

    @Test func `A text file is not a database, and stays what it is`() throws {
        let text = String(repeating: "Dear diary, this is not a database.\n", count: 100)
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(throws: StorageError.damaged(path: path)) { try open() }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("A damaged file is said to be damaged", arguments: [100, 4096])
    func damagedFile(from position: Int) throws {
        do {
            let file = try open()
            for number in 0..<2000 where number % 500 == 0 {
                try file.write { database in
                    for each in number..<(number + 500) {
                        try database.execute(
                            sql: "INSERT INTO entry VALUES (?, 'some text')", arguments: [each])
                    }
                }
            }
            // Brings everything from the log into the file.
            try file.write { _ in }
        }
        var bytes = try Data(contentsOf: URL(filePath: path))
        try #require(bytes.count > position + 4096, "the log was not written back")
        bytes.replaceSubrange(position..<(position + 4096), with: Data(repeating: 0xAA, count: 4096))
        try bytes.write(to: URL(filePath: path))
        #expect(throws: StorageError.damaged(path: path)) {
            let file = try open()
            _ = try numbers(file)
            _ = try file.read { try String.fetchAll($0, sql: "SELECT text FROM entry") }
        }
    }

    @Test func `Where nothing can be written, not even by root, there is a clear error and no crash`() throws
    {
        try Data().write(to: URL(filePath: folder.path + "/file"))
        let places = [
            "/proc/monkeystore.sqlite", "/proc/self/monkeystore.sqlite", folder.path + "/file/test.sqlite",
            folder.path + "/missing/test.sqlite", folder.path,
        ]
        for place in places {
            let error = #expect(throws: StorageError.self, "\(place)") {
                try DatabaseFile(path: place, migrations: [Self.first])
            }
            #expect(error?.description.contains(place) == true)
        }
    }
}
