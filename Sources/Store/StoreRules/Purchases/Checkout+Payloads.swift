package import StoreModel

/// The payloads that `Checkout` signs for a purchase, or for a period of a subscription. Below is what
/// developers' servers get.
extension Checkout {
    /// The payload of a purchase. If the account owns the product, the payload repeats the first purchase, at
    /// no charge. As at Apple, only the date of the signature has milliseconds.
    func payload(
        of record: PurchaseRecord, _ product: Product, repeating owned: PurchaseRecord? = nil
    ) -> TransactionPayload {
        let signedDate = now
        let date = signedDate.wholeSecond
        return payload(
            of: record, original: owned?.transactionIdentifier ?? record.transactionIdentifier,
            type: product.kind, purchaseDate: date,
            originalPurchaseDate: owned?.history?.purchaseDate ?? date, signedDate: signedDate,
            unitPrice: owned == nil ? product.price.milliunits : 0)
    }

    /// The payload of a subscription's period, which is a purchase or a renewal.
    func payload(
        of record: PurchaseRecord, _ subscription: Subscription, isPurchase: Bool
    ) -> TransactionPayload {
        var payload = payload(
            of: record, original: subscription.originalIdentifier, type: .autoRenewable,
            purchaseDate: subscription.start, originalPurchaseDate: subscription.originalDate,
            signedDate: now,
            reason: isPurchase ? "PURCHASE" : "RENEWAL", unitPrice: subscription.price)
        payload.expiresDate = subscription.expires
        payload.subscriptionGroupIdentifier = subscription.group
        payload.webOrderLineItemId = subscription.webOrderLineItem
        payload.periodNumber = subscription.period
        payload.offerType = subscription.offer?.kind.rawValue
        payload.offerIdentifier = subscription.offer.flatMap { $0.identifier.isEmpty ? nil : $0.identifier }
        payload.offerDiscountType = subscription.offer?.mode
        payload.offerPeriod = subscription.offer?.period.description
        return payload
    }

    private func payload(
        of record: PurchaseRecord, original: TransactionIdentifier, type: ProductKind,
        purchaseDate: Timestamp,
        originalPurchaseDate: Timestamp, signedDate: Timestamp, reason: String = "PURCHASE", unitPrice: Int64
    ) -> TransactionPayload {
        var payload = TransactionPayload(
            transactionId: record.transactionIdentifier, originalTransactionId: original,
            bundleId: store.application.bundleIdentifier.rawValue,
            productId: record.request.productIdentifier,
            type: type, quantity: record.request.quantity, purchaseDate: purchaseDate,
            originalPurchaseDate: originalPurchaseDate, signedDate: signedDate,
            environment: account.environment,
            appAccountToken: record.appAccountToken.map(AccountIdentifier.init(rawValue:)),
            transactionReason: reason,
            storefront: store.assortment.storefront, price: unitPrice * Int64(record.request.quantity),
            currency: store.assortment.currency,
            appTransactionId: account.appTransactionIdentifier)
        payload.paymentKey = record.request.key
        return payload
    }
}

extension AppStore {
    /// The transaction of a purchase as the developer's server gets it. As at Apple, it is signed for each
    /// answer and each notification. It is never dated before what the customer has, even if the clock was set
    /// back.
    package func freshlySigned(_ record: PurchaseRecord, now: Timestamp) throws -> String {
        guard let signed = record.signed else { throw StoreAdministrationError.invalidAction }
        var payload = try TransactionSigner.payload(of: signed).forServers
        payload.appAccountToken =
            record.appAccountToken.map(AccountIdentifier.init(rawValue:)) ?? payload.appAccountToken
        payload.signedDate = max(now, payload.signedDate)
        return try signer.sign(payload).rawValue
    }
}

extension TransactionPayload {
    /// The payload with no fields but Apple's, because some decoders refuse all others. It does not name the
    /// payment, so it never comes back as a later version of the purchase.
    var forServers: TransactionPayload {
        var payload = self
        (payload.paymentKey, payload.periodNumber) = (nil, nil)
        return payload
    }
}
