internal import FoundationEssentials
internal import FoundationInternationalization
package import StoreModel

/// Receipts as `ReceiptVerifier` puts them into its answer to verifyReceipt. The forms of dates are also for
/// `LegacyReceipt`. Which values are strings and which are numbers is Apple's choice, and clients rely on it.
extension JSONWriter {
    /// `receipt` of an app receipt; `requested` is the time of the request.
    package mutating func receipt(_ receipt: AppReceipt, requested: Timestamp) {
        field("receipt_type", receipt.type)
        field("adam_id", receipt.appItemIdentifier)
        field("app_item_id", receipt.appItemIdentifier)
        field("bundle_id", receipt.bundleIdentifier)
        field("application_version", receipt.applicationVersion)
        // Nothing is downloaded from this store, so it has no numbers for that.
        field("download_id", 0)
        field("version_external_identifier", 0)
        date("receipt_creation_date", receipt.creationDate)
        date("request_date", requested)
        date("original_purchase_date", receipt.originalPurchaseDate)
        field("original_application_version", receipt.originalApplicationVersion)
        field("in_app", receipt.purchases) { purchase, writer in writer.purchase(purchase) }
    }

    /// Fields that are all strings, as in the flat answer for a legacy receipt.
    package mutating func fields(_ fields: [(key: String, value: String)]) {
        for (key, value) in fields { field(key, value) }
    }

    /// An element of `in_app` or `latest_receipt_info`.
    package mutating func purchase(_ purchase: InAppPurchase) {
        field("quantity", String(purchase.quantity))
        field("product_id", purchase.productIdentifier.rawValue)
        field("transaction_id", purchase.transactionIdentifier.rawValue)
        field("original_transaction_id", purchase.originalTransactionIdentifier.rawValue)
        date("purchase_date", purchase.purchaseDate)
        date("original_purchase_date", purchase.originalPurchaseDate)
        if let expires = purchase.expiresDate { date("expires_date", expires) }
        field("is_trial_period", String(purchase.isTrial))
        if let webOrderLineItem = purchase.webOrderLineItem {
            field("is_in_intro_offer_period", String(purchase.isIntroductory))
            field("web_order_line_item_id", String(webOrderLineItem))
            field("promotional_offer_id", purchase.promotionalOffer)
        }
        field("in_app_ownership_type", purchase.isShared ? TransactionPayload.familyShared : "PURCHASED")
        if let cancelled = purchase.cancellationDate {
            date("cancellation_date", cancelled)
            field("cancellation_reason", String(purchase.cancellationReason ?? 0))
        }
    }

    /// A moment in three forms.
    package mutating func date(_ name: String, _ moment: Timestamp) {
        let date = ReceiptDate(moment)
        field(name, date.text)
        field(name + "_ms", date.milliseconds)
        field(name + "_pst", date.pacific)
    }
}

/// A moment in the three forms of verifyReceipt's answers.
struct ReceiptDate {
    /// `2026-11-21 05:12:00 Etc/GMT`.
    let text: String
    let milliseconds: String
    /// `2026-11-20 21:12:00 America/Los_Angeles`: Pacific time, with daylight saving where it applies.
    let pacific: String

    private static let zone = TimeZone(identifier: "America/Los_Angeles")

    init(_ moment: Timestamp) {
        text = moment.text() + " Etc/GMT"
        milliseconds = String(moment.milliseconds)
        let offset = Self.zone?.secondsFromGMT(for: moment.date) ?? -8 * 3600
        pacific = moment.text(secondsFromUTC: offset) + " America/Los_Angeles"
    }
}
