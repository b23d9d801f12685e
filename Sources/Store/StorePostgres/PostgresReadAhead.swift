#if Postgres
internal import StoreRules

/// The queries that a transaction is known to need (`StoreRead`), in as few statements as possible. Queries
/// that differ only in their arguments become one statement, whose arguments are arrays. `PostgresEngine`
/// sends them as it begins.
struct PostgresReadAhead {
    private let groups: [[StoreRead]]

    /// - Parameter reads: the queries, without duplicates.
    init(_ reads: [StoreRead]) {
        let (alike, others) = (reads.filter(\.hasTextsOnly), reads.filter { !$0.hasTextsOnly })
        groups = Dictionary(grouping: alike, by: \.sql).values + others.map { [$0] }
    }

    var statements: [PostgresStatement] {
        groups.map { $0.count == 1 ? PostgresStatement($0[0].sql, $0[0].arguments.values) : Self.merged($0) }
    }

    /// The rows of each query, from the answers to `statements`.
    func rows(_ results: some Sequence<PostgresResult>) -> [StoreRead: [StoreRow]] {
        var all: [StoreRead: [StoreRow]] = [:]
        all.reserveCapacity(groups.reduce(0) { $0 + $1.count })
        for (reads, result) in zip(groups, results) {
            guard reads.count > 1 else {
                all[reads[0]] = result.rows()
                continue
            }
            var rows = reads.map { _ in [StoreRow]() }
            let answers = result.rows()
            let columns = Array(answers.first?.columns.dropFirst() ?? [])
            for answer in answers {
                guard case .integer(let place) = answer.values[0] else { continue }
                rows[Int(place) - 1].append(
                    StoreRow(columns: columns, values: Array(answer.values.dropFirst())))
            }
            for (read, rows) in zip(reads, rows) { all[read] = rows }
        }
        return all
    }

    private static func merged(_ reads: [StoreRead]) -> PostgresStatement {
        PostgresStatement(
            reads[0].sql,
            reads[0].arguments.values.indices.map { column in array(reads.map { $0.arguments.values[column] })
            },
            form: .forEach)
    }

    /// An array of texts in PostgreSQL's format.
    static func array(_ values: [StoreValue]) -> StoreValue {
        var array = "{"
        for value in values {
            if array.utf8.count > 1 { array += "," }
            let text = value.postgresText ?? ""
            array += "\""
            if text.utf8.contains(where: isSpecial) {
                for scalar in text.unicodeScalars {
                    if scalar.isASCII, isSpecial(UInt8(scalar.value)) { array += "\\" }
                    array.unicodeScalars.append(scalar)
                }
            } else {
                array += text
            }
            array += "\""
        }
        return .text(array + "}")
    }

    /// Whether a character needs a backslash in a text of an array. Hardly any text has one.
    private static func isSpecial(_ character: UInt8) -> Bool {
        character == UInt8(ascii: "\\") || character == UInt8(ascii: "\"")
    }
}

extension StoreRead {
    fileprivate var hasTextsOnly: Bool {
        !arguments.values.isEmpty
            && arguments.values.allSatisfy { if case .text = $0 { true } else { false } }
    }
}
#endif
