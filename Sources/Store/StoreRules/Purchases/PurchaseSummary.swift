package import StoreModel

/// One payment, as the server's routes show it to administrators. `TransactionSummary` is for tests.
package struct PurchaseSummary: Hashable, Sendable, Codable {
    /// The store's own number for the payment. The numbers grow roughly in the order of the requests.
    package let number: Int64
    /// Its transaction, if it was charged.
    package let transactionIdentifier: TransactionIdentifier?
    /// The order on the customer's bill, as the Server API's look-up takes it; nil if nothing was charged.
    package let orderIdentifier: String?
    package let account: AccountIdentifier
    package let key: IdempotencyKey
    package let productIdentifier: ProductIdentifier
    package let quantity: Int
    package let status: PurchaseStatus
    /// When it was paid, or refunded.
    package let date: Timestamp?
    /// The transaction that it repeats without a charge, because the account owned the product.
    package let originalTransactionIdentifier: TransactionIdentifier?
    /// Whether the application has dealt with its present version.
    package let isFinished: Bool
    package let actions: [String]

    init(_ record: PurchaseRecord) {
        number = record.number
        transactionIdentifier = record.signed == nil ? nil : record.transactionIdentifier
        orderIdentifier = record.orderIdentifier
        account = record.account
        key = record.request.key
        productIdentifier = record.request.productIdentifier
        quantity = record.request.quantity
        status = record.status
        date = record.date
        originalTransactionIdentifier = record.original.map(PurchaseRecord.transactionIdentifier)
        isFinished = record.isFinished
        actions = record.actions.map(\.rawValue).sorted()
    }
}

/// One payment, with what its signed transaction says and the state of its subscription.
package struct TransactionSummary: Hashable, Sendable, Codable {
    /// The store's own number for the payment.
    package let number: Int64
    package let key: IdempotencyKey
    /// The transaction's identifier. A payment that waits or failed has one, too: the administration uses it.
    package let transactionIdentifier: TransactionIdentifier
    /// The identifier of the purchase that it renews or repeats; otherwise its own.
    package let originalTransactionIdentifier: TransactionIdentifier
    /// The order on the customer's bill; nil if nothing was charged.
    package let orderIdentifier: String?
    package let productIdentifier: ProductIdentifier
    package let quantity: Int
    package let status: PurchaseStatus
    /// What it changes about a subscription, and when; in `changed` only.
    package let change: RenewalChange?
    /// When it was paid; nil if nothing was charged.
    package let purchaseDate: Timestamp?
    /// The end of the period that it paid for; for subscriptions only.
    package let expirationDate: Timestamp?
    package let revocationDate: Timestamp?
    /// Whether its subscription will renew. This and the next two properties apply to the newest period only.
    package let isAutoRenewing: Bool
    /// Whether its customer was asked to agree to a higher price, and has not answered.
    package let isPriceConsentPending: Bool
    /// Whether the next renewal was not paid.
    package let isRenewalUnpaid: Bool
    package let signedTransaction: SignedTransaction?

    init(_ record: PurchaseRecord, of subscription: Subscription?) throws {
        let payload = try record.signed.map(TransactionSigner.payload)
        number = record.number
        key = record.request.key
        transactionIdentifier = record.transactionIdentifier
        originalTransactionIdentifier = payload?.originalTransactionId ?? record.transactionIdentifier
        orderIdentifier = record.orderIdentifier
        productIdentifier = record.request.productIdentifier
        quantity = record.request.quantity
        status = record.status
        change = record.change
        purchaseDate = payload?.purchaseDate
        expirationDate = payload?.expiresDate
        revocationDate = payload?.revocationDate
        let current = subscription.flatMap { $0.transaction == record.number ? $0 : nil }
        isAutoRenewing = current?.isAutoRenewing ?? false
        isPriceConsentPending = current?.priceConsent == .pending
        isRenewalUnpaid = current?.isUnpaid ?? false
        signedTransaction = record.signed
    }
}

extension AppStore {
    /// Payments as tests see them, after the renewals that are due. The newest come first: at most `limit`
    /// (1…1000), of one account or of all, with numbers before `number`.
    package func transactions(
        of account: AccountIdentifier?, before number: Int64?, limit: Int
    ) throws(StoreAdministrationError) -> [TransactionSummary] {
        try administration {
            if let account { try makeDueRenewals(of: account) } else { try makeDueRenewals() }
            return try database.read { database in
                try purchaseTable.newest(
                    of: account, before: number, limit: min(max(limit, 1), 1000), database
                )
                .map { try TransactionSummary($0, of: SubscriptionTable.find(of: $0, database)) }
            }
        }
    }
}
