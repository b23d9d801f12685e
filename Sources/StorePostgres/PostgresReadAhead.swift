#if Postgres
internal import StoreDatabase

/// The queries that a transaction is known to need, in as few statements as possible: those that differ in their arguments alone are
/// one statement, whose arguments are arrays.
struct PostgresReadAhead {
    private let groups: [[StoreRead]]

    /// - Parameter reads: each of them once.
    init(_ reads: [StoreRead]) {
        let (alike, others) = (reads.filter(\.hasTextsOnly), reads.filter { !$0.hasTextsOnly })
        groups = Dictionary(grouping: alike, by: \.sql).values + others.map { [$0] }
    }

    var statements: [PostgresStatement] {
        groups.map { $0.count == 1 ? PostgresStatement($0[0].sql, $0[0].arguments.values) : Self.merged($0) }
    }

    /// The rows of each query.
    ///
    /// - Parameter results: the answers to `statements`.
    func rows(_ results: some Sequence<PostgresResult>) -> [(StoreRead, [StoreRow])] {
        zip(groups, results).flatMap { reads, result in
            guard reads.count > 1 else { return [(reads[0], result.rows())] }
            var rows = reads.map { _ in [StoreRow]() }
            let answers = result.rows()
            let columns = Array(answers.first?.columns.dropFirst() ?? [])
            for answer in answers {
                guard case .integer(let place) = answer.values[0] else { continue }
                rows[Int(place) - 1].append(StoreRow(columns: columns, values: Array(answer.values.dropFirst())))
            }
            return Array(zip(reads, rows))
        }
    }

    /// One statement for queries of the same text. Each is still answered by itself, from the index that it was written for: `OFFSET`
    /// keeps the planner from making one join of all.
    private static func merged(_ reads: [StoreRead]) -> PostgresStatement {
        let columns = reads[0].arguments.values.indices
        let query = PostgresStatement(reads[0].sql).text.replacing(#/\$(\d+)/#) { "ask.a\($0.1)" }
        let arrays = columns.map { "CAST($\($0 + 1) AS text[])" }.joined(separator: ", ")
        let names = columns.map { "a\($0 + 1)" }.joined(separator: ", ")
        return PostgresStatement(
            """
            SELECT ask.place, answer.* FROM unnest(\(arrays)) WITH ORDINALITY AS ask(\(names), place)
            CROSS JOIN LATERAL (\(query) OFFSET 0) AS answer
            """,
            columns.map { column in .text(array(reads.map { $0.arguments.values[column].postgresText ?? "" })) })
    }

    /// An array of texts, as PostgreSQL reads it.
    private static func array(_ texts: [String]) -> String {
        let quoted = texts.map { "\"" + $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
        return "{" + quoted.joined(separator: ",") + "}"
    }
}

extension StoreRead {
    fileprivate var hasTextsOnly: Bool {
        !arguments.values.isEmpty && arguments.values.allSatisfy { if case .text = $0 { true } else { false } }
    }
}
#endif
