import StoreModel
import StoreRules
import StoreSQLite
import Testing

@Suite("Values in SQLite")
struct ValueTests {
    private let engine: SQLiteEngine

    init() throws { engine = try SQLiteEngine() }

    @Test(
        arguments: [
            .null, .integer(0), .integer(.min), .integer(.max), .text(""), .text("é🐵"), .text("a\0b"),
            .blob([]),
            .blob([0, 255]),
        ] as [StoreValue])
    func `come back as they were written`(value: StoreValue) throws {
        let back = try engine.read {
            try $0.row("SELECT ?1 AS value, typeof(?1) AS type", [Given(storeValue: value)])
        }
        let row = try #require(back)
        #expect((row["value"] as Given?)?.storeValue ?? .null == value)
        let type =
            switch value {
            case .null: "null"
            case .integer: "integer"
            case .text: "text"
            case .blob: "blob"
            }
        #expect(row["type"] == type)
    }

    @Test func `are let go of by a statement that fails, which the next one does not feel`() throws {
        try engine.write { try $0.execute("CREATE TABLE one (id INTEGER PRIMARY KEY)") }
        try engine.write { try $0.execute("INSERT INTO one VALUES (?)", [1]) }
        #expect(throws: (any Error).self) {
            try engine.write { try $0.execute("INSERT INTO one VALUES (?)", [1]) }
        }
        #expect(try engine.write { try $0.execute("INSERT INTO one VALUES (?)", [2]) } == 1)
        #expect(try engine.read { try $0.values(Int.self, "SELECT id FROM one ORDER BY id") } == [1, 2])
    }

    @Test func `are read only as far as somebody wants them`() throws {
        let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10) SELECT i FROM n"
        var seen: [Int] = []
        try engine.read {
            try $0.forEachRow(sql, []) { row in
                seen.append(row["i"])
                return seen.count < 3
            }
        }
        #expect(seen == [1, 2, 3])
        #expect(try engine.read { try $0.values(Int.self, sql) } == Array(1...10))
    }

    @Test
    func `are not given to a statement that is still read: that is an error, and not the rows of its reader`()
        throws
    {
        let sql = "WITH RECURSIVE n (i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n LIMIT 3) SELECT i FROM n"
        var (outer, inner): ([Int], [Int]) = ([], [])
        #expect(throws: (any Error).self) {
            try engine.read { database in
                try database.forEachRow(sql, [1]) { row in
                    outer.append(row["i"])
                    inner += try database.values(Int.self, sql, [10])
                    return true
                }
            }
        }
        #expect((outer, inner) == ([1], []))
        #expect(try engine.read { try $0.values(Int.self, sql, [10]) } == [10, 11, 12])
    }
}

/// Any value, as it is.
private struct Given: StoreValueConvertible {
    let storeValue: StoreValue
}
