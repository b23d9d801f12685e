public import StoreModel

/// One payment as the store's operator sees it.
public struct PurchaseSummary: Hashable, Sendable, Codable {
    /// The store's own number for the payment, roughly in the order in which they were asked for.
    public let number: Int64
    /// Its transaction, if it is or was one.
    public let transactionIdentifier: TransactionIdentifier?
    /// Who pays.
    public let account: AccountIdentifier
    /// The payment's name on both sides of the wire.
    public let key: IdempotencyKey
    /// What it is for.
    public let productIdentifier: ProductIdentifier
    /// How many.
    public let quantity: Int
    /// Where it stands: `purchased`, `deferred`, `failed`, `interrupted` or `revoked`.
    public let status: String
    /// When it was paid, or refunded.
    public let date: Timestamp?
    /// The transaction that it repeats without a charge, because the account owned the product.
    public let originalTransactionIdentifier: TransactionIdentifier?
    /// Whether the application has dealt with it, as it now is.
    public let isFinished: Bool
    /// What can be done to it now.
    public let actions: [String]

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
