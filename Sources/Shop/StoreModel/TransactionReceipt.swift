internal import FoundationEssentials

/// The receipt of one transaction, in the form from before there were app receipts: a property list that says
/// what was bought. It has the signed transaction in the place of Apple's signature. So it costs the store
/// nothing, and it exists wherever the signed transaction does. `PaymentTransaction.transactionReceipt` and
/// the store's routes write it, and verifyReceipt reads it back.
package struct TransactionReceipt: Hashable, Sendable {
    package let signedTransaction: SignedTransaction
    package let payload: TransactionPayload

    /// Nil if it is not a signed transaction. The signature is not checked.
    package init?(_ signed: SignedTransaction) {
        guard let payload = signed.unverifiedPayload else { return nil }
        self.signedTransaction = signed
        self.payload = payload
    }

    /// Reads a property list; nil if it has no signed transaction. Nothing else in it is checked: an
    /// authentic receipt has the same `bytes`.
    package init?(_ bytes: [UInt8]) {
        guard let signed = PropertyListText(bytes)?["signature"].flatMap({ Data(base64Encoded: $0) }),
            let text = String(validating: signed, as: UTF8.self)
        else { return nil }
        self.init(SignedTransaction(rawValue: text))
    }

    /// The value of `receipt-data`.
    package var base64: String { Self.encode(bytes) }

    package var bytes: [UInt8] {
        var entries = [
            ("signature", Self.encode(Array(signedTransaction.rawValue.utf8))),
            ("purchase-info", Self.encode(purchaseInfo.bytes)),
        ]
        if payload.environment == .sandbox { entries.append(("environment", "Sandbox")) }
        return PropertyListText(entries + [("pod", "100"), ("signing-status", "0")]).bytes
    }

    private var purchaseInfo: PropertyListText {
        var entries = [
            ("original-transaction-id", payload.originalTransactionId.rawValue),
            ("transaction-id", payload.transactionId.rawValue),
            ("product-id", payload.productId.rawValue),
            ("quantity", String(payload.quantity)),
            ("bid", payload.bundleId),
            ("purchase-date-ms", String(payload.purchaseDate.milliseconds)),
            ("original-purchase-date-ms", String(payload.originalPurchaseDate.milliseconds)),
        ]
        if let expires = payload.expiresDate {
            entries.append(("expires-date", String(expires.milliseconds)))
        }
        return PropertyListText(entries)
    }

    private static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
