/// The types of notifications to the developer's server that happen in this store. `AppStore.notify` records
/// them, with a `NotificationSubtype` if there is one.
enum NotificationType: String, Sendable {
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

    /// All of Apple's types, with their subtypes. An administrator can ask for any of them, even if it
    /// does not happen here.
    static let known: [String: Set<String>] = [
        "ONE_TIME_CHARGE": [], "CONSUMPTION_REQUEST": [], "REFUND": [], "REFUND_DECLINED": [],
        "REFUND_REVERSED": [],
        "TEST": [], "SUBSCRIBED": ["INITIAL_BUY", "RESUBSCRIBE"], "DID_RENEW": ["BILLING_RECOVERY"],
        "DID_FAIL_TO_RENEW": ["GRACE_PERIOD"], "GRACE_PERIOD_EXPIRED": [],
        "EXPIRED": ["VOLUNTARY", "BILLING_RETRY", "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE"],
        "DID_CHANGE_RENEWAL_STATUS": ["AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED"],
        "DID_CHANGE_RENEWAL_PREF": ["UPGRADE", "DOWNGRADE"], "OFFER_REDEEMED": ["UPGRADE", "DOWNGRADE"],
        "PRICE_INCREASE": ["PENDING", "ACCEPTED"], "PRICE_CHANGE": [], "REVOKE": [], "RENEWAL_EXTENDED": [],
        "RENEWAL_EXTENSION": ["SUMMARY", "FAILURE"],
        "EXTERNAL_PURCHASE_TOKEN": ["CREATED", "ACTIVE_TOKEN_REMINDER", "UNREPORTED"], "RESCIND_CONSENT": [],
        "METADATA_UPDATE": [], "MIGRATION": [],
    ]
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
}
