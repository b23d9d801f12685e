internal import StoreModel

/// What the store sells, as far as it is known.
struct ProductList: Hashable, Sendable {
    /// How the last request for prices stands.
    enum Request: Hashable, Sendable {
        /// None was made, or it was answered.
        case idle
        /// The answer is awaited. The network may have come back since the request left: if that request turns out to have
        /// failed on it, it is worth another.
        case underway(networkCameBack: Bool)
        /// It failed.
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
    /// It was bought for good and is not sold again.
    case owned
    /// It is subscribed to.
    case subscribed
}
