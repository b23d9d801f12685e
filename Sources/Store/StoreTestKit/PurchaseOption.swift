public import FoundationEssentials
internal import StoreModel
internal import StoreRules

/// What a test may specify for a purchase with `buyProduct`, and the store's order that results.
extension StoreTestSession {
    /// An option of a purchase: the counterpart of `Product.PurchaseOption`.
    public enum PurchaseOption: Hashable, Sendable {
        /// How many; one if this is not given.
        case quantity(Int)
        /// The token by which the developer's server knows the customer.
        case appAccountToken(UUID)
        /// The identifier of the subscription's promotional offer, win-back offer or offer code (its
        /// reference name). A promotional offer needs no signature here.
        case offer(String)
    }
}

extension PurchaseOrder {
    init(
        buying product: ProductIdentifier, _ options: Set<StoreTestSession.PurchaseOption>, at date: Timestamp
    ) throws(StoreTestError) {
        var (quantity, token, wanted): (Int?, UUID?, String?)
        for option in options {
            let isSecond: Bool
            switch option {
            case .quantity(let number): (isSecond, quantity) = (quantity != nil, number)
            case .appAccountToken(let uuid): (isSecond, token) = (token != nil, uuid)
            case .offer(let identifier): (isSecond, wanted) = (wanted != nil, identifier)
            }
            if isSecond { throw .conflictingOptions }
        }
        self.init(
            PurchaseRequest(
                key: .random(at: date), productIdentifier: product, quantity: quantity ?? 1,
                appAccountToken: token?.uuidString.lowercased()),
            offer: wanted)
    }
}
