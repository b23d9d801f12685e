/// The content of a `SignedTransaction`: the store's `Checkout` makes it, and the device's replica of the
/// account reads it. The names are those of Apple's `JWSTransactionDecodedPayload`; the price is in
/// thousandths.
package struct TransactionPayload: Hashable, Sendable, Codable {
    package var transactionId: TransactionIdentifier
    /// The number of the first purchase; only differs from `transactionId` for restores and renewals.
    package var originalTransactionId: TransactionIdentifier
    package var bundleId: String
    package var productId: ProductIdentifier
    package var type: ProductKind
    /// How many, 1…10.
    package var quantity: Int
    package var purchaseDate: Timestamp
    package var originalPurchaseDate: Timestamp
    package var signedDate: Timestamp
    package var environment: StoreEnvironment
    package var appAccountToken: AccountIdentifier?
    /// `PURCHASED` or `FAMILY_SHARED`.
    package var inAppOwnershipType = "PURCHASED"
    /// `PURCHASE` or `RENEWAL`.
    package var transactionReason: String
    /// The country of the storefront, ISO 3166-1 alpha-3.
    package var storefront: String
    /// What was paid for all pieces, in thousandths: the unit price, or the offer's, times the quantity.
    package var price: Int64
    /// The price's currency, ISO 4217.
    package var currency: String
    package var revocationDate: Timestamp?
    /// Why the money went back: 1 for a fault of the application, 0 for anything else.
    package var revocationReason: Int?
    /// The number of the customer's download of the application, a decimal string. It is the same for
    /// everything that is bought in it.
    package var appTransactionId: String?
    /// The key of the payment, an addition of ours: each key is charged once. A renewal's key follows from
    /// the subscription and its period. Nil in what developers' servers get.
    package var paymentKey: IdempotencyKey?
    /// Which period of its subscription it pays for, from 1; also an addition of ours, and nil for servers.
    package var periodNumber: Int64?
    /// The end of the paid period. This field and all that follow are for subscriptions only.
    package var expiresDate: Timestamp?
    package var subscriptionGroupIdentifier: String?
    /// The number of this purchase of a period: a decimal string. It stays the same if the store gives the
    /// period another transaction.
    package var webOrderLineItemId: String?
    /// Whether an upgrade ended it; never false.
    package var isUpgraded: Bool?
    /// The kind of its offer: 1 introductory, 2 promotional, 3 code, 4 win-back.
    package var offerType: Int?
    package var offerIdentifier: String?
    package var offerDiscountType: OfferMode?
    /// How long the whole offer is (ISO 8601).
    package var offerPeriod: String?

    package init(
        transactionId: TransactionIdentifier, originalTransactionId: TransactionIdentifier, bundleId: String,
        productId: ProductIdentifier, type: ProductKind, quantity: Int, purchaseDate: Timestamp,
        originalPurchaseDate: Timestamp, signedDate: Timestamp, environment: StoreEnvironment,
        appAccountToken: AccountIdentifier?, transactionReason: String = "PURCHASE", storefront: String,
        price: Int64, currency: String,
        revocationDate: Timestamp? = nil, revocationReason: Int? = nil, appTransactionId: String? = nil
    ) {
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
        self.bundleId = bundleId
        self.productId = productId
        self.type = type
        self.quantity = quantity
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate
        self.signedDate = signedDate
        self.environment = environment
        self.appAccountToken = appAccountToken
        self.transactionReason = transactionReason
        self.storefront = storefront
        self.price = price
        self.currency = currency
        self.revocationDate = revocationDate
        self.revocationReason = revocationReason
        self.appTransactionId = appTransactionId
    }
}

extension TransactionPayload {
    /// The `inAppOwnershipType` of a purchase that a family member shares with the customer.
    package static let familyShared = "FAMILY_SHARED"

    /// Whether a family member shares it with the customer.
    package var isShared: Bool { inAppOwnershipType == Self.familyShared }

    /// Whether all its moments can be written as dates.
    var hasDates: Bool {
        [purchaseDate, originalPurchaseDate, signedDate, revocationDate, expiresDate].allSatisfy { date in
            date.map(Timestamp.written.contains) ?? true
        }
    }

    /// Whether this has a transaction's number, product and quantity.
    package func describes(_ transaction: PaymentTransaction) -> Bool {
        transactionId == transaction.transactionIdentifier
            && productId == transaction.payment.productIdentifier
            && quantity == transaction.payment.quantity
    }
}

/// The environment of a purchase; the words are Apple's.
package enum StoreEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
    case sandbox = "Sandbox"
    case production = "Production"

    /// The environment that a person names, in any case; nil for anything else.
    package init?(written name: String) {
        guard let named = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            return nil
        }
        self = named
    }

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let named = Self(written: try value.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "neither sandbox nor production")
        }
        self = named
    }
}
