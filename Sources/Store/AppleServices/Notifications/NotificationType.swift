/// Apple's types of notifications to the developer's server. `AppStore.notify` records those that happen in
/// this store. An administrator can ask for any of them.
enum NotificationType: String, Sendable, CaseIterable {
    case oneTimeCharge = "ONE_TIME_CHARGE"
    case consumptionRequest = "CONSUMPTION_REQUEST"
    case refund = "REFUND"
    case refundDeclined = "REFUND_DECLINED"
    case refundReversed = "REFUND_REVERSED"
    case revoke = "REVOKE"
    case test = "TEST"
    case subscribed = "SUBSCRIBED"
    case didRenew = "DID_RENEW"
    case didFailToRenew = "DID_FAIL_TO_RENEW"
    case gracePeriodExpired = "GRACE_PERIOD_EXPIRED"
    case expired = "EXPIRED"
    case didChangeRenewalStatus = "DID_CHANGE_RENEWAL_STATUS"
    case didChangeRenewalPreference = "DID_CHANGE_RENEWAL_PREF"
    case offerRedeemed = "OFFER_REDEEMED"
    case priceIncrease = "PRICE_INCREASE"
    case renewalExtended = "RENEWAL_EXTENDED"
    case renewalExtension = "RENEWAL_EXTENSION"
    // The following do not happen here.
    case priceChange = "PRICE_CHANGE"
    case externalPurchaseToken = "EXTERNAL_PURCHASE_TOKEN"
    case rescindConsent = "RESCIND_CONSENT"
    case metadataUpdate = "METADATA_UPDATE"
    case migration = "MIGRATION"

    /// The subtypes that a notification of this type may have.
    var subtypes: [NotificationSubtype] {
        switch self {
        case .subscribed: [.initialBuy, .resubscribe]
        case .didRenew: [.billingRecovery]
        case .didFailToRenew: [.gracePeriod]
        case .expired: [.voluntary, .billingRetry, .priceIncrease, .productNotForSale]
        case .didChangeRenewalStatus: [.autoRenewEnabled, .autoRenewDisabled]
        case .didChangeRenewalPreference, .offerRedeemed: [.upgrade, .downgrade]
        case .priceIncrease: [.pending, .accepted]
        case .renewalExtension: [.summary, .failure]
        case .externalPurchaseToken: [.created, .activeTokenReminder, .unreported]
        case .oneTimeCharge, .consumptionRequest, .refund, .refundDeclined, .refundReversed, .revoke, .test,
            .gracePeriodExpired, .renewalExtended, .priceChange, .rescindConsent, .metadataUpdate, .migration:
            []
        }
    }
}

enum NotificationSubtype: String, Hashable, Sendable {
    case initialBuy = "INITIAL_BUY"
    case resubscribe = "RESUBSCRIBE"
    case billingRecovery = "BILLING_RECOVERY"
    case gracePeriod = "GRACE_PERIOD"
    case voluntary = "VOLUNTARY"
    case billingRetry = "BILLING_RETRY"
    case priceIncrease = "PRICE_INCREASE"
    case productNotForSale = "PRODUCT_NOT_FOR_SALE"
    case autoRenewEnabled = "AUTO_RENEW_ENABLED"
    case autoRenewDisabled = "AUTO_RENEW_DISABLED"
    case upgrade = "UPGRADE"
    case downgrade = "DOWNGRADE"
    case pending = "PENDING"
    case accepted = "ACCEPTED"
    case summary = "SUMMARY"
    case failure = "FAILURE"
    case created = "CREATED"
    case activeTokenReminder = "ACTIVE_TOKEN_REMINDER"
    case unreported = "UNREPORTED"
}
