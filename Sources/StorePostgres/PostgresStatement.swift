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

extension [PostgresStatement] {
    /// The same insertions in fewer statements: rows that follow each other into a table are inserted together, by powers of two, so that
    /// there are few different statements to prepare.
    var merged: [PostgresStatement] {
        var merged: [PostgresStatement] = []
        var rest = self[...]
        while let first = rest.first {
            var count = 1
            let alike = rest.prefix(64).prefix { $0.sql == first.sql }.count
            if alike > 1, let row = first.insertedRow {
                while count * 2 <= alike { count *= 2 }
                let sql = first.sql + String(repeating: ", " + row, count: count - 1)
                merged.append(PostgresStatement(sql, rest.prefix(count).flatMap(\.arguments)))
            } else {
                merged.append(first)
            }
            rest = rest.dropFirst(count)
        }
        return merged
    }
}

extension PostgresStatement {
    /// The arguments' places in an insertion of one row: `(?, ?)`.
    fileprivate var insertedRow: Substring? { sql.firstMatch(of: #/INSERT INTO .* VALUES (\([?, ]+\))$/#)?.1 }
}
#endif
