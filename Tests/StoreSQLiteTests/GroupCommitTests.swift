import Dispatch
import GRDB
import Storage
import StoreModel
import StoreRules
import TestSupport
import Testing

@testable import StoreSQLite

/// Many callers, one flush.
@Suite(.timeLimit(.minutes(5))) struct GroupCommitTests {
    private struct Refused: Error {}

    private let folder: TemporaryDirectory
    private let file: DatabaseFile
    private let commits: GroupCommit

    init() throws {
        folder = try TemporaryDirectory()
        file = try DatabaseFile(
            path: folder.path + "/numbers.sqlite",
            migrations: [
                .init("numbers") { try $0.execute(sql: "CREATE TABLE number (value INTEGER PRIMARY KEY)") }
            ])
        commits = GroupCommit(file: file)
    }

    private func insert(_ value: Int) async throws -> Int {
        try await commits.write { database in
            try database.execute("INSERT INTO number VALUES (?)", [value])
            return value
        }
    }

    private func numbers() throws -> [Int] {
        try file.read { try Int.fetchAll($0, sql: "SELECT value FROM number ORDER BY value") }
    }

    /// Runs `body` while a transaction is under way: what is queued meanwhile waits for its end.
    private func duringTransaction<Value>(
        of commits: GroupCommit, _ body: () async throws -> Value
    ) async throws -> Value {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let isQueued = DispatchSemaphore(value: 0)
        async let first = commits.write { _ in
            start.finish()
            isQueued.wait()
        }
        for await _ in started {}
        let value: Value
        do {
            // Also if `body` throws because the test's time is up.
            defer { isQueued.signal() }
            value = try await body()
        }
        try await first
        return value
    }

    @Test func `Every caller gets its own result, and what it wrote is there when it has it`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for value in 1...500 {
                group.addTask {
                    let result = try await insert(value)
                    let isThere = try numbers().contains(value)
                    #expect(result == value && isThere)
                }
            }
            try await group.waitForAll()
        }
        #expect(try numbers() == Array(1...500))
    }

    @Test func `A caller that fails undoes what it wrote itself, and nothing of the others`() async throws {
        await withTaskGroup { group in
            for value in 1...200 {
                group.addTask {
                    if value.isMultiple(of: 3) {
                        await #expect(throws: Refused.self) {
                            try await commits.write { database in
                                try database.execute("INSERT INTO number VALUES (?)", [value])
                                throw Refused()
                            }
                        }
                    } else {
                        await #expect(throws: Never.self) { _ = try await insert(value) }
                    }
                }
            }
        }
        #expect(try numbers() == (1...200).filter { !$0.isMultiple(of: 3) })
    }

    @Test func `What a part of a transaction wants done after the commit is not done if the part is undone`()
        throws
    {
        let done = Recorder<String>()
        try SQLiteTransaction.write(to: file) { database in
            database.afterCommit { done.note(["before"]) }
            _ = try database.attempt {
                database.afterCommit { done.note(["undone"]) }
                throw Refused()
            }
            _ = try database.attempt { database.afterCommit { done.note(["kept"]) } }
            #expect(done.calls.isEmpty)
        }
        #expect(done.calls == ["before", "kept"])
    }

    @Test(
        "What breaks a rule of the schema is refused to its own caller, with the file's name, and to nobody else"
    )
    func ownErrors() async throws {
        _ = try await insert(1)
        await withTaskGroup { group in
            for value in 2...200 {
                group.addTask {
                    guard value.isMultiple(of: 3) else {
                        await #expect(throws: Never.self) { _ = try await insert(value) }
                        return
                    }
                    let error = await #expect(throws: StorageError.self) { try await insert(1) }
                    #expect(error?.description.contains(file.path) == true)
                }
            }
        }
        #expect(try numbers() == (1...200).filter { $0 == 1 || !$0.isMultiple(of: 3) })
    }

    @Test(
        "Trouble with the file is everybody's who shares the transaction, and nothing of it is kept",
        arguments: [ResultCode.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_BUSY, .SQLITE_NOMEM])
    func troubleWithTheFile(code: ResultCode) async throws {
        // They share a transaction.
        let (mine, others) = try await duringTransaction(of: commits) {
            let mine = Task {
                try await commits.write { database in
                    try database.execute("INSERT INTO number VALUES (1)")
                    throw DatabaseError(resultCode: code)
                }
            }
            let others = Task { try await insert(2) }
            while commits.waitingCount < 2 { try await pause() }
            return (mine, others)
        }
        await #expect(throws: StorageError.self) { try await mine.value }
        await #expect(throws: StorageError.self) { try await others.value }
        #expect(try numbers().isEmpty)
    }

    @Test func `A crowd that is too large for a transaction gets several, in its order`() async throws {
        let (batches, order) = (Recorder<Int>(), Recorder<Int>())
        let commits = GroupCommit(
            write: { [file] _, _, body in
                let completions = try SQLiteTransaction.write(to: file, body)
                batches.note([completions.count])
                return completions
            },
            jobError: { $0 })
        let most = GroupCommit.mostJobs
        let values = Array(1...2 * most + 1)
        let crowd = try await duringTransaction(of: commits) {
            var crowd: [Task<Int, any Error>] = []
            for value in values {
                let caller = Task {
                    try await commits.write { database in
                        try database.execute("INSERT INTO number VALUES (?)", [value])
                        order.note([value])
                        return value
                    }
                }
                crowd.append(caller)
                while commits.waitingCount < value { try await pause() }
            }
            return crowd
        }
        for (value, caller) in zip(values, crowd) { #expect(try await caller.value == value) }
        #expect(order.calls == values)
        #expect(batches.calls == [1, most, most, 1])
        #expect(try numbers() == values)
    }

    @Test func `A write about anything shares no transaction with writes about accounts, and waits its turn`()
        async throws
    {
        let batches = Recorder<Set<WriteSubject>?>()
        let commits = GroupCommit(
            write: { [file] subjects, _, body in
                batches.note([subjects])
                return try SQLiteTransaction.write(to: file, body)
            },
            jobError: { $0 })
        let (ann, bob) = (WriteSubject.account("ann"), WriteSubject.account("bob"))
        let crowd = try await duringTransaction(of: commits) {
            var crowd: [Task<Void, any Error>] = []
            for subject in [ann, nil, bob, nil, ann] {
                crowd.append(Task { try await commits.write(about: subject) { _ in } })
                while commits.waitingCount < crowd.count { try await pause() }
            }
            return crowd
        }
        for caller in crowd { try await caller.value }
        #expect(batches.calls == [nil, [ann, bob], nil])
    }
}
