/// A purchase that a restore brings back, or its refund. `PaymentQueue` gets them from the
/// store in pages (below).
package struct RestoredPurchase: Hashable, Sendable, Codable {
    package var productIdentifier: ProductIdentifier
    package var quantity: Int
    package var transactionIdentifier: TransactionIdentifier
    /// The number of the first purchase. It only differs for renewals.
    package var originalTransactionIdentifier: TransactionIdentifier
    package var transactionDate: Timestamp
    package var revocationDate: Timestamp?
    package var signedTransaction: SignedTransaction

    package init(
        productIdentifier: ProductIdentifier, quantity: Int, transactionIdentifier: TransactionIdentifier,
        originalTransactionIdentifier: TransactionIdentifier, transactionDate: Timestamp,
        revocationDate: Timestamp?,
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
    /// The end of a page: a number of the store's, only valid for the next page of the same account.
    package typealias Cursor = Int64

    /// The most that one page holds: about a third of a MiB.
    package static let mostPerPage = 100

    /// The purchases, in the order in which they were made or refunded.
    package var purchases: [RestoredPurchase]
    /// The subscriptions' first purchases, as the store signed them, for the renewals on the page.
    package var originals: [SignedTransaction]
    /// Where the next page begins; nil after the last.
    package var next: Cursor?

    package init(purchases: [RestoredPurchase], originals: [SignedTransaction] = [], next: Cursor?) {
        self.purchases = purchases
        self.originals = originals
        self.next = next
    }
}
