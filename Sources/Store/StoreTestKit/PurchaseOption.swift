public import FoundationEssentials
internal import StoreModel
internal import StoreRules

/// What a test may say about a purchase that it makes with `buyProduct`, and
/// the store's order that is made of it.
extension StoreTestSession {
    /// What else is said about a purchase: the counterpart of `Product.PurchaseOption`.
    public enum PurchaseOption: Hashable, Sendable {
        /// How many; one unless this is said.
        case quantity(Int)
        /// The token by which the developer's server knows the customer.
        case appAccountToken(UUID)
        /// The identifier of a promotional offer, a win-back offer or an offer code (its
        /// reference name) of the subscription.
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
