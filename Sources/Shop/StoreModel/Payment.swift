/// A request to buy, which an application adds to a payment queue: the counterpart of `SKPayment`. It does
/// not change once it is made. For several pieces, or for an account, fill in a `MutablePayment` and make the
/// payment from it.
public struct Payment: Hashable, Sendable, Codable {
    /// How many pieces one payment may be for, as in StoreKit.
    public static let quantities = 1...10

    /// The product to buy.
    public let productIdentifier: ProductIdentifier
    /// How many pieces. The queue refuses anything outside `quantities`.
    public let quantity: Int
    /// The account in the application. The store keeps it as `appAccountToken` if it is a UUID, and
    /// drops any other text.
    ///
    /// The payments of one queue keep it as it was given. A transaction that was restored, or paid for
    /// elsewhere, has what the store signed: the UUID in lower case, or nil if there was none.
    public let applicationUsername: String?

    /// A payment for one piece.
    public init(product: ProductIdentifier) { self.init(product: product, quantity: 1) }

    /// A copy of `payment` as it is now.
    public init(_ payment: MutablePayment) {
        self.init(
            product: payment.productIdentifier, quantity: payment.quantity,
            username: payment.applicationUsername)
    }

    /// A payment that is complete from the start.
    package init(product: ProductIdentifier, quantity: Int, username: String? = nil) {
        productIdentifier = product
        self.quantity = quantity
        applicationUsername = username
    }
}

/// A payment that is being filled in: the counterpart of `SKMutablePayment`. The queue copies it, so a change
/// after `add` has no effect.
public struct MutablePayment: Hashable, Sendable {
    /// The product to buy.
    public var productIdentifier: ProductIdentifier
    /// How many pieces, 1…10; 1 unless set.
    public var quantity = 1
    /// The account in the application; see `Payment.applicationUsername`.
    public var applicationUsername: String?

    /// A payment for one piece.
    public init(product: ProductIdentifier) { productIdentifier = product }
}
