internal import GRDB
internal import Storage
internal import StoreModel
internal import Testing

/// A database in memory, which rests between its uses.
@Suite struct MemoryDatabaseTests {
    private static let schema = DatabaseFile.Migration("first") {
        try $0.execute(sql: "CREATE TABLE entry (number INTEGER PRIMARY KEY)")
    }

    private func numbers(_ file: DatabaseFile) throws -> [Int] {
        try file.read { try Int.fetchAll($0, sql: "SELECT number FROM entry ORDER BY number") }
    }

    private func insert(_ number: Int, into file: DatabaseFile) throws {
        try file.write { try $0.execute(sql: "INSERT INTO entry (number) VALUES (?)", arguments: [number]) }
    }

    /// Each bit of `rests` says whether it rests before the next step.
    @Test(arguments: 0..<32)
    func `Whenever it rests, nothing is lost, and a failed write leaves nothing`(rests: Int) throws {
        let file = try DatabaseFile(inMemory: [Self.schema])
        func perhapsRest(_ step: Int) throws { if rests >> step & 1 == 1 { try file.rest() } }
        try perhapsRest(0)
        try insert(1, into: file)
        try perhapsRest(1)
        try perhapsRest(1)
        #expect(throws: CancellationError.self) {
            try file.write {
                try $0.execute(sql: "INSERT INTO entry (number) VALUES (7)")
                throw CancellationError()
            }
        }
        try perhapsRest(2)
        let early = try file.contents()
        try perhapsRest(3)
        try insert(2, into: file)
        try perhapsRest(4)
        #expect(try numbers(file) == [1, 2])
        let copy = DatabaseFile(inMemory: early)
        try insert(3, into: copy)
        #expect(try numbers(copy) == [1, 3])
        #expect(try numbers(file) == [1, 2])
        #expect(try file.contents() != early)
    }

    @Test func `It does not rest while it is being used`() throws {
        let file = try DatabaseFile(inMemory: [Self.schema])
        try file.write { database in
            try database.execute(sql: "INSERT INTO entry (number) VALUES (1)")
            try file.rest()
            try database.execute(sql: "INSERT INTO entry (number) VALUES (2)")
        }
        #expect(try numbers(file) == [1, 2])
    }
}
