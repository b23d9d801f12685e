internal import GRDB
internal import StoreModel

/// A transaction as `PaymentJournal` reads it from a row, and as the store's answers change it.
extension PaymentTransaction {
    init(row: Row) {
        var payment = MutablePayment(product: ProductIdentifier(rawValue: row["productIdentifier"]))
        payment.quantity = row["quantity"]
        payment.applicationUsername = row["applicationUsername"]
        self.init(
            key: IdempotencyKey(rawValue: row["key"]), payment: Payment(payment),
            state: PaymentTransactionState(rawValue: row["state"]) ?? .failed,
            transactionIdentifier: (row["transactionIdentifier"] as String?).map(
                TransactionIdentifier.init(rawValue:)),
            transactionDate: (row["transactionDate"] as Int64?).map(Timestamp.init(milliseconds:)),
            error: (row["errorDomain"] as String?).map {
                StoreError(
                    domain: $0, code: row["errorCode"], message: row["errorMessage"],
                    detailJSON: row["errorDetail"])
            },
            renewalChange: (row["change"] as String?).flatMap(RenewalChange.Kind.init(rawValue:)).map {
                RenewalChange($0, from: Timestamp(milliseconds: row["changeDate"]))
            },
            signedTransaction: (row["signedTransaction"] as String?).map(SignedTransaction.init(rawValue:)),
            signedDate: (row["signedDate"] as Int64?).map(Timestamp.init(milliseconds:)),
            addedDate: Timestamp(milliseconds: row["addedDate"]), isFinished: row["isFinished"],
            revocationDate: (row["revocationDate"] as Int64?).map(Timestamp.init(milliseconds:)),
            priceLimit: (row["priceLimit"] as Int64?).map {
                Money(milliunits: $0, currency: row["priceLimitCurrency"] ?? "")
            },
            charge: (row["price"] as Int64?).map {
                Charge(
                    price: Money(milliunits: $0, currency: row["currency"] ?? ""),
                    offer: (row["offer"] as String?).flatMap(OfferMode.init(rawValue:)),
                    expiresDate: (row["expiresDate"] as Int64?).map(Timestamp.init(milliseconds:)))
            })
        isFromElsewhere = row["isFromElsewhere"]
    }

    /// A transaction that was not asked for here: bought on another device or outside the application,
    /// resolved after an interruption, or renewed. Nil if the outcome has no transaction.
    init?(boughtElsewhere outcome: PurchaseOutcome, at date: Timestamp) {
        var payment = MutablePayment(product: outcome.productIdentifier)
        payment.quantity = outcome.quantity
        self.init(key: outcome.key, payment: Payment(payment), state: .purchasing, addedDate: date)
        guard outcome.transactionIdentifier != nil, take(outcome.result) else { return nil }
        // A renewal is news on every device: nobody bought it on any of them.
        isFromElsewhere = charge?.isRenewal != true
    }

    /// Takes what the store says, if the state table allows it. Returns whether anything changed.
    mutating func take(_ result: PurchaseOutcome.Result) -> Bool {
        switch result {
        case .purchased(let signed, let identifier, let date):
            // A later version: a refund was reversed, or the end of a subscription's period was moved. It
            // goes back into the queue, to be delivered and finished once more.
            guard state.canBecome(.purchased) || state == .purchased && isOlder(than: signed) else {
                return false
            }
            state = .purchased
            (transactionIdentifier, transactionDate, revocationDate) = (identifier, date, nil)
            takeVersion(signed)
        case .failed(let reason):
            guard state.canBecome(.failed) else { return false }
            state = .failed
            error = reason
        case .changed(let change):
            guard state.canBecome(.changed) else { return false }
            state = .changed
            renewalChange = change
        case .deferred:
            guard state.canBecome(.deferred) else { return false }
            state = .deferred
        case .revoked(let signed, let identifier, let date):
            // The answer to the purchase may have been lost, so that the refund is the first news of it.
            if state.canBecome(.purchased) { (state, transactionIdentifier) = (.purchased, identifier) }
            // A version from before a reversal may arrive after it.
            guard state == .purchased, signedDate == nil || isOlder(than: signed) else { return false }
            // It goes back into the queue: a refund is delivered and finished like a purchase.
            revocationDate = date
            takeVersion(signed)
        }
        return true
    }

    /// Whether `signed` is a later version of the same transaction.
    private func isOlder(than signed: SignedTransaction) -> Bool {
        guard let signedDate, let date = signed.signedDate else { return false }
        return signedDate < date
    }

    private mutating func takeVersion(_ signed: SignedTransaction) {
        let payload = signed.unverifiedPayload
        let date = payload.map { Timestamp(milliseconds: $0.signedDate) }
        (signedTransaction, signedDate) = (signed, date ?? signed.signedDate)
        (charge, isFinished) = (payload.map(Charge.init), false)
    }
}

extension PurchaseOutcome {
    /// The store's number for the transaction, if it has one.
    var transactionIdentifier: TransactionIdentifier? {
        switch result {
        case .purchased(_, let identifier, _), .revoked(_, let identifier, _): identifier
        case .deferred, .changed, .failed: nil
        }
    }
}

extension PurchaseOutcome.Result {
    /// The signed transaction, if money went one way or the other.
    var signed: SignedTransaction? {
        switch self {
        case .purchased(let signed, _, _), .revoked(let signed, _, _): signed
        case .deferred, .changed, .failed: nil
        }
    }
}
