#if Postgres
import StoreRules
import Testing

@testable import StorePostgres

/// How a transaction's insertions become fewer statements.
@Suite("Insertions that are sent together", .timeLimit(.minutes(1)))
struct PostgresStatementTests {
    private static func insertions(_ count: Int, into table: String = "purchase") -> [PostgresStatement] {
        (0..<count).map {
            PostgresStatement("INSERT INTO \(table) VALUES (?)", [StoreValue.integer(Int64($0))])
        }
    }

    @Test(
        "are few statements if they are more than 16",
        arguments: [
            (17, [16, 1]), (31, [16, 15]), (32, [32]), (47, [32, 15]), (63, [32, 16, 15]), (64, [64]),
            (131, [64, 64, 3]),
        ] as [(Int, [Int])])
    func many(count: Int, sizes: [Int]) {
        #expect(Self.insertions(count).merged.map(\.arguments.count) == sizes)
    }

    @Test func `are one statement if they are up to 16`() {
        for count in 1...16 { #expect(Self.insertions(count).merged.map(\.arguments.count) == [count]) }
    }

    @Test func `keep all rows in their order, and need few forms`() {
        var forms: Set<PostgresStatement.Form> = []
        for count in 0...200 {
            let insertions = Self.insertions(count)
            let merged = insertions.merged
            #expect(merged.flatMap(\.arguments) == insertions.flatMap(\.arguments))
            for statement in merged {
                let rows = statement.arguments.count
                let form: PostgresStatement.Form = rows == 1 ? .single : .rows(rows)
                #expect(statement.key.form == form)
                forms.insert(form)
            }
        }
        #expect(forms.count == 18)
    }

    @Test func `come after those for the tables that they refer to`() {
        let notifications = Self.insertions(3, into: "notification")
        let merged = (notifications + Self.insertions(7)).merged
        let texts = merged.map { $0.key.text(argumentCount: $0.arguments.count) }
        #expect(
            texts == [
                "INSERT INTO purchase VALUES ($1), ($2), ($3), ($4), ($5), ($6), ($7)",
                "INSERT INTO notification VALUES ($1), ($2), ($3)",
            ])
    }
}
#endif
