package import StoreModel

/// One payment, as the store's operator sees it.
package struct PurchaseSummary: Hashable, Sendable, Codable {
    /// The store's own number for the payment, roughly in the order in which they were asked for.
    package let number: Int64
    /// Its transaction, if it is or was one.
    package let transactionIdentifier: TransactionIdentifier?
    package let account: AccountIdentifier
    package let key: IdempotencyKey
    package let productIdentifier: ProductIdentifier
    package let quantity: Int
    /// Its status: `purchased`, `deferred`, `failed`, `interrupted` or `revoked`.
    package let status: String
    /// When it was paid, or refunded.
    package let date: Timestamp?
    /// The transaction that it repeats without a charge, because the account owned the product.
    package let originalTransactionIdentifier: TransactionIdentifier?
    /// Whether the application has dealt with it, as it now is.
    package let isFinished: Bool
    package let actions: [String]

    init(_ record: PurchaseRecord) {
        number = record.number
        transactionIdentifier = record.signed == nil ? nil : record.transactionIdentifier
        account = record.account
        key = record.request.key
        productIdentifier = record.request.productIdentifier
        quantity = record.request.quantity
        status = record.status.rawValue
        date = record.date
        originalTransactionIdentifier = record.original.map(PurchaseRecord.transactionIdentifier)
        isFinished = record.isFinished
        actions = record.actions.map(\.rawValue).sorted()
    }
}
