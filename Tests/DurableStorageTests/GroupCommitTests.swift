import DurableStorage
import GRDB
import TestSupport
import Testing

/// Many callers, one flush.
@Suite struct GroupCommitTests {
    private struct Refused: Error {}

    private let folder: TemporaryDirectory
    private let file: DatabaseFile
    private let commits: GroupCommit

    init() throws {
        folder = try TemporaryDirectory()
        file = try DatabaseFile(
            path: folder.path + "/numbers.sqlite",
            migrations: [.init("numbers") { try $0.execute(sql: "CREATE TABLE number (value INTEGER PRIMARY KEY)") }])
        commits = GroupCommit(file: file)
    }

    private func insert(_ value: Int) async throws -> Int {
        try await commits.write { database in
            try database.execute(sql: "INSERT INTO number VALUES (?)", arguments: [value])
            return value
        }
    }

    private func numbers() throws -> [Int] {
        try file.read { try Int.fetchAll($0, sql: "SELECT value FROM number ORDER BY value") }
    }

    @Test("Every caller gets its own result, and what it wrote is there when it has it")
    func results() async throws {
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

    @Test("A caller that fails undoes what it wrote itself, and nothing of the others")
    func failures() async throws {
        await withTaskGroup { group in
            for value in 1...200 {
                group.addTask {
                    if value.isMultiple(of: 3) {
                        await #expect(throws: Refused.self) {
                            try await commits.write { database in
                                try database.execute(sql: "INSERT INTO number VALUES (?)", arguments: [value])
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
}
