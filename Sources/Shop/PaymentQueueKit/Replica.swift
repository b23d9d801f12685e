package import GRDB
internal import Storage
package import StoreModel

/// A copy of the account in the journal's database, which the queue's exchange with the store keeps
/// in step. The queue merges each page into the journal and the replica in one transaction,
/// together with the mark up to which both have everything. `AccountReplica` is one; a queue
/// without one keeps the mark alone (`MarkOnly`).
package protocol Replica: Sendable {
    /// What to ask the store next: since the mark, with what the replica has beyond it.
    func exchangeRequest() throws -> ExchangeRequest

    /// Merges changes in the caller's transaction.
    ///
    /// - Parameters:
    ///   - ahead: transactions among them that are beyond the mark in any case (`ExchangePage.ahead`).
    ///   - since: the mark with which the changes were asked for. If the replica's is another
    ///     by now, they are beyond it.
    ///   - mark: up to where the replica has everything with these changes; nil for an
    ///     answer to a request of its own.
    ///   - given: with the last page of an exchange, what was asked: the store has what it named.
    func merge(
        changes: [AccountChange], ahead: [TransactionIdentifier], since: ReplicaMark?, to mark: ReplicaMark?,
        given: ExchangeRequest?, in database: Database
    ) throws

    /// What is here behind an identifier, for a comparison, in order; at most `limit`.
    func known(
        _ subject: ComparisonRequest.Subject, after: String?, limit: Int
    ) throws -> [ComparisonRequest.Element]

    /// Merges the answer to a part of a comparison. The mark stays where it is until the comparison ends.
    func merge(page: ComparisonPage, of request: ComparisonRequest, in database: Database) throws

    /// Ends a comparison that began with the mark `since`: the replica has everything up to `mark`.
    func endComparison(since: ReplicaMark, at mark: ReplicaMark, in database: Database) throws

    /// Purchases that the store wants, as it signed them.
    func signed(for identifiers: [TransactionIdentifier]) throws -> [SignedTransaction]

    /// Confirmed uses that the store wants.
    func uses(for identifiers: [UseIdentifier]) throws -> [Use]

    /// The uses that the store has neither confirmed nor refused, the oldest first.
    func waitingUses() throws -> [Use]

    /// Takes what the store says to a use that waits.
    func take(_ outcome: UseOutcome, of use: Use) throws
}

/// What `PaymentQueue` tells of the account, beside the transactions that it hands to its observers.
package enum AccountNews: Sendable {
    /// So many of so many changes are merged, of an exchange that has more than one page.
    case merging(Int64, of: Int64)
    /// Changes were merged; what the observers had to hear, they have heard.
    case merged
    /// The store did not answer an exchange; it is asked again.
    case notReached
    /// The store said this to a use.
    case used(Use, UseOutcome)
    /// So many uses wait because the store did not answer.
    case usesWait(Int)
}

/// The replica of a queue that has no other: the mark alone. Whatever else there is to know stands in the
/// journal, so when the store does not know the mark it tells everything again.
struct MarkOnly: Replica {
    static let migrations = [
        DatabaseFile.Migration(
            "mark-1",
            sql: """
                CREATE TABLE exchange_mark (
                    id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
                    revision INTEGER NOT NULL,
                    mark TEXT NOT NULL
                ) STRICT
                """)
    ]

    let file: DatabaseFile

    func exchangeRequest() throws -> ExchangeRequest { ExchangeRequest(since: try file.read(mark)) }

    func merge(
        changes: [AccountChange], ahead: [TransactionIdentifier], since: ReplicaMark?, to mark: ReplicaMark?,
        given: ExchangeRequest?, in database: Database
    ) throws {
        if let since, let mark { try move(from: since, to: mark, database) }
    }

    func endComparison(since: ReplicaMark, at mark: ReplicaMark, in database: Database) throws {
        try move(from: since, to: mark, database)
    }

    func known(_: ComparisonRequest.Subject, after _: String?, limit _: Int) -> [ComparisonRequest.Element] {
        []
    }
    func merge(page _: ComparisonPage, of _: ComparisonRequest, in _: Database) {}
    func signed(for _: [TransactionIdentifier]) -> [SignedTransaction] { [] }
    func uses(for _: [UseIdentifier]) -> [Use] { [] }
    func waitingUses() -> [Use] { [] }
    func take(_: UseOutcome, of _: Use) {}

    private func mark(_ database: Database) throws -> ReplicaMark {
        let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT revision, mark FROM exchange_mark"))
        return row.map { ReplicaMark(revision: $0[0], mark: $0[1]) } ?? .beginning
    }

    private func move(from since: ReplicaMark, to mark: ReplicaMark, _ database: Database) throws {
        guard mark != since, try self.mark(database) == since else { return }
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO exchange_mark VALUES (1, ?, ?)").execute(
            arguments: [
                mark.revision, mark.mark,
            ])
    }
}
