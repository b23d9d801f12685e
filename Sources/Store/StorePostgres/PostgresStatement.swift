#if Postgres
internal import StoreRules

/// A statement in the SQL that SQLite and PostgreSQL share, and its arguments. `PostgresConnection` takes it,
/// and has it translated for PostgreSQL. Consecutive insertions can be merged.
struct PostgresStatement {
    /// What one statement does with several sets of arguments. Each form is prepared separately.
    enum Form: Hashable {
        case single
        /// A query that is answered for each set of arguments. The arguments are arrays of texts.
        case forEach
        /// An insertion of this many rows.
        case rows(Int)
    }

    /// What the server prepares once.
    struct Key: Hashable {
        let sql: String
        let form: Form

        /// The SQL texts are long, and there are few of them, so only their lengths are hashed.
        func hash(into hasher: inout Hasher) {
            hasher.combine(sql.utf8.count)
            hasher.combine(form)
        }
    }

    let key: Key
    let arguments: [StoreValue]

    init(_ sql: String, _ arguments: [StoreValue] = [], form: Form = .single) {
        key = Key(sql: sql, form: form)
        self.arguments = arguments
    }
}

extension PostgresStatement.Key {
    /// The statement in PostgreSQL's SQL, for this many arguments.
    func text(argumentCount: Int) -> String {
        switch form {
        case .single: return Self.translated(sql)
        case .rows(let count):
            let row = sql[(sql.lastIndex(of: "(") ?? sql.endIndex)...]
            return Self.translated(sql + String(repeating: ", " + row, count: count - 1))
        case .forEach:
            // `OFFSET` keeps the planner from turning everything into one join. Each query still uses the
            // index that it was written for.
            let query = Self.translated(sql).replacing(#/\$(\d+)/#) { "ask.a\($0.1)" }
            let arrays = (1...argumentCount).map { "CAST($\($0) AS text[])" }.joined(separator: ", ")
            let names = (1...argumentCount).map { "a\($0)" }.joined(separator: ", ")
            return """
                SELECT ask.place, answer.* FROM unnest(\(arrays)) WITH ORDINALITY AS ask(\(names), place)
                CROSS JOIN LATERAL (\(query) OFFSET 0) AS answer
                """
        }
    }

    /// The place of the table of an insertion in the order in which tables refer to each other.
    fileprivate var place: Int {
        let table = sql.utf8.dropFirst("INSERT INTO ".utf8.count).prefix {
            0x41...0x5A ~= $0 || 0x61...0x7A ~= $0
        }
        return StoreTables.names.firstIndex { table.elementsEqual($0.utf8) } ?? 0
    }

    /// The statement with `$1`, `$2`… instead of the shared `?`, or `?1`, `?2`…, and without hints for
    /// SQLite. No literal in it has a question mark.
    private static func translated(_ sql: String) -> String {
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
    /// The same insertions in fewer statements. One statement inserts up to 16 rows for a table. Of more rows,
    /// it inserts 64, 32 or 16, so that there are few different statements to prepare. The rows come after
    /// those of the tables that they refer to.
    var merged: [PostgresStatement] {
        var tables: [PostgresStatement.Key] = []
        for statement in self where !tables.contains(statement.key) { tables.append(statement.key) }
        return tables.sorted { $0.place < $1.place }.flatMap { key in
            var merged: [PostgresStatement] = []
            var rest = filter { $0.key == key }[...]
            while let first = rest.first {
                var count = rest.count
                if count > 16 {
                    count = 16
                    while count * 2 <= Swift.min(rest.count, 64) { count *= 2 }
                }
                merged.append(
                    count == 1
                        ? first
                        : PostgresStatement(
                            key.sql, rest.prefix(count).flatMap(\.arguments), form: .rows(count)))
                rest = rest.dropFirst(count)
            }
            return merged
        }
    }
}
#endif
