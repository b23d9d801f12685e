package import StoreModel

/// The rules for an account: decides what happens to a payment, to a purchase afterwards, and to
/// subscriptions. `AccountSession`, `ServerAPI`, the administration and `RenewalRun` make one and
/// call it in their write transaction.
package struct Checkout {
    package let account: Account
    package let store: AppStore
    package var settings: StoreSettings
    /// A name under which somebody who has this done can ask afterwards what followed from it: an
    /// administrator's purchase, or a step of a scenario. Nil for what customers and the clock do.
    package var occasion: String?

    /// When what it does happened, if that was before now: a renewal that is made up for.
    package var moment: Timestamp?

    /// The account's clock.
    package var now: Timestamp { moment ?? store.date(settings) }

    /// Buys, or repeats what became of the same payment before. `terms` count where it is new. A key that
    /// comes back with another product or quantity is a mistake of the caller's: nothing is charged or
    /// recorded for it, the answer is `paymentInvalid`, and the first payment stands.
    func purchase(
        _ request: PurchaseRequest, on terms: PurchaseTerms = PurchaseTerms(),
        _ database: any StoreTransaction
    ) throws -> PurchaseOutcome {
        if let known = try store.purchaseTable.find(request.key, of: account.identifier, database) {
            guard known.request.productIdentifier == request.productIdentifier,
                known.request.quantity == request.quantity
            else {
                return PurchaseOutcome(
                    to: request, .failed(.keyUsed))
            }
            return known.outcome
        }
        // Nothing is kept of what is not sold here: names cost nothing.
        guard let product = store.assortment.products[request.productIdentifier] else {
            return PurchaseOutcome(to: request, .failed(.productNotAvailable))
        }
        var record = PurchaseRecord(
            number: try store.nextNumber(database), account: account.identifier,
            request: request, status: .failed)
        record.appAccountToken = request.appAccountToken?.lowercased()
        let move = try decide(&record, product, terms.offer, database)
        try insert(record, PaymentEvent(of: record), database)
        if let move { try self.record(move, database) }
        return record.outcome
    }

    /// A page of what a restore brings back; see `StoreService.restoredPurchases`. Nothing is
    /// written: the transactions are those of the purchases themselves, so there is one of each,
    /// however many restores there are.
    func restored(
        after cursor: RestoredPurchases.Cursor?, limit: Int, _ database: any StoreTransaction
    ) throws -> RestoredPurchases {
        let limit = min(max(limit, 1), RestoredPurchases.mostPerPage)
        let records = try store.purchaseTable.restorable(
            of: account.identifier, behind: cursor ?? 0, limit: limit + 1, database)
        let page = records.prefix(limit)
        let begun = Set(
            page.compactMap { $0.period?.subscription == $0.number ? nil : $0.period?.subscription })
        return RestoredPurchases(
            purchases: page.compactMap(RestoredPurchase.init),
            originals: try begun.sorted().compactMap {
                try store.purchaseTable.find(number: $0, of: account.identifier, database)?.signed
            },
            next: records.count > limit ? page.last?.history?.revision : nil)
    }

    /// Records that the application has dealt with a version of a transaction. What was signed since is
    /// still to be told: the finish of a purchase does not hide its refund, nor that of a refund its
    /// reversal. The version may be later than what is here, where an older copy of the database was put
    /// back: then all that is here is dealt with.
    package func finish(_ transaction: FinishedTransaction, _ database: any StoreTransaction) throws {
        guard let number = PurchaseRecord.number(of: transaction.identifier),
            var record = try store.purchaseTable.find(number: number, of: account.identifier, database),
            !record.isFinished, record.status.isCharged,
            let signedDate = record.signed?.signedDate, signedDate <= transaction.signedDate
        else { return }
        let before = record
        record.isFinished = true
        try update(record, from: before, .finished, database)
    }

    /// Does what an administrator asks for, if the purchase is in a status for it.
    /// Throws `StoreAdministrationError`.
    func perform(
        _ action: TransactionAction, on key: IdempotencyKey, _ database: any StoreTransaction
    ) throws {
        guard var record = try store.purchaseTable.find(key, of: account.identifier, database) else {
            throw StoreAdministrationError.noTransactionFound
        }
        guard record.actions.contains(action), let status = record.status.after(action) else {
            throw StoreAdministrationError.invalidAction
        }
        let before = record
        record.status = status
        switch action {
        case .approve:
            let move = try charge(&record, database)
            try update(record, from: before, PaymentEvent(of: record, isApproved: true), database)
            if let move { try self.record(move, database) }
        case .decline, .lapse:
            // Devices are told of a lapse as such, and of this error if one sends the same payment again.
            record.error = .paymentCancelled
            try update(record, from: before, action == .decline ? .declined : .lapsed, database)
        case .resolve:
            try resolve(record, database)
            try update(record, from: before, .resolved, database)
        case .refund:
            try revoke(&record, database)
            record.refundRequest = nil
            try endSubscription(with: record, database)
            try update(record, from: before, .refunded, database)
            try changeRepeated(record, database)
        case .reverseRefund:
            // What was shared and is no more was not refunded.
            // A payment that was charged twice was refunded once, for good.
            guard record.signed?.isShared != true, try !isPaidElsewhere(record, database) else {
                throw StoreAdministrationError.invalidAction
            }
            try reinstate(&record, database)
            try reinstateSubscription(with: record, database)
            try update(record, from: before, .refundReversed, database)
            try changeRepeated(record, database)
        }
    }

    /// Makes the purchase after all that was interrupted.
    private func resolve(_ interrupted: PurchaseRecord, _ database: any StoreTransaction) throws {
        // The store makes this purchase itself, so it has a key of the store's making: always the
        // same, so that it is charged once.
        let request = PurchaseRequest(
            key: .resolving(interrupted.request.key),
            productIdentifier: interrupted.request.productIdentifier,
            quantity: interrupted.request.quantity, priceLimit: interrupted.request.priceLimit)
        guard try store.purchaseTable.find(request.key, of: account.identifier, database) == nil else {
            return
        }
        var record = PurchaseRecord(
            number: try store.nextNumber(database), account: account.identifier, request: request,
            status: .purchased)
        record.appAccountToken = interrupted.appAccountToken
        let move = try charge(&record, database)
        try insert(record, PaymentEvent(of: record), database)
        if let move { try self.record(move, database) }
    }

    /// Takes a purchase from a customer with whom a family shared it, and shares it no more: nobody gets
    /// money back. Throws `StoreAdministrationError`.
    func endSharing(of key: IdempotencyKey, _ database: any StoreTransaction) throws {
        guard var record = try store.purchaseTable.find(key, of: account.identifier, database) else {
            throw StoreAdministrationError.noTransactionFound
        }
        let kinds: Set<ProductKind> = [.nonConsumable, .autoRenewable]
        guard record.status == .purchased, let kind = record.history?.kind, kinds.contains(kind) else {
            throw StoreAdministrationError.invalidAction
        }
        let before = record
        record.status = .revoked
        try revoke(&record, isShared: true, database)
        try endSubscription(with: record, database)
        try update(record, from: before, .sharingEnded, database)
        try changeRepeated(record, database)
    }

    /// A refund takes back the purchases that repeat the refunded one, too; a reversal gives them back.
    private func changeRepeated(_ record: PurchaseRecord, _ database: any StoreTransaction) throws {
        for var repeated in try store.purchaseTable.repeating(record.number, database) {
            let before = repeated
            repeated.status = record.status
            if record.status == .revoked {
                try revoke(&repeated, database)
            } else {
                try reinstate(&repeated, database)
            }
            try update(repeated, from: before, .resigned, database)
        }
    }

    /// Does what is decided about a new payment. A failure that was set for
    /// the next payment is used up by it.
    private func decide(
        _ record: inout PurchaseRecord, _ product: Product, _ offer: CatalogueOffer?,
        _ database: any StoreTransaction
    ) throws -> StoreFact? {
        let owned = try owned(product, database)
        switch PurchaseDecision(
            kind: product.kind, quantity: record.request.quantity, isOwned: owned != nil, settings: settings)
        {
        case .fail(let error, let isUsedUp):
            if isUsedUp, try !SettingsTable.useUp(error, database) {
                // Another server's payment was faster.
                var checkout = self
                checkout.settings.nextFailure = nil
                return try checkout.decide(&record, product, offer, database)
            }
            record.error = error
        case .grantAgain:
            guard let owned else { break }
            record.status = .purchased
            try grantAgain(owned, to: &record, product, database)
        case .interrupt where offer != nil, .askToBuy where offer != nil:
            record.error = .offerCannotWait
        case .interrupt:
            record.status = .interrupted
            record.error = .interrupted
        case .askToBuy:
            record.status = .deferred
        case .charge:
            record.status = .purchased
            return try charge(&record, with: offer, database)
        }
        return nil
    }

    /// The purchase by which the account owns a product that is sold once.
    private func owned(_ product: Product, _ database: any StoreTransaction) throws -> PurchaseRecord? {
        guard product.kind == .nonConsumable else { return nil }
        return try store.purchaseTable.owned(product.identifier, by: account.identifier, database)
    }

    /// Gives the account what it owns once more, for nothing: a transaction of
    /// its own that names the first one.
    private func grantAgain(
        _ owned: PurchaseRecord, to record: inout PurchaseRecord, _ product: Product,
        _ database: any StoreTransaction
    ) throws {
        record.original = owned.number
        try pay(&record, payload(of: record, product, repeating: owned), database)
    }

    /// Charges and signs, unless the account owns the product by now, or the price is higher than the
    /// customer agreed to. A subscription may change without a charge; then the record says so. Returns what
    /// a charge did to a subscription, to be recorded when the purchase is.
    private func charge(
        _ record: inout PurchaseRecord, with offer: CatalogueOffer? = nil, _ database: any StoreTransaction
    ) throws -> StoreFact? {
        let identifier = record.request.productIdentifier
        if let plan = store.assortment.plans[identifier] {
            return try buy(plan, with: offer, as: &record, database)
        }
        guard let product = store.assortment.products[identifier] else {
            throw StoreAdministrationError.notInCatalogue(identifier)
        }
        if let owned = try owned(product, database) {
            try grantAgain(owned, to: &record, product, database)
            return nil
        }
        guard record.request.allows(product.price) else {
            record.status = .failed
            record.error = .priceChanged
            return nil
        }
        try pay(&record, payload(of: record, product), database)
        return nil
    }

    /// Records that a purchase is paid, as its transaction says.
    func pay(
        _ record: inout PurchaseRecord, _ payload: TransactionPayload, _ database: any StoreTransaction
    ) throws {
        let date = Timestamp(milliseconds: payload.purchaseDate)
        record.signed = try store.signer.sign(payload)
        record.date = date
        record.history = PurchaseRecord.History(kind: payload.type, purchaseDate: date)
    }

    func revoke(
        _ record: inout PurchaseRecord, isShared: Bool = false, _ database: any StoreTransaction
    ) throws {
        let date = now
        try sign(&record, database) { payload in
            if isShared { payload.inAppOwnershipType = TransactionPayload.familyShared }
            payload.revocationDate = date.milliseconds
            payload.revocationReason = 0
        }
        record.date = date
    }

    private func reinstate(_ record: inout PurchaseRecord, _ database: any StoreTransaction) throws {
        try sign(&record, database) { payload in
            payload.revocationDate = nil
            payload.revocationReason = nil
        }
        record.date = record.history?.purchaseDate
    }

    /// Signs a transaction anew, as its customer's latest change. What is signed later has a later date, also
    /// where the clock was set back: devices know by it which of two counts.
    func sign(
        _ record: inout PurchaseRecord, _ database: any StoreTransaction,
        _ change: (inout TransactionPayload) -> Void
    ) throws {
        guard let signed = record.signed else { throw StoreAdministrationError.invalidAction }
        var payload = try TransactionSigner.payload(of: signed)
        payload.signedDate = max(now.milliseconds, payload.signedDate + 1, payload.purchaseDate + 1)
        change(&payload)
        record.signed = try store.signer.sign(payload)
        record.isFinished = false
    }

    /// Writes a new payment. It is the account's next change.
    func insert(_ record: PurchaseRecord, _ event: PaymentEvent, _ database: any StoreTransaction) throws {
        let fact = StoreFact.payment(event, record, before: nil)
        let state = try AccountChangeTable.state(of: account.identifier, database).after(fact)
        try store.purchaseTable.insert(record.numbered(state, before: nil), database)
        try self.record(fact, as: state, database)
    }

    /// Writes what became of a payment. It is the account's next change.
    func update(
        _ record: PurchaseRecord, from before: PurchaseRecord, _ event: PaymentEvent,
        _ database: any StoreTransaction
    ) throws {
        let fact = StoreFact.payment(event, record, before: before)
        let state = try AccountChangeTable.state(of: account.identifier, database).after(fact)
        try store.purchaseTable.update(record.numbered(state, before: before), database)
        try self.record(fact, as: state, database)
    }
}

extension PurchaseRecord {
    /// Gives a new version the revision of the account's change that brings it.
    fileprivate func numbered(_ state: AccountChangeTable.State, before: PurchaseRecord?) -> PurchaseRecord {
        guard signed != before?.signed else { return self }
        var record = self
        record.history?.revision = state.mark.revision
        return record
    }
}

extension AppStore {
    /// The rules for an account, under the settings in force.
    package func checkout(
        for account: Account, _ database: any StoreTransaction
    ) throws -> Checkout {
        let settings = try settings(of: account.identifier, database)
        return Checkout(account: account, store: self, settings: settings)
    }

    package func rules(_ settings: StoreSettings) -> SubscriptionRules {
        SubscriptionRules(
            rate: settings.timeRate, failsRenewals: settings.failsRenewals,
            allowsGracePeriod: settings.allowsGracePeriod, plans: assortment.plans)
    }
}

extension RestoredPurchase {
    /// The purchase that a record is of; nil for one that was not charged.
    fileprivate init?(_ record: PurchaseRecord) {
        guard let signed = record.signed, let date = record.date, let history = record.history else {
            return nil
        }
        self.init(
            productIdentifier: record.request.productIdentifier, quantity: record.request.quantity,
            transactionIdentifier: record.transactionIdentifier,
            originalTransactionIdentifier: PurchaseRecord.transactionIdentifier(
                of: record.period?.subscription ?? record.number), transactionDate: history.purchaseDate,
            revocationDate: record.status == .revoked ? date : nil, signedTransaction: signed)
    }
}

extension PurchaseRequest {
    /// Whether the customer agreed to this price of one piece.
    func allows(_ price: Money) -> Bool {
        guard let priceLimit else { return true }
        return price.currency == priceLimit.currency && price.milliunits <= priceLimit.milliunits
    }
}

extension SignedTransaction {
    /// Whether a family shared it with the customer.
    fileprivate var isShared: Bool {
        (try? TransactionSigner.payload(of: self))?.inAppOwnershipType == TransactionPayload.familyShared
    }
}
