#if Postgres
internal import StoreDatabase

/// A statement in the words that SQLite and PostgreSQL share, and its arguments, for PostgreSQL.
struct PostgresStatement {
    let sql: String
    let arguments: [StoreValue]

    init(_ sql: String, _ arguments: [StoreValue] = []) {
        self.sql = sql
        self.arguments = arguments
    }

    /// The statement with `$1`, `$2`… where the shared one has `?`, or `?1`, `?2`…, and without hints for SQLite. No literal in it
    /// has a question mark.
    var text: String {
        let sql = sql.replacing(#/INDEXED BY \w+ /#, with: "")
        var text = ""
        var count = 0
        for (character, next) in zip(sql, Array(sql.dropFirst()) + [" "]) {
            guard character == "?" else {
                text.append(character)
                continue
            }
            text.append("$")
            guard !next.isNumber else { continue }
            count += 1
            text += String(count)
        }
        return text
    }
}
#endif
