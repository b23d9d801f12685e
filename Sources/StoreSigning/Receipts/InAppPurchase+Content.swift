internal import StoreModel

/// The numbers of the attributes of a purchase, as Apple's "Receipt Fields" lists them.
private enum Field {
    static let quantity = 1701
    static let productIdentifier = 1702
    static let transactionIdentifier = 1703
    static let purchaseDate = 1704
    static let originalTransactionIdentifier = 1705
    static let originalPurchaseDate = 1706
    static let expiresDate = 1708
    static let webOrderLineItem = 1711
    static let cancellationDate = 1712
    static let isTrial = 1713
    static let isIntroductory = 1719
    /// Not Apple's, which has no attribute for it: its server looks the reason up. Readers pass over it.
    static let cancellationReason = 1799
}

extension InAppPurchase {
    /// The attributes of the purchase. The transaction's number comes before that of the first purchase: Apple's
    /// `ReceiptUtility` takes the first of the two that it meets.
    func content() throws -> [UInt8] {
        var attributes = [
            try ReceiptAttribute(Field.quantity, Int64(quantity)),
            try ReceiptAttribute(Field.productIdentifier, productIdentifier.rawValue),
            try ReceiptAttribute(Field.transactionIdentifier, transactionIdentifier.rawValue),
            try ReceiptAttribute(Field.purchaseDate, purchaseDate),
            try ReceiptAttribute(Field.originalTransactionIdentifier, originalTransactionIdentifier.rawValue),
            try ReceiptAttribute(Field.originalPurchaseDate, originalPurchaseDate),
        ]
        if let expiresDate { attributes.append(try ReceiptAttribute(Field.expiresDate, expiresDate)) }
        if let webOrderLineItem {
            attributes.append(try ReceiptAttribute(Field.webOrderLineItem, webOrderLineItem))
            attributes.append(try ReceiptAttribute(Field.isTrial, Int64(isTrial ? 1 : 0)))
            attributes.append(try ReceiptAttribute(Field.isIntroductory, Int64(isIntroductory ? 1 : 0)))
        }
        if let cancellationDate { attributes.append(try ReceiptAttribute(Field.cancellationDate, cancellationDate)) }
        if let cancellationReason {
            attributes.append(try ReceiptAttribute(Field.cancellationReason, Int64(cancellationReason)))
        }
        return try ReceiptAttribute.set(attributes)
    }

    init(content: [UInt8]) throws {
        let attributes = try ReceiptAttribute.all(in: content)
        func find(_ type: Int) -> ReceiptAttribute? { attributes.first { $0.type == type } }
        func need(_ type: Int) throws(MissingAttribute) -> ReceiptAttribute {
            guard let attribute = find(type) else { throw MissingAttribute(type: type) }
            return attribute
        }
        self.init(
            quantity: Int(try need(Field.quantity).integer),
            productIdentifier: ProductIdentifier(rawValue: try need(Field.productIdentifier).text),
            transactionIdentifier: TransactionIdentifier(rawValue: try need(Field.transactionIdentifier).text),
            originalTransactionIdentifier: TransactionIdentifier(
                rawValue: try need(Field.originalTransactionIdentifier).text),
            purchaseDate: try need(Field.purchaseDate).date,
            originalPurchaseDate: try need(Field.originalPurchaseDate).date,
            expiresDate: try find(Field.expiresDate)?.date,
            webOrderLineItem: try find(Field.webOrderLineItem)?.integer,
            isTrial: try find(Field.isTrial)?.integer == 1,
            isIntroductory: try find(Field.isIntroductory)?.integer == 1,
            cancellationDate: try find(Field.cancellationDate)?.date,
            cancellationReason: try find(Field.cancellationReason).map { Int(try $0.integer) })
    }
}
