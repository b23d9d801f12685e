package import StoreModel

/// A purchase in a receipt. `AccountSession` makes it from a signed transaction, and `AppReceipt` writes and
/// reads it.
package struct InAppPurchase: Hashable, Sendable {
    var quantity: Int
    var productIdentifier: ProductIdentifier
    /// Nil in the receipts of earlier builds, which do not say it.
    var kind: ProductKind?
    package var transactionIdentifier: TransactionIdentifier
    package var originalTransactionIdentifier: TransactionIdentifier
    var purchaseDate: Timestamp
    var originalPurchaseDate: Timestamp
    /// The end of the period; subscriptions only.
    package var expiresDate: Timestamp?
    /// The number of a period's purchase. This and the next two properties are for subscriptions only.
    var webOrderLineItem: Int64?
    var isTrial = false
    var isIntroductory = false
    var cancellationDate: Timestamp?
    /// Why it was refunded: 1 for a fault of the application, 0 for anything else.
    var cancellationReason: Int?
    /// Whether a family member shared it with the customer.
    var isShared = false
    /// The identifier of the promotional offer that the period has; nil if it has none.
    var promotionalOffer: String?
}

extension InAppPurchase {
    /// The purchase of a signed transaction. Times are cut to the second, because receipts have
    /// whole seconds. As in Apple's receipts, a free period of an offer code is a trial, too.
    package init(_ payload: TransactionPayload) {
        let offer = payload.offerKind
        self.init(
            quantity: payload.quantity, productIdentifier: payload.productId, kind: payload.type,
            transactionIdentifier: payload.transactionId,
            originalTransactionIdentifier: payload.originalTransactionId,
            purchaseDate: payload.purchaseDate.wholeSecond,
            originalPurchaseDate: payload.originalPurchaseDate.wholeSecond,
            expiresDate: payload.expiresDate?.wholeSecond,
            webOrderLineItem: payload.webOrderLineItemId.flatMap { Int64($0) },
            isTrial: (offer == .introductory || offer == .code) && payload.offerDiscountType == .free,
            isIntroductory: offer == .introductory && payload.offerDiscountType != .free,
            cancellationDate: payload.revocationDate?.wholeSecond,
            cancellationReason: payload.revocationReason, isShared: payload.isShared,
            promotionalOffer: offer == .promotional ? payload.offerIdentifier : nil)
    }
}

/// The numbers of the attributes of a purchase in Apple's receipts, most of them from its "Receipt Fields".
private enum Field {
    static let quantity = 1701
    static let productIdentifier = 1702
    static let transactionIdentifier = 1703
    static let purchaseDate = 1704
    static let originalTransactionIdentifier = 1705
    static let originalPurchaseDate = 1706
    static let productType = 1707
    static let expiresDate = 1708
    static let webOrderLineItem = 1711
    static let cancellationDate = 1712
    static let isTrial = 1713
    static let isIntroductory = 1719
    static let promotionalOffer = 1721
    /// Not Apple's: it has no attribute for this, and its server looks up the reason. Readers skip it.
    static let cancellationReason = 1799
    /// Not Apple's either.
    static let isShared = 1798
}

extension ProductKind {
    /// Its number in Apple's receipts.
    fileprivate var receiptNumber: Int64 {
        switch self {
        case .nonConsumable: 0
        case .consumable: 1
        case .nonRenewing: 2
        case .autoRenewable: 3
        }
    }

    fileprivate init?(receiptNumber: Int64) {
        guard let kind = Self.allCases.first(where: { $0.receiptNumber == receiptNumber }) else { return nil }
        self = kind
    }
}

extension InAppPurchase {
    /// The attributes of the purchase. The transaction's number comes before that of the first purchase,
    /// because Apple's `ReceiptUtility` takes the first of the two that it finds.
    func content() throws -> [UInt8] {
        var attributes = [
            try ReceiptAttribute(Field.quantity, Int64(quantity)),
            try ReceiptAttribute(Field.productIdentifier, productIdentifier.rawValue),
            try ReceiptAttribute(Field.transactionIdentifier, transactionIdentifier.rawValue),
            try ReceiptAttribute(Field.purchaseDate, purchaseDate),
            try ReceiptAttribute(Field.originalTransactionIdentifier, originalTransactionIdentifier.rawValue),
            try ReceiptAttribute(Field.originalPurchaseDate, originalPurchaseDate),
        ]
        if let kind { attributes.append(try ReceiptAttribute(Field.productType, kind.receiptNumber)) }
        if let expiresDate { attributes.append(try ReceiptAttribute(Field.expiresDate, expiresDate)) }
        if let webOrderLineItem {
            attributes.append(try ReceiptAttribute(Field.webOrderLineItem, webOrderLineItem))
            attributes.append(try ReceiptAttribute(Field.isTrial, Int64(isTrial ? 1 : 0)))
            attributes.append(try ReceiptAttribute(Field.isIntroductory, Int64(isIntroductory ? 1 : 0)))
        }
        if let cancellationDate {
            attributes.append(try ReceiptAttribute(Field.cancellationDate, cancellationDate))
        }
        if let cancellationReason {
            attributes.append(try ReceiptAttribute(Field.cancellationReason, Int64(cancellationReason)))
        }
        if isShared { attributes.append(try ReceiptAttribute(Field.isShared, 1)) }
        if let promotionalOffer {
            attributes.append(try ReceiptAttribute(Field.promotionalOffer, promotionalOffer))
        }
        return try ReceiptAttribute.set(attributes)
    }

    init(content: [UInt8]) throws {
        let attributes = try ReceiptAttribute.all(in: content)
        self.init(
            quantity: Int(try attributes.need(Field.quantity).integer),
            productIdentifier: ProductIdentifier(rawValue: try attributes.need(Field.productIdentifier).text),
            kind: try attributes.find(Field.productType).flatMap {
                ProductKind(receiptNumber: try $0.integer)
            },
            transactionIdentifier: TransactionIdentifier(
                rawValue: try attributes.need(Field.transactionIdentifier).text),
            originalTransactionIdentifier: TransactionIdentifier(
                rawValue: try attributes.need(Field.originalTransactionIdentifier).text),
            purchaseDate: try attributes.need(Field.purchaseDate).date,
            originalPurchaseDate: try attributes.need(Field.originalPurchaseDate).date,
            expiresDate: try attributes.find(Field.expiresDate)?.date,
            webOrderLineItem: try attributes.find(Field.webOrderLineItem)?.integer,
            isTrial: try attributes.find(Field.isTrial)?.integer == 1,
            isIntroductory: try attributes.find(Field.isIntroductory)?.integer == 1,
            cancellationDate: try attributes.find(Field.cancellationDate)?.date,
            cancellationReason: try attributes.find(Field.cancellationReason).map { Int(try $0.integer) },
            isShared: try attributes.find(Field.isShared)?.integer == 1,
            promotionalOffer: try attributes.find(Field.promotionalOffer)?.text)
    }
}
