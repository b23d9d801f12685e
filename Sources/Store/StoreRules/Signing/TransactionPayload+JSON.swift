internal import StoreModel

/// The payload as `TransactionSigner` signs it. The names are the payload's own; `storefrontId`, which
/// follows from `storefront`, is added.
extension TransactionPayload {
    var json: [UInt8] {
        JSONWriter.object { writer in
            writer.field("transactionId", transactionId.rawValue)
            writer.field("originalTransactionId", originalTransactionId.rawValue)
            writer.field("bundleId", bundleId)
            writer.field("productId", productId.rawValue)
            writer.field("type", type.rawValue)
            writer.field("quantity", Int64(quantity))
            writer.field("purchaseDate", purchaseDate)
            writer.field("originalPurchaseDate", originalPurchaseDate)
            writer.field("signedDate", signedDate)
            writer.field("environment", environment.rawValue)
            writer.field("appAccountToken", appAccountToken?.rawValue)
            writer.field("inAppOwnershipType", inAppOwnershipType)
            writer.field("transactionReason", transactionReason)
            writer.field("storefront", storefront)
            writer.field("storefrontId", StorefrontIdentifier.of(country: storefront).map { String($0) })
            writer.field("price", price)
            writer.field("currency", currency)
            writer.field("appTransactionId", appTransactionId)
            writer.field("paymentKey", paymentKey?.rawValue)
            writer.field("periodNumber", periodNumber)
            writer.field("revocationDate", revocationDate)
            writer.field("revocationReason", revocationReason.map(Int64.init))
            if revocationDate != nil {
                // The store always refunds in full. The end of family sharing is written as a full
                // refund, too.
                writer.field("revocationType", "REFUND_FULL")
                writer.field("revocationPercentage", 100_000)
            }
            writer.field("expiresDate", expiresDate)
            writer.field("subscriptionGroupIdentifier", subscriptionGroupIdentifier)
            writer.field("webOrderLineItemId", webOrderLineItemId)
            writer.field("isUpgraded", isUpgraded)
            writer.field("offerType", offerType.map(Int64.init))
            writer.field("offerIdentifier", offerIdentifier)
            writer.field("offerDiscountType", offerDiscountType?.rawValue)
            writer.field("offerPeriod", offerPeriod)
        }
    }
}
