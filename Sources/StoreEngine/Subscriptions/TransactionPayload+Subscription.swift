internal import StoreModel

extension TransactionPayload {
    /// The payload of a period of a subscription. `reason`: `PURCHASE` or `RENEWAL`.
    init(
        of subscription: Subscription, number: Int64, reason: String, store: AppStore, account: Account,
        date: Timestamp
    ) {
        self.init(
            transactionId: PurchaseRecord.transactionIdentifier(of: number),
            originalTransactionId: subscription.originalIdentifier,
            bundleId: store.application.bundleIdentifier.rawValue,
            productId: subscription.product, type: .autoRenewable, quantity: 1,
            purchaseDate: subscription.start.milliseconds,
            originalPurchaseDate: subscription.originalDate.milliseconds, signedDate: date.milliseconds,
            environment: account.environment, appAccountToken: account.identifier, transactionReason: reason,
            storefront: store.storefront, price: subscription.price, currency: store.currency,
            appTransactionId: account.appTransactionIdentifier)
        expiresDate = subscription.expires.milliseconds
        subscriptionGroupIdentifier = subscription.group
        webOrderLineItemId = subscription.webOrderLineItem
        offerType = subscription.offer?.kind
        offerIdentifier = subscription.offer.flatMap { $0.identifier.isEmpty ? nil : $0.identifier }
        offerDiscountType = subscription.offer?.mode
        offerPeriod = subscription.offer?.period.description
        if let device = subscription.device { bind(to: device, nonce: randomUUID()) }
    }
}

extension Subscription {
    /// The number of the current period's purchase across devices (`webOrderLineItemId`). It follows from the subscription and the
    /// period, so that a store which forgot a renewal and makes it again gives it the same.
    var webOrderLineItem: String { String(original * 10_000 + period) }
}
