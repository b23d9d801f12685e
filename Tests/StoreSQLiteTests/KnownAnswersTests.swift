import StoreModel
import StoreRules
import StoreSQLite
import Testing

@Suite("What a transaction on SQLite knows")
struct KnownAnswersTests {
    private struct Refused: Error {}

    private static let highest = StoreRead("SELECT coalesce(max(value), 0) FROM sample")
    private static let insertion = "INSERT INTO sample VALUES (?)"

    private let engine: SQLiteEngine

    init() throws {
        engine = try SQLiteEngine()
        try engine.write { _ = try $0.execute("CREATE TABLE sample (value INTEGER PRIMARY KEY)") }
    }

    private func highest(_ database: any StoreTransaction) throws -> Int? {
        try database.value(Int.self, Self.highest)
    }

    @Test func `is kept until a write says that it changes, and then is what the database has`() throws {
        try engine.write { database in
            #expect(try highest(database) == 0)
            // A write that says it changes nothing is believed, so this was not asked again.
            try database.insert(Self.insertion, [1], changing: [])
            #expect(try highest(database) == 0)
            try database.insert(Self.insertion, [2], changing: [(Self.highest, .isAtLeast(2))])
            #expect(try highest(database) == 2)
            try database.insert(Self.insertion, [3], changing: [(Self.highest, .isUnknown)])
            #expect(try highest(database) == 3)
            let sql = "UPDATE sample SET value = 4 WHERE value = ?"
            try database.update(sql, [3], changing: [(Self.highest, .isAtLeast(4))])
            #expect(try highest(database) == 4)
            try database.execute("DELETE FROM sample WHERE value = 4")
            #expect(try highest(database) == 2)
        }
        #expect(try engine.read(highest) == 2)
    }

    @Test func `is forgotten if a part of the transaction is undone`() throws {
        try engine.write { database in
            #expect(try highest(database) == 0)
            let part = try database.attempt {
                try database.insert(Self.insertion, [9], changing: [(Self.highest, .isAtLeast(9))])
                #expect(try highest(database) == 9)
                throw Refused()
            }
            #expect(throws: Refused.self) { try part.get() }
            #expect(try highest(database) == 0)
        }
    }

    @Test func `has no answers to queries with arguments`() throws {
        let read = StoreRead("SELECT count(*) FROM sample WHERE value > ?", [0])
        try engine.write { database in
            #expect(try database.value(Int.self, read) == 0)
            try database.insert(Self.insertion, [1], changing: [])
            #expect(try database.value(Int.self, read) == 1)
        }
    }
}
