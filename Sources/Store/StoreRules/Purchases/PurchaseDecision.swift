internal import StoreModel

/// What `Checkout` does with a new payment for a product that is on sale. Below is who may redeem an offer.
enum PurchaseDecision: Hashable, Sendable {
    /// It fails. If the failure was set for the next payment, this one uses it up.
    case fail(StoreError, isUsedUp: Bool = false)
    /// The account owns the product already, by this purchase, and gets it again at no charge.
    case grantAgain(PurchaseRecord)
    /// It fails until it is resolved.
    case interrupt
    case askToBuy
    case charge

    /// - Parameters:
    ///   - owned: the purchase that gives the account the product, if it is sold only once.
    ///   - waitsForApproval: whether the customer was told before that the payment waits for approval.
    init(
        kind: ProductKind, quantity: Int, owned: PurchaseRecord?, settings: StoreSettings,
        waitsForApproval: Bool = false
    ) {
        if !kind.quantities.contains(quantity) {
            self = .fail(.paymentInvalid)
        } else if let failure = settings.nextFailure {
            self = .fail(failure, isUsedUp: true)
        } else if let failure = settings.everyFailure {
            self = .fail(failure)
        } else if let owned {
            // No money moves, so there is nothing to approve and nothing to go wrong with it.
            self = .grantAgain(owned)
        } else if settings.interruptsPurchases {
            self = .interrupt
        } else if settings.asksToBuy || waitsForApproval {
            self = .askToBuy
        } else {
            self = .charge
        }
    }
}

extension CatalogueOffer {
    /// Whether a customer may redeem the offer. `subscription` is the customer's subscription in the offer's
    /// group, or nil if there never was one. Introductory offers are not redeemed.
    func isFor(_ subscription: Subscription?) -> Bool {
        let customer = Customer(subscription)
        guard customers.contains(customer) else { return false }
        return switch kind {
        case .introductory: false
        case .promotional: customer != .new
        case .code: true
        case .winBack: customer == .expired
        }
    }
}

extension CatalogueOffer.Customer {
    fileprivate init(_ subscription: Subscription?) {
        switch subscription?.status {
        case nil: self = .new
        case .active, .gracePeriod, .billingRetry: self = .existing
        case .expired, .revoked: self = .expired
        }
    }
}
