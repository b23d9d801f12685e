package import StoreModel

/// The rules for an account. They decide what happens to a payment, to a purchase afterwards, and to
/// subscriptions. `AccountSession`, `ServerAPI`, the administration and `RenewalRun` make one and call it in
/// their write transaction.
package struct Checkout {
    package let account: Account
    package let store: AppStore
    package var settings: StoreSettings
    /// A name for an administrator's purchase or a scenario's step, to ask afterwards what followed from it.
    /// Nil for what customers and the clock do.
    package var occasion: String?

    /// When it happened, if that was before now: a renewal that the store catches up on.
    package var moment: Timestamp?

    /// The account's clock.
    package var now: Timestamp { moment ?? store.date(settings) }

    /// Buys, or repeats the outcome of the same payment. `offer` counts only if the payment is new. If a key
    /// comes back with another product or quantity, or is one that the store keeps for itself, the caller made a
    /// mistake: nothing is charged or recorded, the answer is `paymentInvalid`, and the first payment stands.
    func purchase(
        _ request: PurchaseRequest, with offer: CatalogueOffer? = nil, _ database: any StoreTransaction
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
        guard !request.key.isReserved else { return PurchaseOutcome(to: request, .failed(.keyUsed)) }
        // A payment for something that is not sold here is not kept: anybody can make up names.
        guard let product = store.assortment.products[request.productIdentifier] else {
            return PurchaseOutcome(to: request, .failed(.productNotAvailable))
        }
        // A payment for a quantity that no product allows is not kept, either.
        guard Payment.quantities.contains(request.quantity) else {
            return PurchaseOutcome(to: request, .failed(.paymentInvalid))
        }
        var record = PurchaseRecord(
            number: try store.nextNumber(database), account: account.identifier,
            request: request, status: .failed)
        record.appAccountToken = request.appAccountToken?.lowercased()
        let consequence = try decide(&record, product, offer, database)
        try write(record, PaymentEvent(of: record), then: consequence, database)
        return record.outcome
    }

    /// A page of what a restore brings back; see `StoreService.restoredPurchases`. It writes nothing. The
    /// transactions are those of the purchases, so there is one for each, no matter how often they
    /// are restored.
    func restored(
        after cursor: RestoredPurchases.Cursor?, limit: Int, _ database: any StoreTransaction
    ) throws -> RestoredPurchases {
        let limit = min(max(limit, 1), RestoredPurchases.mostPerPage)
        let records = try store.purchaseTable.restorable(
            of: account.identifier, after: cursor ?? 0, limit: limit + 1, database)
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

    /// Records that the application has dealt with a version of a transaction. The device still gets what was
    /// signed since: if a purchase was finished, its refund is still to come, and after a refund its
    /// reversal. The version may be later than the store's if an older copy of the database was put back.
    /// Then the application has dealt with all that is here.
    package func finish(_ transaction: FinishedTransaction, _ database: any StoreTransaction) throws {
        guard let number = PurchaseRecord.number(of: transaction.identifier),
            var record = try store.purchaseTable.find(number: number, of: account.identifier, database),
            !record.isFinished, record.status.isCharged,
            let signedDate = record.signed?.signedDate, signedDate <= transaction.signedDate
        else { return }
        let before = record
        record.isFinished = true
        try write(record, from: before, .finished, database)
    }

    /// Performs an administrator's action if the purchase's status allows it.
    /// Throws `StoreAdministrationError`.
    ///
    /// - Parameter before: the purchase as it is now.
    func perform(
        _ action: TransactionAction, on before: PurchaseRecord, _ database: any StoreTransaction
    ) throws {
        guard before.actions.contains(action), let status = before.status.after(action) else {
            throw StoreAdministrationError.invalidAction
        }
        // After an earlier copy of the database was put back, a payment may be here twice. It is paid once,
        // and the refund of its second charge is final.
        if [.approve, .resolve, .reverseRefund].contains(action), try isPaidElsewhere(before, database) {
            throw StoreAdministrationError.invalidAction
        }
        var record = before
        record.status = status
        switch action {
        case .approve:
            let consequence = try charge(&record, database)
            try write(
                record, from: before, PaymentEvent(of: record, isApproved: true), then: consequence, database)
        case .decline, .lapse:
            // Devices are told that it lapsed. If one sends the same payment again, it gets this error.
            record.error = .paymentCancelled
            try write(record, from: before, action == .decline ? .declined : .lapsed, database)
        case .resolve:
            try resolve(record, database)
            try write(record, from: before, .resolved, database)
        case .refund:
            try revoke(&record, reason: before.refundRequest?.revocationReason ?? 0, database)
            record.refundRequest = nil
            let consequence = try endSubscription(with: record, database)
            try write(record, from: before, .refunded, then: consequence, database)
            try changeRepeated(record, database)
        case .reverseRefund:
            try reinstate(&record, database)
            try reinstateSubscription(with: record, database)
            try write(record, from: before, .refundReversed, database)
            try changeRepeated(record, database)
        }
    }

    /// Makes the interrupted purchase after all.
    private func resolve(_ interrupted: PurchaseRecord, _ database: any StoreTransaction) throws {
        // The store makes this purchase itself, so it also makes the key. It is always the same one, so that
        // the purchase is charged once.
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
        let consequence = try charge(&record, database)
        try write(record, PaymentEvent(of: record), then: consequence, database)
    }

    /// Takes a purchase from a customer with whom a family shared it: of a subscription, the last period.
    /// Nobody gets money back. Throws `StoreAdministrationError`.
    ///
    /// - Parameter before: the purchase as it is now.
    func endSharing(of before: PurchaseRecord, _ database: any StoreTransaction) throws {
        let kinds: Set<ProductKind> = [.nonConsumable, .autoRenewable]
        let identifier = before.request.productIdentifier
        guard let product = store.assortment.products[identifier] else {
            throw StoreAdministrationError.notInCatalogue(identifier)
        }
        guard product.isFamilyShareable, kinds.contains(product.kind) else {
            throw StoreAdministrationError.notShareable
        }
        guard before.status == .purchased, before.original == nil, let kind = before.history?.kind,
            kinds.contains(kind),
            try before.period == nil || subscription(inPeriodOf: before, database) != nil
        else {
            throw StoreAdministrationError.invalidAction
        }
        var record = before
        record.status = .revoked
        try revoke(&record, isShared: true, database)
        // No customer asked for a refund, so nobody is told that the renewal was turned off.
        try endSubscription(with: record, database)
        try write(record, from: before, .sharingEnded, database)
        try changeRepeated(record, database)
    }

    /// Makes the purchases that repeat this one follow it: a refund takes them back, and a reversal gives
    /// them back.
    func changeRepeated(_ record: PurchaseRecord, _ database: any StoreTransaction) throws {
        for before in try store.purchaseTable.repeating(record.number, database)
        where before.status != record.status {
            var repeated = before
            repeated.status = record.status
            if record.status == .revoked {
                let first = try record.signed.map(TransactionSigner.payload)
                try revoke(
                    &repeated, isShared: first?.isShared == true, reason: first?.revocationReason ?? 0,
                    database)
            } else {
                try reinstate(&repeated, database)
            }
            try write(repeated, from: before, .signedAnew, database)
        }
    }

    /// Decides about a new payment, and does it. If a failure was set for the next payment, this one uses
    /// it up.
    private func decide(
        _ record: inout PurchaseRecord, _ product: Product, _ offer: CatalogueOffer?,
        _ database: any StoreTransaction
    ) throws -> StoreFact? {
        let decision = PurchaseDecision(
            kind: product.kind, quantity: record.request.quantity, owned: try owned(product, database),
            settings: settings, waitsForApproval: record.request.waitsForApproval == true)
        switch decision {
        case .fail(let error, let isUsedUp):
            if isUsedUp, try !SettingsTable.useUp(error, database) {
                // Another server's payment was faster.
                var checkout = self
                checkout.settings.nextFailure = nil
                return try checkout.decide(&record, product, offer, database)
            }
            record.fail(error)
        case .grantAgain(let owned):
            record.status = .purchased
            try grantAgain(owned, to: &record, product, database)
        case .interrupt where offer != nil, .askToBuy where offer != nil:
            record.fail(.offerCannotWait)
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

    /// The purchase that gives the account a product that is sold once.
    private func owned(_ product: Product, _ database: any StoreTransaction) throws -> PurchaseRecord? {
        guard product.kind == .nonConsumable else { return nil }
        return try store.purchaseTable.owned(product.identifier, by: account.identifier, database)
    }

    /// Gives the account what it owns again, at no charge. The new transaction names the first one.
    private func grantAgain(
        _ owned: PurchaseRecord, to record: inout PurchaseRecord, _ product: Product,
        _ database: any StoreTransaction
    ) throws {
        record.original = owned.number
        try pay(&record, payload(of: record, product, repeating: owned), database)
    }

    /// Charges and signs, unless the account owns the product by now, or the product no longer has this
    /// quantity or a price that the customer agreed to. A subscription may change without a charge; then the
    /// record says so. Returns what a charge did to a subscription, to be posted after the purchase.
    private func charge(
        _ record: inout PurchaseRecord, with offer: CatalogueOffer? = nil, _ database: any StoreTransaction
    ) throws -> StoreFact? {
        let identifier = record.request.productIdentifier
        guard let product = store.assortment.products[identifier] else {
            throw StoreAdministrationError.notInCatalogue(identifier)
        }
        // The product may be of another kind since the payment began to wait.
        guard product.kind.quantities.contains(record.request.quantity) else {
            record.fail(.paymentInvalid)
            return nil
        }
        if let plan = store.assortment.plans[identifier] {
            return try buy(plan, with: offer, as: &record, database)
        }
        if let owned = try owned(product, database) {
            try grantAgain(owned, to: &record, product, database)
            return nil
        }
        guard record.request.allows(product.price) else {
            record.fail(.priceChanged)
            return nil
        }
        try pay(&record, payload(of: record, product), database)
        return nil
    }

    /// Records that a purchase is paid, with the dates of its transaction.
    func pay(
        _ record: inout PurchaseRecord, _ payload: TransactionPayload, _ database: any StoreTransaction
    ) throws {
        record.signed = try store.signer.sign(payload)
        record.date = payload.purchaseDate
        record.history = PurchaseRecord.History(kind: payload.type, purchaseDate: payload.purchaseDate)
    }

    func revoke(
        _ record: inout PurchaseRecord, isShared: Bool = false, reason: Int = 0,
        _ database: any StoreTransaction
    ) throws {
        let date = now.wholeSecond
        try sign(&record, database) { payload in
            if isShared { payload.inAppOwnershipType = TransactionPayload.familyShared }
            payload.revocationDate = date
            payload.revocationReason = reason
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

    /// Signs a transaction anew, as its customer's latest change. The later signature always has the later
    /// date, even if the clock was set back: devices tell by the date which of two counts.
    func sign(
        _ record: inout PurchaseRecord, _ database: any StoreTransaction,
        _ change: (inout TransactionPayload) -> Void
    ) throws {
        guard let signed = record.signed else { throw StoreAdministrationError.invalidAction }
        var payload = try TransactionSigner.payload(of: signed)
        let before = max(payload.signedDate, payload.purchaseDate)
        payload.signedDate = max(now, before.advanced(by: .milliseconds(1)))
        change(&payload)
        record.signed = try store.signer.sign(payload)
        record.isFinished = false
    }

    /// Writes a payment as the account's next change. If a new signature makes it a new version, it gets the
    /// revision of that change.
    ///
    /// - Parameters:
    ///   - before: the payment as it was; nil for a new one.
    ///   - consequence: what followed from it for a subscription. It is posted after the payment.
    func write(
        _ record: PurchaseRecord, from before: PurchaseRecord? = nil, _ event: PaymentEvent,
        then consequence: StoreFact? = nil, _ database: any StoreTransaction
    ) throws {
        let fact = StoreFact.payment(event, record, before: before)
        let change = try AccountChangeTable.state(of: account.identifier, database).after(fact)
        var numbered = record
        if record.signed != before?.signed { numbered.history?.revision = change.state.mark.revision }
        if before == nil {
            try store.purchaseTable.insert(numbered, database)
        } else {
            try store.purchaseTable.update(numbered, database)
        }
        try append(change, database)
        if let consequence { try post(consequence, database) }
    }
}

extension AppStore {
    /// The rules for an account, under the settings in force.
    package func checkout(
        for account: Account, _ database: any StoreTransaction
    ) throws -> Checkout {
        let settings = try SettingsTable.state(database).settings(of: account.identifier, database)
        return Checkout(account: account, store: self, settings: settings)
    }

    package func rules(_ settings: StoreSettings) -> SubscriptionRules {
        SubscriptionRules(
            rate: settings.timeRate, failsRenewals: settings.failsRenewals,
            allowsGracePeriod: settings.allowsGracePeriod, plans: assortment.plans)
    }
}

extension RestoredPurchase {
    /// What a restore says of a record; nil if it was not charged.
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
    package var isShared: Bool { (try? TransactionSigner.payload(of: self))?.isShared == true }
}
