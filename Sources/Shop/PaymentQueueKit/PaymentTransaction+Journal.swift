internal import GRDB
internal import StoreModel

/// A transaction as `PaymentJournal` reads it from a row, and as the store's answers change it.
extension PaymentTransaction {
    init(row: Row) throws {
        func text(_ column: String) throws -> String? { try row.decode(forColumn: column) }
        func number(_ column: String) throws -> Int64? { try row.decode(forColumn: column) }
        func date(_ column: String) throws -> Timestamp? {
            try number(column).map(Timestamp.init(milliseconds:))
        }
        func money(_ column: String, _ currency: String) throws -> Money? {
            try number(column).map { try Money(milliunits: $0, currency: text(currency) ?? "") }
        }
        let payment = Payment(
            product: ProductIdentifier(rawValue: try row.decode(forColumn: "productIdentifier")),
            quantity: try row.decode(forColumn: "quantity"), username: try text("applicationUsername"))
        self.init(
            key: IdempotencyKey(rawValue: try row.decode(forColumn: "key")), payment: payment,
            state: PaymentTransactionState(rawValue: try row.decode(forColumn: "state")) ?? .failed,
            addedDate: Timestamp(milliseconds: try row.decode(forColumn: "addedDate")))
        transactionIdentifier = try text("transactionIdentifier").map(TransactionIdentifier.init(rawValue:))
        transactionDate = try date("transactionDate")
        error = try StoreError(row: row)
        if let change = try text("change").flatMap(RenewalChange.Kind.init(rawValue:)),
            let changeDate = try date("changeDate")
        {
            renewalChange = RenewalChange(change, from: changeDate)
        }
        signedTransaction = try text("signedTransaction").map(SignedTransaction.init(rawValue:))
        signedDate = try date("signedDate") ?? signedTransaction?.signedDate
        isFinished = try row.decode(forColumn: "isFinished")
        revocationDate = try date("revocationDate")
        priceLimit = try money("priceLimit", "priceLimitCurrency")
        charge = try money("price", "currency").map { price in
            Charge(
                price: price, offer: try text("offer").flatMap(OfferMode.init(rawValue:)),
                expiresDate: try date("expiresDate"))
        }
        isFromElsewhere = try row.decode(forColumn: "isFromElsewhere")
    }

    /// A transaction that was not asked for here: bought on another device or outside the application,
    /// resolved after an interruption, or renewed. Nil if the outcome has no transaction.
    init?(boughtElsewhere outcome: PurchaseOutcome, at date: Timestamp) {
        let payment = Payment(
            product: outcome.productIdentifier, quantity: outcome.quantity,
            username: outcome.result.signed?.unverifiedPayload?.appAccountToken?.rawValue)
        self.init(key: outcome.key, payment: payment, state: .purchasing, addedDate: date)
        guard outcome.transactionIdentifier != nil, take(outcome.result) else { return nil }
        // A renewal is news on every device: nobody bought it on any of them.
        isFromElsewhere = charge?.isRenewal != true
    }

    /// A payment of this device that waits for approval, and of which the device has lost its own note.
    init(deferred outcome: PurchaseOutcome, at date: Timestamp) {
        let payment = Payment(product: outcome.productIdentifier, quantity: outcome.quantity)
        self.init(key: outcome.key, payment: payment, state: .deferred, addedDate: date)
    }

    /// The transaction after it was finished.
    var finished: PaymentTransaction {
        var transaction = self
        transaction.isFinished = true
        return transaction
    }

    /// Takes what the store says, if the state table allows it. Returns whether anything changed.
    mutating func take(_ result: PurchaseOutcome.Result) -> Bool {
        switch result {
        case .purchased(let signed, let identifier, let date):
            // A later version: a refund was reversed, or the end of a subscription's period was moved. It
            // goes back into the queue, to be delivered and finished once more.
            let isAmended = state == .purchased && isOlder(than: signed)
            guard
                state.canBecome(.purchased) || isAmended
                    || state == .purchased && revocationDate == nil && isReplaced(by: signed)
            else { return false }
            if isAmended { amendment = revocationDate == nil ? .periodMoved : .refundReversed }
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
            guard state == .purchased,
                signedDate == nil || isOlder(than: signed) || revocationDate != nil && isReplaced(by: signed)
            else { return false }
            // It goes back into the queue: a refund is delivered and finished like a purchase.
            revocationDate = date
            if transactionDate == nil { transactionDate = signed.unverifiedPayload?.purchaseDate }
            takeVersion(signed)
        }
        return true
    }

    /// Whether `signed` is a later version of the same transaction. The date is enough here, because a finish
    /// names a version by it. Only a store that was put back can give two versions one date (see
    /// `TransactionVersion`). Sums do not depend on which of them is in the queue.
    private func isOlder(than signed: SignedTransaction) -> Bool {
        guard let signedDate, let date = signed.signedDate else { return false }
        return signedDate < date
    }

    /// Whether `signed` is another text of the version that is here, which was not finished. The signature of
    /// the text here may be wrong, or the text unreadable, and then it is delivered with the store's new one.
    /// Nothing is checked here, so the store's last word stands.
    private func isReplaced(by signed: SignedTransaction) -> Bool {
        !isFinished && signed != signedTransaction && (signedDate == nil || signed.signedDate == signedDate)
    }

    private mutating func takeVersion(_ signed: SignedTransaction) {
        let payload = signed.unverifiedPayload
        (signedTransaction, signedDate) = (signed, payload?.signedDate ?? signed.signedDate)
        (charge, isFinished) = (payload.map(Charge.init), false)
    }
}

extension StoreError {
    /// The error in a row of the journal, or of the downloads' journal; nil if there was no error.
    init?(row: Row) throws {
        guard let domain = try row.decode(String?.self, forColumn: "errorDomain"),
            let code = try row.decode(Int?.self, forColumn: "errorCode")
        else { return nil }
        self.init(
            domain: domain, code: code, message: try row.decode(forColumn: "errorMessage"),
            detailJSON: try row.decode(forColumn: "errorDetail"))
    }
}
