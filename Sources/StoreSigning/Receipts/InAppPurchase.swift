package import StoreModel

/// One purchase in a receipt.
package struct InAppPurchase: Hashable, Sendable {
    var quantity: Int
    var productIdentifier: ProductIdentifier
    package var transactionIdentifier: TransactionIdentifier
    package var originalTransactionIdentifier: TransactionIdentifier
    var purchaseDate: Timestamp
    var originalPurchaseDate: Timestamp
    /// The end of the period; subscriptions only.
    package var expiresDate: Timestamp?
    /// The number of the purchase of a period; subscriptions only, as all that follows.
    var webOrderLineItem: Int64?
    var isTrial = false
    var isIntroductory = false
    var cancellationDate: Timestamp?
    /// Why it went back: 1 for a fault of the application, 0 for anything else.
    var cancellationReason: Int?
}

extension InAppPurchase {
    /// The purchase of a signed transaction, to the second, because receipts have whole seconds.
    package init(_ payload: TransactionPayload) {
        self.init(
            quantity: payload.quantity, productIdentifier: payload.productId,
            transactionIdentifier: payload.transactionId,
            originalTransactionIdentifier: payload.originalTransactionId,
            purchaseDate: Timestamp(milliseconds: payload.purchaseDate).wholeSecond,
            originalPurchaseDate: Timestamp(milliseconds: payload.originalPurchaseDate).wholeSecond,
            expiresDate: payload.expiresDate.map { Timestamp(milliseconds: $0).wholeSecond },
            webOrderLineItem: payload.webOrderLineItemId.flatMap { Int64($0) },
            isTrial: payload.offerType == 1 && payload.offerDiscountType == .free,
            isIntroductory: payload.offerType == 1 && payload.offerDiscountType != .free,
            cancellationDate: payload.revocationDate.map { Timestamp(milliseconds: $0).wholeSecond },
            cancellationReason: payload.revocationReason)
    }
}

extension Timestamp {
    /// The second that the moment lies in.
    package var wholeSecond: Timestamp {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return Timestamp(milliseconds: (rest < 0 ? seconds - 1 : seconds) * 1000)
    }
}
