/// The answers that a transaction keeps, so that it asks for each of them only once: until a write may change
/// them, or says how it does. `SQLiteTransaction` and `PostgresTransaction` have them.
package struct KnownAnswers {
    private var answers: [StoreRead: [StoreRow]]

    package init(_ answers: [StoreRead: [StoreRow]] = [:]) { self.answers = answers }

    /// Nil if the answer is not known.
    package subscript(read: StoreRead) -> [StoreRow]? {
        get { answers[read] }
        set { answers[read] = newValue }
    }

    /// Notes what a write changes. All other answers stay as they are.
    package mutating func note(_ changes: [(StoreRead, StoreRead.Change)]) {
        for (read, change) in changes { answers[read] = answers[read].flatMap { change.rows(after: $0) } }
    }

    package mutating func forget() { answers = [:] }
}

extension StoreRead.Change {
    /// The answer after the change; nil if it is not known.
    fileprivate func rows(after rows: [StoreRow]) -> [StoreRow]? {
        switch self {
        case .becomes(let row): return [row]
        case .isAtLeast(let number):
            guard let row = rows.first, let highest = row.onlyNumber else { return nil }
            return [StoreRow(columns: row.columns, values: [.integer(max(highest, number))])]
        case .isUnknown: return nil
        }
    }
}
