package import GRDB
internal import Storage
package import StoreModel

/// A copy of the account in the journal's database, which the queue's exchange with the store keeps up to
/// date. The queue merges each page into the journal and the replica in one database transaction, together
/// with the mark up to which both have everything. `AccountReplica` is one; a queue without a replica only
/// keeps the mark (`MarkOnly`).
package protocol Replica: Sendable {
    /// What to ask the store next: the changes since the mark, given what the replica has beyond it.
    func exchangeRequest() throws -> ExchangeRequest

    /// Merges the changes of a page in the caller's transaction.
    ///
    /// - Parameters:
    ///   - ahead: the transactions among them that are beyond the mark in any case (`ExchangePage.ahead`).
    ///   - since: the mark with which the changes were asked for. If the replica has another mark by now, the
    ///     changes are beyond it.
    ///   - mark: the mark up to which the replica has everything, with these changes.
    ///   - given: the request, with the last page of an exchange: the store has what it named.
    func merge(
        changes: [AccountChange], ahead: [TransactionIdentifier], since: ReplicaMark, to mark: ReplicaMark,
        given: ExchangeRequest?, in database: Database
    ) throws -> Merged

    /// Merges changes beyond the mark, which stays where it is, in the caller's transaction.
    func merge(changes: [AccountChange], in database: Database) throws

    /// The elements here after an identifier, in order, for a comparison; at most `limit`.
    func known(
        _ subject: ComparisonRequest.Subject, after: String?, limit: Int
    ) throws -> [ComparisonRequest.Element]

    /// Merges the answer to a part of a comparison. The mark stays where it is until the comparison ends.
    /// - Returns: whether every purchase in it was proved.
    func merge(page: ComparisonPage, of request: ComparisonRequest, in database: Database) throws -> Bool

    /// Ends a comparison that began with the mark `since`: the replica now has everything up to `mark`.
    /// - Returns: false if the replica has another mark by now. Then nothing was done.
    func endComparison(since: ReplicaMark, at mark: ReplicaMark, in database: Database) throws -> Bool

    /// Purchases that the store wants, as it signed them.
    func signed(for identifiers: [TransactionIdentifier]) throws -> [SignedTransaction]

    /// Confirmed uses that the store wants.
    func uses(for identifiers: [UseIdentifier]) throws -> [Use]

    /// The uses that the store has neither confirmed nor refused, oldest first.
    func waitingUses() throws -> [Use]

    /// Takes the store's answer to a waiting use.
    func take(_ outcome: UseOutcome, of use: Use) throws
}

extension Replica {
    /// Merges an answer alone, outside a page, in the caller's transaction. The mark stays where it is.
    func merge(answer: PurchaseOutcome, in database: Database) throws {
        try merge(changes: [.payment(answer, isFinished: false)], in: database)
    }
}

/// What a replica has done with changes.
package struct Merged: Hashable, Sendable {
    /// Whether the replica now has everything up to the mark of the changes.
    package var hasMoved: Bool
    /// Whether every purchase among the changes was proved. If not, the replica has left out those that
    /// are not, and its mark stays before the changes, so that each exchange asks for them again.
    package var isProved = true

    package init(hasMoved: Bool, isProved: Bool = true) {
        self.hasMoved = hasMoved
        self.isProved = isProved
    }
}

/// What `PaymentQueue` reports about the account, apart from the transactions that it hands to its observers.
package enum AccountNews: Sendable {
    /// This many changes of this many are merged, in an exchange that has more than one page.
    case merging(Int64, of: Int64)
    /// Changes were merged, and the observers have been told what concerns them. If a purchase among them was
    /// not proved, it was left out, and is asked for again.
    case merged(isProved: Bool)
    /// The store did not answer an exchange. It is asked again.
    case notReached
    /// The store gave this answer to a use.
    case used(Use, UseOutcome)
    /// This many uses wait because the store did not answer.
    case usesWait(Int)
}

/// The replica of a queue that has no other: it only keeps the mark. Everything else is in the journal, so a
/// store that does not know the mark tells everything again.
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
        changes: [AccountChange], ahead: [TransactionIdentifier], since: ReplicaMark, to mark: ReplicaMark,
        given: ExchangeRequest?, in database: Database
    ) throws -> Merged {
        Merged(hasMoved: try move(from: since, to: mark, database))
    }

    func merge(changes _: [AccountChange], in _: Database) {}

    func endComparison(since: ReplicaMark, at mark: ReplicaMark, in database: Database) throws -> Bool {
        try move(from: since, to: mark, database)
    }

    func known(_: ComparisonRequest.Subject, after _: String?, limit _: Int) -> [ComparisonRequest.Element] {
        []
    }
    func merge(page _: ComparisonPage, of _: ComparisonRequest, in _: Database) -> Bool { true }
    func signed(for _: [TransactionIdentifier]) -> [SignedTransaction] { [] }
    func uses(for _: [UseIdentifier]) -> [Use] { [] }
    func waitingUses() -> [Use] { [] }
    func take(_: UseOutcome, of _: Use) {}

    private func mark(_ database: Database) throws -> ReplicaMark {
        let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT revision, mark FROM exchange_mark"))
        return try row.map {
            ReplicaMark(revision: try $0.decode(atIndex: 0), mark: try $0.decode(atIndex: 1))
        } ?? .beginning
    }

    private func move(from since: ReplicaMark, to mark: ReplicaMark, _ database: Database) throws -> Bool {
        guard try self.mark(database) == since else { return false }
        guard mark != since else { return true }
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO exchange_mark VALUES (1, ?, ?)").execute(
            arguments: [
                mark.revision, mark.mark,
            ])
        return true
    }
}
