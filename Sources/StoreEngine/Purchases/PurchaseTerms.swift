internal import StoreCatalogue
internal import StoreModel

/// What else is agreed on with a payment.
struct PurchaseTerms: Sendable {
    /// The offer of a subscription that the customer redeems.
    var offer: CatalogueOffer?
    /// The token by which the developer's server knows the customer; nil for the account's.
    var appAccountToken: String?
}

extension CatalogueOffer {
    /// Whether the customer with this subscription in the offer's group may redeem it; nil for one who never had one.
    /// Introductory offers are not redeemed.
    func isFor(_ subscription: Subscription?) -> Bool {
        switch kind {
        case .introductory: false
        case .promotional: subscription != nil
        case .code: true
        case .winBack: subscription?.status == .expired || subscription?.status == .revoked
        }
    }
}

extension StoreError {
    /// `SKError.ineligibleForOffer`, 18.
    static let ineligibleForOffer = StoreError(
        domain: .storeKit, code: 18, message: "This offer is not for this customer. Nothing was charged.")
    /// A payment that waits does not keep its offer.
    static let offerCannotWait = StoreError(
        domain: .storeKit, code: StoreError.paymentInvalid.code,
        message: "Purchases wait for an approval or are interrupted now, and an offer cannot wait. Nothing was charged."
    )
    /// The subscription goes on, from its next renewal with the offer. The payment is done with.
    static let offerAtRenewal = StoreError(
        domain: .subscription, code: StoreError.renewsAgain.code,
        message: "The offer begins with the next renewal. Nothing was charged.")
}
