internal import StoreModel

/// The part that `ReceiptVerifier` adds to its answer if the customer has subscriptions. It is newer than
/// the receipt.
struct LatestReceipt: Sendable {
    struct Purchase: Sendable {
        let payload: TransactionPayload
        let signed: SignedTransaction
    }

    let receipt: String
    /// All purchases except finished consumables, the newest transaction first.
    let purchases: [Purchase]
    let subscriptions: [Subscription]
    /// The customer's clock.
    let date: Timestamp

    /// All purchases, or only the latest of each subscription.
    func purchases(withoutOld: Bool) -> [Purchase] {
        guard withoutOld else { return purchases }
        let latest = latest
        return purchases.filter {
            latest[$0.payload.originalTransactionId]?.payload.transactionId == $0.payload.transactionId
        }
    }

    /// The purchase of the last period of each subscription, by the number that the subscription began with. If
    /// the period was charged twice, it is the charge that was not refunded.
    var latest: [TransactionIdentifier: Purchase] {
        Dictionary(purchases.map { ($0.payload.originalTransactionId, $0) }) { newer, older in
            newer.rank < older.rank ? older : newer
        }
    }
}

extension LatestReceipt.Purchase {
    /// Its place among the purchases of a subscription. A store that was put back may give an earlier period a
    /// higher number.
    fileprivate var rank: (period: Int64, paid: Int) {
        (payload.periodNumber ?? 0, payload.revocationDate == nil ? 1 : 0)
    }
}

extension AppStore {
    /// The latest receipt of the customer with this transaction; nil if the customer has no subscriptions.
    func latestReceipt(ofOwnerOf transaction: TransactionIdentifier) throws -> LatestReceipt? {
        guard let number = PurchaseRecord.number(of: transaction) else { return nil }
        let owner = try database.read { database in
            try purchaseTable.find(number: number, database).flatMap { record in
                try AccountTable.find(record.account, database).map {
                    AccountSession(store: self, account: $0)
                }
            }
        }
        guard let owner else { return nil }
        try makeDueRenewals(of: owner.account.identifier)
        let found = try database.read { database -> ([Subscription], [PurchaseRecord], Timestamp)? in
            let subscriptions = try SubscriptionTable.all(of: owner.account.identifier, database)
            guard !subscriptions.isEmpty else { return nil }
            return (
                subscriptions, try purchaseTable.onReceipt(of: owner.account.identifier, database),
                try date(of: owner.account.identifier, database)
            )
        }
        guard let (subscriptions, records, now) = found else { return nil }
        let purchases = try records.compactMap { record -> LatestReceipt.Purchase? in
            guard let signed = record.signed else { return nil }
            var payload = try TransactionSigner.payload(of: signed)
            payload.appAccountToken = record.appAccountToken.map(AccountIdentifier.init(rawValue:))
            return LatestReceipt.Purchase(payload: payload, signed: signed)
        }
        return LatestReceipt(
            receipt: try owner.receipt(of: purchases.map(\.payload), at: now),
            purchases: purchases.reversed(), subscriptions: subscriptions, date: now)
    }
}

extension JSONWriter {
    /// `latest_receipt`, `latest_receipt_info` and `pending_renewal_info`.
    mutating func latest(_ latest: LatestReceipt, withoutOld: Bool) {
        field("latest_receipt", latest.receipt)
        field("latest_receipt_info", latest.purchases(withoutOld: withoutOld)) { purchase, writer in
            let payload = purchase.payload
            writer.purchase(InAppPurchase(payload))
            writer.field("subscription_group_identifier", payload.subscriptionGroupIdentifier)
            writer.field("app_account_token", payload.appAccountToken?.rawValue)
            writer.field("offer_code_ref_name", payload.offerKind == .code ? payload.offerIdentifier : nil)
            if payload.isUpgraded == true { writer.field("is_upgraded", "true") }
        }
        field("pending_renewal_info", latest.subscriptions) { $1.renewal($0) }
    }

    /// What is said about a subscription beside a legacy receipt. Only its first value is a number.
    mutating func legacyRenewal(_ subscription: Subscription) {
        field("auto_renew_status", subscription.isAutoRenewing ? 1 : 0)
        field("auto_renew_product_id", subscription.renewalProduct.rawValue)
        expiration(subscription)
    }

    /// Why a subscription was not renewed, if it was not, and whether the store still tries.
    private mutating func expiration(_ subscription: Subscription) {
        field("expiration_intent", subscription.expirationReason.map { String($0.rawValue) })
        field("is_in_billing_retry_period", subscription.isInBillingRetryPeriod.map { $0 ? "1" : "0" })
    }

    /// An element of `pending_renewal_info`; all values are strings.
    private mutating func renewal(_ subscription: Subscription) {
        field("auto_renew_product_id", subscription.renewalProduct.rawValue)
        field("product_id", subscription.product.rawValue)
        field("original_transaction_id", subscription.originalIdentifier.rawValue)
        field("auto_renew_status", subscription.isAutoRenewing ? "1" : "0")
        expiration(subscription)
        if let end = subscription.gracePeriodEnd { date("grace_period_expires_date", end) }
        field("price_consent_status", subscription.priceIncreaseStatus.map { String($0) })
        field("price_increase_status", subscription.priceIncreaseStatus.map { String($0) })
        // The next two fields are about an offer that applies to the next period.
        let offer = subscription.renewalOffer
        field("promotional_offer_id", offer?.kind == .promotional ? offer?.identifier : nil)
        field("offer_code_ref_name", offer?.kind == .code ? offer?.identifier : nil)
    }
}
