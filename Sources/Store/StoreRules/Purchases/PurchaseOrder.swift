package import StoreModel

/// A purchase that an administrator makes in a customer's name, at the server's routes or in
/// a `StoreTestSession`.
package struct PurchaseOrder: Hashable, Sendable {
    package var request: PurchaseRequest
    /// The identifier of an offer of the subscription.
    package var offer: String?

    package init(_ request: PurchaseRequest, offer: String? = nil) {
        self.request = request
        self.offer = offer
    }

    /// Why nothing was done.
    package enum Refusal: Error, Hashable, Sendable {
        case noAccount
        case noProduct(ProductIdentifier)
        case noOffer(String, of: ProductIdentifier)
        case quantity(ClosedRange<Int>)
        /// The key was used for another payment.
        case keyUsed
    }
}

/// The outcome of a purchase, with everything that is signed about it.
package struct PurchaseReport: Sendable, Encodable {
    package let account: AccountIdentifier
    package let key: IdempotencyKey
    package let product: ProductIdentifier
    package let quantity: Int
    package let state: PurchaseStatus
    /// What the state means, if it is not `purchased`.
    package let sentence: String?
    /// What changes about the subscription, and when; in `changed` only.
    package let change: RenewalChange?
    /// The error that the device gets.
    package let error: StoreError?
    package let transactionIdentifier: TransactionIdentifier?
    /// The order on the customer's bill, as the Server API's look-up takes it.
    package let orderIdentifier: String?
    package let signedTransactionInfo: String?
    package let signedRenewalInfo: String?
    /// The app receipt, as `verifyReceipt` takes it.
    package fileprivate(set) var receiptData: String?
}

extension AppStore {
    /// Makes a purchase in a customer's name, with the same rules and faults that a device of the customer's
    /// meets. The same key is charged once, and gets the same transaction.
    ///
    /// - Parameter account: the account's identifier or name.
    /// - Throws: `PurchaseOrder.Refusal` and `StoreAdministrationError` if nothing was done; `StoreError` if
    ///   the network's faults or the database let no answer through.
    package func make(_ order: PurchaseOrder, for account: String) async throws -> PurchaseReport {
        let account = try administration { try database.read { try AccountTable.find(called: account, $0) } }
        guard let account else { throw PurchaseOrder.Refusal.noAccount }
        let identifier = order.request.productIdentifier
        guard let product = assortment.products[identifier] else {
            throw PurchaseOrder.Refusal.noProduct(identifier)
        }
        guard product.kind.quantities.contains(order.request.quantity) else {
            throw PurchaseOrder.Refusal.quantity(product.kind.quantities)
        }
        let offer = try order.offer.map { name in
            let offer = assortment.plans[identifier]?.terms.offers.first {
                $0.kind != .introductory && $0.identifier == name
            }
            guard let offer else { throw PurchaseOrder.Refusal.noOffer(name, of: identifier) }
            return offer
        }
        let session = AccountSession(store: self, account: account)
        guard var report = try await session.report(on: order.request, with: offer) else {
            throw PurchaseOrder.Refusal.keyUsed
        }
        if report.signedTransactionInfo != nil {
            report.receiptData = try afterPurchase { try session.receipt() }
        }
        return report
    }

    /// Does what the answer to a purchase needs when the purchase has been made. If that fails, only the
    /// answer is lost.
    package func afterPurchase<Value>(_ work: () throws -> Value) throws(StoreError) -> Value {
        do { return try work() } catch {
            var failure = StoreError.connectionLost
            failure.detail = .storage(StorageError(wrapping: error, path: database.name))
            throw failure
        }
    }
}

extension AccountSession {
    /// Buys as a device does; nil if the key was used for another payment.
    fileprivate func report(
        on request: PurchaseRequest, with offer: CatalogueOffer?
    ) async throws(StoreError) -> PurchaseReport? {
        try await answer(whenCaughtUp: store.assortment.plans[request.productIdentifier] != nil) {
            [account] checkout, database in
            var checkout = checkout
            checkout.occasion = request.occasion(of: account.identifier)
            _ = try checkout.purchase(request, with: offer, database)
            let record = try checkout.store.purchaseTable.find(request.key, of: account.identifier, database)
            guard let record, record.request.productIdentifier == request.productIdentifier,
                record.request.quantity == request.quantity
            else { return nil }
            return try checkout.report(on: record, database)
        }
    }
}

extension Checkout {
    fileprivate func report(
        on record: PurchaseRecord, _ database: any StoreTransaction
    ) throws -> PurchaseReport {
        let isOfSubscription = record.signed != nil || record.status == .changed
        let subscription =
            try isOfSubscription
            ? store.assortment.plans[record.request.productIdentifier].flatMap {
                try store.subscription(in: $0.terms.group, of: account.identifier, database)
            } : nil
        // A change of the subscription comes later: until then, its token is that of the present period.
        let period = try subscription.flatMap {
            try store.purchaseTable.find(number: $0.transaction, database)
        }
        return PurchaseReport(
            account: account.identifier, key: record.request.key, product: record.request.productIdentifier,
            quantity: record.request.quantity, state: record.status,
            sentence: try sentence(about: record, database), change: record.change,
            error: record.error,
            transactionIdentifier: record.signed == nil ? nil : record.transactionIdentifier,
            orderIdentifier: record.orderIdentifier,
            signedTransactionInfo: try record.signed.map { _ in try store.freshlySigned(record, now: now) },
            signedRenewalInfo: try subscription.map {
                try store.signedRenewalInfo(
                    of: $0, account, appAccountToken: period?.appAccountToken, now: now)
            })
    }

    /// What its status means. An interrupted purchase that was resolved stays failed: what was charged is the
    /// purchase that resolved it.
    private func sentence(about record: PurchaseRecord, _ database: any StoreTransaction) throws -> String? {
        guard record.status == .failed,
            let other = try store.purchaseTable.find(
                .resolving(record.request.key), of: account.identifier, database)
        else { return record.sentence }
        let charge = other.status.isCharged ? ", the transaction \(other.transactionIdentifier)" : ""
        let sentence = "The purchase was interrupted, and then resolved by another purchase\(charge)."
        return [sentence, other.sentence ?? "That one was charged."].joined(separator: " ")
    }
}

extension PurchaseRecord {
    /// What its status means, for somebody who expected a purchase; nil if it is purchased.
    var sentence: String? {
        switch status {
        case .purchased: nil
        case .deferred:
            "The purchase waits for an approval (asksToBuy). Nothing is charged before it is approved."
        case .lapsed: "Nobody approved the purchase in time. Nothing was charged."
        case .interrupted:
            "The purchase was interrupted (interruptsPurchases). When it is resolved it is charged, as another purchase."
        case .revoked: "The purchase was paid, and the money went back."
        case .changed: change?.sentence
        case .failed:
            error?.explanation
                ?? "The purchase failed (\(error?.domain.rawValue ?? "") \(error?.code ?? 0)). Nothing was charged."
        }
    }
}

extension RenewalChange {
    fileprivate var sentence: String {
        switch kind {
        case .product:
            "The subscription changes to this product at its next renewal, \(date.rfc3339). Nothing was charged."
        case .offer:
            "The subscription goes on with the offer from its next renewal, \(date.rfc3339). Nothing was charged."
        case .renewal: "The subscription goes on, and renews at \(date.rfc3339). Nothing was charged."
        }
    }
}

extension PurchaseRequest {
    /// Its `Checkout.occasion` if an administrator makes it; always the same.
    package func occasion(of account: AccountIdentifier) -> String { "\(account) \(key)" }
}
