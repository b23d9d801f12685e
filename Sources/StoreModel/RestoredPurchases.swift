/// A purchase that a restore brings back, or the news that it was refunded.
public struct RestoredPurchase: Hashable, Sendable, Codable {
    /// What was bought.
    public var productIdentifier: ProductIdentifier
    /// How many.
    public var quantity: Int
    /// The purchase's number.
    public var transactionIdentifier: TransactionIdentifier
    /// The number of the first purchase: another one for renewals only.
    public var originalTransactionIdentifier: TransactionIdentifier
    /// When it was bought.
    public var transactionDate: Timestamp
    /// When the money went back, if it did.
    public var revocationDate: Timestamp?
    /// The store's signed word for all of it.
    public var signedTransaction: SignedTransaction

    /// A purchase from its parts.
    public init(
        productIdentifier: ProductIdentifier, quantity: Int, transactionIdentifier: TransactionIdentifier,
        originalTransactionIdentifier: TransactionIdentifier, transactionDate: Timestamp, revocationDate: Timestamp?,
        signedTransaction: SignedTransaction
    ) {
        self.productIdentifier = productIdentifier
        self.quantity = quantity
        self.transactionIdentifier = transactionIdentifier
        self.originalTransactionIdentifier = originalTransactionIdentifier
        self.transactionDate = transactionDate
        self.revocationDate = revocationDate
        self.signedTransaction = signedTransaction
    }
}

/// One page of what a restore brings back.
public struct RestoredPurchases: Hashable, Sendable, Codable {
    /// Where a page ends. The store's own number: good for the next page of the same account, and for nothing else.
    public typealias Cursor = Int64

    /// The most that one page holds: an answer of about a third of a MiB.
    public static let mostPerPage = 100

    /// The purchases, in the order in which they were made or refunded.
    public var purchases: [RestoredPurchase]
    /// Where the next page begins; nil after the last.
    public var next: Cursor?

    /// A page.
    public init(purchases: [RestoredPurchase], next: Cursor?) {
        self.purchases = purchases
        self.next = next
    }
}
