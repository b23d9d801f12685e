package import GRDB
internal import PaymentQueueKit
package import StoreModel

/// The replica as the payment queue's exchange with the store uses it.
extension AccountReplica: Replica {
    package func merge(
        changes: [AccountChange], ahead: [TransactionIdentifier], since: ReplicaMark?, to mark: ReplicaMark?,
        given: ExchangeRequest?, in database: Database
    ) throws {
        _ = try merge(changes, ahead: ahead, since: since, to: mark, given: given, in: database)
    }

    package func merge(page: ComparisonPage, of request: ComparisonRequest, in database: Database) throws {
        _ = try merge(page, of: request, in: database)
    }

    /// Takes the store's answer to a waiting use: it counts for ever, or is removed.
    package func take(_ outcome: UseOutcome, of use: Use) throws {
        switch outcome {
        case .confirmed: try confirm(use)
        case .notEnough, .taken: try refuse(use.id)
        }
    }
}
