internal import GRDB
internal import StoreModel

extension PaymentTransaction {
    /// A transaction as the journal's row has it.
    init(row: Row) {
        var payment = MutablePayment(product: ProductIdentifier(rawValue: row["productIdentifier"]))
        payment.quantity = row["quantity"]
        payment.applicationUsername = row["applicationUsername"]
        self.init(
            key: IdempotencyKey(rawValue: row["key"]), payment: Payment(payment),
            state: PaymentTransactionState(rawValue: row["state"]) ?? .failed,
            transactionIdentifier: (row["transactionIdentifier"] as String?).map(TransactionIdentifier.init(rawValue:)),
            transactionDate: (row["transactionDate"] as Int64?).map(Timestamp.init(milliseconds:)),
            error: (row["errorDomain"] as String?).map {
                StoreError(domain: StoreErrorDomain(rawValue: $0), code: row["errorCode"], message: row["errorMessage"])
            },
            signedTransaction: (row["signedTransaction"] as String?).map(SignedTransaction.init(rawValue:)),
            addedDate: Timestamp(milliseconds: row["addedDate"]), isFinished: row["isFinished"],
            revocationDate: (row["revocationDate"] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    /// A transaction that the store offers and that was not asked for here: bought outside the application, on another
    /// device, or resolved after an interruption. Nil for an outcome that is no transaction.
    init?(boughtElsewhere outcome: PurchaseOutcome, at date: Timestamp) {
        var payment = MutablePayment(product: outcome.productIdentifier)
        payment.quantity = outcome.quantity
        self.init(key: outcome.key, payment: Payment(payment), state: .purchasing, addedDate: date)
        guard outcome.transactionIdentifier != nil, take(outcome.result) else { return nil }
    }

    /// Becomes what the store says, if the state table allows it.
    ///
    /// - Returns: whether anything changed.
    mutating func take(_ result: PurchaseOutcome.Result) -> Bool {
        switch result {
        case .purchased(let signed, let identifier, let date):
            if state == .purchased, signedTransaction.map(signed.isLater) == true {
                // A refund was reversed: back into the queue, to be delivered and finished once more.
                (signedTransaction, transactionDate, revocationDate, isFinished) = (signed, date, nil, false)
                return true
            }
            guard state.canBecome(.purchased) else { return false }
            state = .purchased
            (signedTransaction, transactionIdentifier, transactionDate) = (signed, identifier, date)
        case .failed(let reason):
            guard state.canBecome(.failed) else { return false }
            state = .failed
            error = reason
        case .deferred:
            guard state.canBecome(.deferred) else { return false }
            state = .deferred
        case .revoked(let signed, let identifier, let date):
            // The answer to the purchase may have been lost, and the refund is the first that is heard of it.
            if state.canBecome(.purchased) { (state, transactionIdentifier) = (.purchased, identifier) }
            guard state == .purchased, revocationDate == nil || signedTransaction.map(signed.isLater) == true,
                // What was said before a reversal may come after it.
                signedTransaction?.isLater(than: signed) != true
            else { return false }
            // Back into the queue: a refund is dealt with, and finished, like a purchase.
            (signedTransaction, revocationDate, isFinished) = (signed, date, false)
        }
        return true
    }
}

extension PurchaseOutcome {
    /// The store's number in it, if it has one.
    var transactionIdentifier: TransactionIdentifier? {
        switch result {
        case .purchased(_, let identifier, _), .revoked(_, let identifier, _): identifier
        case .deferred, .failed: nil
        }
    }
}
