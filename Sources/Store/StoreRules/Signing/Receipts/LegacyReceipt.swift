package import StoreModel

/// The receipt of one transaction (`TransactionReceipt`), as `ReceiptVerifier` reads it for verifyReceipt.
/// Below are the fields of the answer.
package struct LegacyReceipt: Hashable, Sendable {
    package var payload: TransactionPayload

    package var environment: StoreEnvironment { payload.environment }
    package var bundleIdentifier: String { payload.bundleId }
    package var purchase: InAppPurchase { InAppPurchase(payload) }

    package init(_ bytes: [UInt8], signedBy certificates: CertificateChain) throws(ReceiptError) {
        guard let receipt = TransactionReceipt(bytes) else { throw .malformed }
        payload = receipt.payload
        // What is around the signed content must be exactly as the store writes it.
        guard certificates.hasSigned(receipt.signedTransaction.rawValue), receipt.bytes == bytes,
            certificates.isValid(at: purchase.purchaseDate)
        else { throw .notAuthentic }
    }

    /// The fields of verifyReceipt's answer, in the order of Apple's receipts; all are strings.
    package func fields(applicationVersion: String) -> [(key: String, value: String)] {
        let purchase = purchase
        var fields = [
            ("original_transaction_id", purchase.originalTransactionIdentifier.rawValue),
            ("transaction_id", purchase.transactionIdentifier.rawValue),
            ("product_id", purchase.productIdentifier.rawValue),
            ("item_id", "0"),
            ("quantity", String(purchase.quantity)),
            ("bid", bundleIdentifier),
            ("bvrs", applicationVersion),
        ]
        func append(_ key: String, _ moment: Timestamp) {
            let date = ReceiptDate(moment)
            fields += [(key, date.text), (key + "_ms", date.milliseconds), (key + "_pst", date.pacific)]
        }
        append("purchase_date", purchase.purchaseDate)
        append("original_purchase_date", purchase.originalPurchaseDate)
        fields.append(("is_trial_period", String(purchase.isTrial)))
        if let expires = purchase.expiresDate {
            let date = ReceiptDate(expires)
            fields += [
                ("expires_date", date.milliseconds), ("expires_date_formatted", date.text),
                ("expires_date_formatted_pst", date.pacific),
                ("is_in_intro_offer_period", String(purchase.isIntroductory)),
                ("in_app_ownership_type", payload.inAppOwnershipType),
            ]
            if let number = payload.webOrderLineItemId { fields.append(("web_order_line_item_id", number)) }
            if let group = payload.subscriptionGroupIdentifier {
                fields.append(("subscription_group_identifier", group))
            }
        }
        if let cancelled = purchase.cancellationDate { append("cancellation_date", cancelled) }
        return fields
    }
}
