internal import StoreModel

extension TransactionPayload {
    init(
        of request: PurchaseRequest, number: Int64, product: Product, account: Account, device: String?,
        store: AppStore, date: Timestamp
    ) {
        let identifier = PurchaseRecord.transactionIdentifier(of: number)
        self.init(
            transactionId: identifier, originalTransactionId: identifier,
            bundleId: store.application.bundleIdentifier.rawValue,
            productId: product.identifier, type: product.kind, quantity: request.quantity,
            purchaseDate: date.milliseconds, originalPurchaseDate: date.milliseconds, signedDate: date.milliseconds,
            environment: account.environment, appAccountToken: account.identifier, storefront: store.storefront,
            price: product.price.milliunits, currency: product.price.currency,
            appTransactionId: account.appTransactionIdentifier)
        if let device { bind(to: device, nonce: randomUUID()) }
    }

    /// The payload where an account buys what it owns: the first purchase once more, for nothing.
    init(
        of request: PurchaseRequest, number: Int64, repeating owned: PurchaseRecord, product: Product, account: Account,
        device: String?, store: AppStore, date: Timestamp
    ) {
        self.init(
            of: request, number: number, product: product, account: account, device: device, store: store, date: date)
        originalTransactionId = owned.transactionIdentifier
        originalPurchaseDate = owned.history?.purchaseDate.milliseconds ?? originalPurchaseDate
        price = 0
    }
}
