package import GRDB
package import PaymentQueueKit
internal import Storage
package import StoreModel

/// What the replica and the store exchange: the changes from the store, and what the
/// store may have forgotten.
extension AccountReplica {
    /// Merges signed transactions, each with the number that it is said to have, in a transaction of its own.
    /// They are beyond the mark.
    package func merge(
        signed transactions: [(signed: SignedTransaction, identifier: TransactionIdentifier)]
    ) throws(ReplicaError) {
        try write { writer in
            for (signed, identifier) in transactions {
                // What is not proved is left out.
                guard let purchase = try? ProvedPurchase(signed, named: identifier, by: verifier) else {
                    continue
                }
                try writer.merge(purchase, to: .beyond)
            }
        }
    }

    private func merge(
        _ changes: ProvedChanges, ahead: Set<TransactionIdentifier> = [], to place: ReplicaPlace,
        _ writer: inout ReplicaWriter
    ) throws {
        for purchase in changes.purchases {
            let isAhead = ahead.contains(purchase.payload.transactionId)
            try writer.merge(purchase, to: isAhead ? .beyond : place)
        }
        for use in changes.uses { try writer.merge(use, to: place) }
    }

    /// What to ask the store next: the changes since the mark, given what the replica has beyond it.
    package func exchangeRequest() throws(ReplicaError) -> ExchangeRequest {
        try reading { database, sums in
            let purchases = try String.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT \(SignedHeaders.wholeTransaction) FROM replica_purchase WHERE place <> 0 ORDER BY number
                        LIMIT \(ExchangeRequest.mostGiven)
                        """))
            let uses = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT * FROM replica_use WHERE place <> 0 AND isConfirmed <> 0 ORDER BY id
                        LIMIT \(ExchangeRequest.mostGiven)
                        """))
            let given = ExchangeRequest.given(of: purchases.map(SignedTransaction.init(rawValue:))[...])
            return ExchangeRequest(
                since: sums.mark, purchases: Array(given), uses: uses.compactMap(Use.init))
        }
    }

    // MARK: Comparisons

    /// The elements here after an identifier, for a comparison: transactions in the order of their numbers,
    /// uses in the order of their identifiers' texts.
    package func known(
        _ subject: ComparisonRequest.Subject, after: String? = nil,
        limit: Int = ComparisonRequest.mostElements
    ) throws(ReplicaError) -> [ComparisonRequest.Element] {
        try reading { database, _ in
            switch subject {
            case .purchases:
                let number = after.flatMap { TransactionIdentifier(rawValue: $0).number } ?? 0
                return try Row.fetchAll(
                    database.cachedStatement(
                        sql: """
                            SELECT number, signedDate, digest FROM replica_purchase WHERE number > ? ORDER BY number LIMIT ?
                            """), arguments: [number, limit]
                ).map { row in
                    let version = TransactionVersion(
                        signedDate: Timestamp(milliseconds: try row.decode(atIndex: 1)),
                        digest: try row.decode(atIndex: 2))
                    return ComparisonRequest.Element(
                        id: String(try row.decode(Int64.self, atIndex: 0)), version: version)
                }
            case .uses:
                return try String.fetchAll(
                    database.cachedStatement(
                        sql:
                            "SELECT id FROM replica_use WHERE id > ? AND isConfirmed <> 0 ORDER BY id LIMIT ?"
                    ),
                    arguments: [after ?? "", limit]
                ).map { ComparisonRequest.Element(id: $0) }
            }
        }
    }

    /// Merges the answer to a part of a comparison. The mark stays where it is: everything is beyond the mark
    /// until the comparison ends.
    package func merge(
        page: ComparisonPage, of request: ComparisonRequest, in database: Database
    ) throws -> Bool {
        let changes = ProvedChanges(page.changes, by: verifier)
        try writing(database) { writer in
            try merge(changes, to: .compared, &writer)
            let wanted = Set(page.wanted)
            for element in request.elements
            where page.through.map({ !request.subject.isOrdered($0, before: element.id) }) ?? true {
                let place: ReplicaPlace = wanted.contains(element.id) ? .beyond : .compared
                switch request.subject {
                case .purchases:
                    guard let number = TransactionIdentifier(rawValue: element.id).number else { continue }
                    try writer.setPlace(place, number, element.version?.digest)
                case .uses: try writer.setPlace(place, UseIdentifier(rawValue: element.id))
                }
            }
        }
        return changes.isComplete
    }

    /// Ends a comparison: the replica has everything up to `mark`, and what both sides have is no longer
    /// beyond it.
    /// - Returns: false if the replica's mark is no longer the one with which the comparison began. Then nothing
    ///   was done.
    package func endComparison(since: ReplicaMark, at mark: ReplicaMark, in database: Database) throws -> Bool
    {
        try writing(database) { writer in
            guard since == writer.sums.mark else { return false }
            for table in ["replica_purchase", "replica_use"] {
                try database.execute(
                    sql: "UPDATE \(table) SET place = ? WHERE place = ?",
                    arguments: [ReplicaPlace.underMark, ReplicaPlace.compared])
            }
            writer.sums.mark = mark
            return true
        }
    }

    /// Purchases that the store wants, as it signed them.
    package func signed(for identifiers: [TransactionIdentifier]) throws(ReplicaError) -> [SignedTransaction]
    {
        try reading { database, _ in
            try identifiers.compactMap { identifier in
                try String.fetchOne(
                    database.cachedStatement(
                        sql: "SELECT \(SignedHeaders.wholeTransaction) FROM replica_purchase WHERE number = ?"
                    ),
                    arguments: [identifier.number]
                ).map(SignedTransaction.init(rawValue:))
            }
        }
    }

    /// Confirmed uses that the store wants.
    package func uses(for identifiers: [UseIdentifier]) throws(ReplicaError) -> [Use] {
        try reading { database, _ in
            try identifiers.compactMap { identifier in
                try Row.fetchOne(
                    database.cachedStatement(
                        sql: "SELECT * FROM replica_use WHERE id = ? AND isConfirmed <> 0"),
                    arguments: [identifier.rawValue]
                ).flatMap(Use.init)
            }
        }
    }
}

/// The replica as the payment queue's exchange with the store uses it.
extension AccountReplica: Replica {
    /// Merges the changes of a page in the caller's transaction, not in a savepoint of it.
    ///
    /// The mark does not pass a purchase that is not proved. The store does not tell again what is before the
    /// mark, so a purchase whose signature is wrong only for a while would be lost here.
    package func merge(
        changes: [AccountChange], ahead: [TransactionIdentifier], since: ReplicaMark, to mark: ReplicaMark,
        given: ExchangeRequest?, in database: Database
    ) throws -> Merged {
        let changes = ProvedChanges(changes, by: verifier)
        return try writing(database) { writer in
            let moves = since == writer.sums.mark && changes.isComplete
            try merge(changes, ahead: Set(ahead), to: moves ? .underMark : .beyond, &writer)
            guard moves else { return Merged(hasMoved: false, isProved: changes.isComplete) }
            for signed in given?.purchases ?? [] {
                guard let purchase = try? ProvedPurchase(signed, by: verifier) else { continue }
                try writer.setPlace(.underMark, purchase.number, purchase.version.digest)
            }
            for use in given?.uses ?? [] { try writer.setPlace(.underMark, use.id) }
            writer.sums.mark = mark
            return Merged(hasMoved: true)
        }
    }

    /// Merges changes beyond the mark. A purchase that is not proved is left out.
    package func merge(changes: [AccountChange], in database: Database) throws {
        let changes = ProvedChanges(changes, by: verifier)
        try writing(database) { writer in try merge(changes, to: .beyond, &writer) }
    }

    /// Takes the store's answer to a waiting use: it counts for ever, or is removed.
    package func take(_ outcome: UseOutcome, of use: Use) throws {
        switch outcome.result {
        case .confirmed: try confirm(use)
        case .notEnough, .taken: try refuse(use.id)
        }
    }
}

/// What the replica may take of changes: a purchase only with its proof.
private struct ProvedChanges {
    var purchases: [ProvedPurchase] = []
    var uses: [Use] = []
    /// Whether every purchase among the changes was proved.
    var isComplete = true

    init(_ changes: [AccountChange], by verifier: TransactionVerifier) {
        for change in changes {
            switch change {
            case .payment(let outcome, _):
                guard let (signed, identifier) = outcome.result.transaction else { continue }
                if let purchase = try? ProvedPurchase(signed, named: identifier, by: verifier) {
                    purchases.append(purchase)
                } else {
                    isComplete = false
                }
            case .use(let use): uses.append(use)
            case .lapsed: break
            }
        }
    }
}
