/// A purchase that a restore brings back, or the news that it was refunded.
package struct RestoredPurchase: Hashable, Sendable, Codable {
    /// What was bought.
    package var productIdentifier: ProductIdentifier
    /// How many.
    package var quantity: Int
    /// The purchase's number.
    package var transactionIdentifier: TransactionIdentifier
    /// The number of the first purchase: another one for renewals only.
    package var originalTransactionIdentifier: TransactionIdentifier
    /// When it was bought.
    package var transactionDate: Timestamp
    /// When the money went back, if it did.
    package var revocationDate: Timestamp?
    /// The store's signed word for all of it.
    package var signedTransaction: SignedTransaction

    /// A purchase from its parts.
    package init(
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
package struct RestoredPurchases: Hashable, Sendable, Codable {
    /// Where a page ends. The store's own number: good for the next page of the same account, and for nothing else.
    package typealias Cursor = Int64

    /// The most that one page holds: an answer of about a third of a MiB.
    package static let mostPerPage = 100

    /// The purchases, in the order in which they were made or refunded.
    package var purchases: [RestoredPurchase]
    /// Where the next page begins; nil after the last.
    package var next: Cursor?

    /// A page.
    package init(purchases: [RestoredPurchase], next: Cursor?) {
        self.purchases = purchases
        self.next = next
    }
}
