internal import StoreModel

/// The fetched products, and the state of the request for them. Below: whether a product can be bought, and
/// transactions in flight. `StorefrontState` has them, and the views show them.
struct ProductList: Hashable, Sendable {
    enum Request: Hashable, Sendable {
        /// Not sent, or answered.
        case idle
        /// The answer is awaited. If the network came back meanwhile and the request fails because of
        /// it, the request is sent again.
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

/// The state of a transaction in flight, as the screens tell it.
enum Progress: Hashable, Sendable, CaseIterable {
    /// The store is being asked.
    case purchasing
    /// Waits in the queue for the network.
    case queued
    /// Waits in the queue for a sign-in.
    case signInNeeded
    case deferred
    /// Paid, and not delivered yet.
    case paid
}

/// A transaction in flight.
struct InFlightTransaction: Hashable, Sendable {
    var transaction: PaymentTransaction
    /// When this screen saw its present state first.
    var since: ContinuousClock.Instant

    /// A purchase that is done sooner is not shown as in flight.
    static let grace = Duration.milliseconds(150)
    /// How long one picture of the spinner stands.
    static let spinnerStep = Duration.milliseconds(250)
}
