/// The status of a subscription; the numbers are Apple's. Below are the actions on a subscription, and the
/// `SubscriptionSummary`, which the store answers and the subscriptions screen shows.
package enum SubscriptionStatus: Int, Hashable, Sendable, Codable, CaseIterable {
    case active = 1
    case expired = 2
    /// The renewal was not paid. It is tried again, and the subscription cannot be used meanwhile.
    case billingRetry = 3
    /// The renewal was not paid, but the subscription may still be used for a while.
    case gracePeriod = 4
    /// The money for its last period went back.
    case revoked = 5
}

/// Something that can be done to a subscription: by customers to their own, and by `SKTestSession`.
package enum SubscriptionAction: String, Hashable, Sendable, Codable, CaseIterable {
    /// The customer cancels: it ends with its period (`disableAutoRenewForTransaction`).
    case cancel
    /// The customer lets it renew after all (`enableAutoRenewForTransaction`).
    case resume
    /// It is over at once (`expireSubscription`).
    case expire
    /// The next period begins at once (`forceRenewalOfSubscription`).
    case renew
    /// The money for the last period goes back (`refundTransaction`).
    case refundPeriod = "refund"
    /// The customer's means of payment fails from now on.
    case breakBilling = "break-billing"
    /// The means of payment works again; a waiting renewal is paid (`resolveIssueForTransaction`).
    case fixBilling = "fix-billing"
    /// The customer is asked to agree to a higher price (`requestPriceIncreaseConsentForTransaction`).
    case requestPriceConsent = "request-price-consent"
    /// The customer agrees (`consentToPriceIncreaseForTransaction`).
    case consentToPrice = "consent-to-price"
    /// The customer does not agree (`declinePriceIncreaseForTransaction`).
    case declinePrice = "decline-price"

    /// The actions that customers may take themselves.
    package static let customers: Set<SubscriptionAction> = [
        .cancel, .resume, .consentToPrice, .declinePrice,
    ]
}

/// A subscription as its customer sees it, on every device of the account.
package struct SubscriptionSummary: Hashable, Sendable, Codable {
    /// The transaction that it began with, which names it for ever.
    package var originalTransactionIdentifier: TransactionIdentifier
    package var group: String
    /// The product of the current period.
    package var productIdentifier: ProductIdentifier
    /// The product from the next renewal on.
    package var renewalProductIdentifier: ProductIdentifier
    package var status: SubscriptionStatus
    /// The end of the period that was paid last.
    package var expires: Timestamp
    /// The end of the grace period, in which it may be used although the renewal was not paid; nil
    /// outside a grace period.
    package var gracePeriodExpires: Timestamp?
    package var isAutoRenewing: Bool
    package var actions: Set<SubscriptionAction>
    /// The signed transaction of the period that was paid last, as it is now. Its end may have been moved
    /// since it was delivered.
    package var signedTransaction: SignedTransaction?

    package init(
        originalTransactionIdentifier: TransactionIdentifier, group: String,
        productIdentifier: ProductIdentifier,
        renewalProductIdentifier: ProductIdentifier, status: SubscriptionStatus, expires: Timestamp,
        gracePeriodExpires: Timestamp?, isAutoRenewing: Bool, actions: Set<SubscriptionAction>,
        signedTransaction: SignedTransaction? = nil
    ) {
        self.originalTransactionIdentifier = originalTransactionIdentifier
        self.group = group
        self.productIdentifier = productIdentifier
        self.renewalProductIdentifier = renewalProductIdentifier
        self.status = status
        self.expires = expires
        self.gracePeriodExpires = gracePeriodExpires
        self.isAutoRenewing = isAutoRenewing
        self.actions = actions
        self.signedTransaction = signedTransaction
    }

    /// A set has another order in each process; in an answer, the actions are in the order of their names.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(originalTransactionIdentifier, forKey: .originalTransactionIdentifier)
        try values.encode(group, forKey: .group)
        try values.encode(productIdentifier, forKey: .productIdentifier)
        try values.encode(renewalProductIdentifier, forKey: .renewalProductIdentifier)
        try values.encode(status, forKey: .status)
        try values.encode(expires, forKey: .expires)
        try values.encodeIfPresent(gracePeriodExpires, forKey: .gracePeriodExpires)
        try values.encode(isAutoRenewing, forKey: .isAutoRenewing)
        try values.encode(actions.sorted { $0.rawValue < $1.rawValue }, forKey: .actions)
        try values.encodeIfPresent(signedTransaction, forKey: .signedTransaction)
    }
}
