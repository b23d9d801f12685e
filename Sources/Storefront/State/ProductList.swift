internal import StoreModel

/// The fetched products, and the state of the request for them.
struct ProductList: Hashable, Sendable {
    enum Request: Hashable, Sendable {
        /// Not sent, or answered.
        case idle
        /// The answer is awaited. If the network came back meanwhile and the request fails because of it, the request is sent
        /// again.
        case underway(networkCameBack: Bool)
        case failed(StoreError)
    }

    var products: [ProductIdentifier: Product] = [:]
    var invalid: Set<ProductIdentifier> = []
    var request = Request.idle
}

/// Whether a product can be bought now, and if not, why.
enum Offer: Hashable, Sendable {
    case loading
    case networkDown
    case storeError(StoreError)
    case disabled
    case notAvailable
    case onSale
    /// Bought for good, and not sold again.
    case owned
    case subscribed
}
