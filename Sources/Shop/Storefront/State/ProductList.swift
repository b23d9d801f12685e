internal import StoreModel

/// The fetched products, and the state of the request for them. Below: whether a product can be bought.
/// `StorefrontState` holds the list, and the views show it.
struct ProductList: Hashable, Sendable {
    enum Request: Hashable, Sendable {
        /// Not sent, or already answered.
        case idle
        /// Waiting for the answer. If the network has come back and this request still fails because of the
        /// network, it is sent again.
        case underway(networkCameBack: Bool)
        case failed(StoreError)
    }

    var products: [ProductIdentifier: Product] = [:]
    var invalid: Set<ProductIdentifier> = []
    var request = Request.idle
}

/// Whether a product can be bought now, and why not.
enum Offer: Hashable, Sendable {
    case loading
    case networkDown
    case storeError(StoreError)
    case disabled
    case notAvailable
    case onSale
    /// Bought for good, so it is not sold again.
    case owned
    case subscribed
}
