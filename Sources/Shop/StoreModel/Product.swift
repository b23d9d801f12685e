// A product, which the store sells and screens show, and the store's answer to a products request
// of the payment queue.

/// The kind of a product, in the words of the signed transaction (`type` in `JWSTransactionDecodedPayload`).
public enum ProductKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Can be bought again and again, is used up, and is never restored.
    case consumable = "Consumable"
    /// Bought once, kept for ever, restorable.
    case nonConsumable = "Non-Consumable"
    /// Renews by itself until it is cancelled.
    case autoRenewable = "Auto-Renewable Subscription"
    /// Runs out; the application keeps track of it.
    case nonRenewing = "Non-Renewing Subscription"

    /// Whether a restore brings it back. One payment buys only one piece of such a product.
    package var isRestorable: Bool {
        switch self {
        case .nonConsumable, .autoRenewable: true
        case .consumable, .nonRenewing: false
        }
    }

    /// How many pieces of it one payment may be for.
    package var quantities: ClosedRange<Int> { isRestorable ? 1...1 : Payment.quantities }
}

/// One product on sale: the counterpart of `SKProduct`.
public struct Product: Hashable, Sendable, Codable, Identifiable {
    /// The product's identifier.
    public var identifier: ProductIdentifier
    /// What kind of product it is.
    public var kind: ProductKind
    /// The name that people read, in the storefront's language. May be empty. Another party's text: clean it
    /// before it goes to a terminal.
    public var localizedTitle: String
    /// The sentence that people read, in the storefront's language. May be empty. Another party's text.
    public var localizedDescription: String
    /// The price of one piece, in the product's own currency.
    public var price: Money
    package var priceLocale: PriceLocale
    /// Whether a family may share it. Has no meaning for consumables.
    public var isFamilyShareable: Bool
    /// The terms of an auto-renewable subscription; nil for other kinds.
    public var subscription: SubscriptionTerms?
    /// The texts in the other languages that the store has; nil if there are none, so that nothing is sent
    /// for them.
    package var otherTexts: [ProductText]?

    package init(
        identifier: ProductIdentifier, kind: ProductKind, localizedTitle: String,
        localizedDescription: String,
        price: Money, priceLocale: PriceLocale, isFamilyShareable: Bool = false,
        subscription: SubscriptionTerms? = nil, otherTexts: [ProductText]? = nil
    ) {
        self.identifier = identifier
        self.kind = kind
        self.localizedTitle = localizedTitle
        self.localizedDescription = localizedDescription
        self.price = price
        self.priceLocale = priceLocale
        self.isFamilyShareable = isFamilyShareable
        self.subscription = subscription
        self.otherTexts = otherTexts
    }

    /// The product with its texts in a language (an ISO 639-1 code), if the store has them.
    package func localized(for language: String) -> Product {
        guard let text = otherTexts?.first(where: { $0.language == language }) else { return self }
        var product = self
        // A text may have only one of the two.
        if !text.title.isEmpty { product.localizedTitle = text.title }
        if !text.description.isEmpty { product.localizedDescription = text.description }
        return product
    }

    /// The product's identifier.
    public var id: ProductIdentifier { identifier }

    /// The price of `quantity` pieces, written for people.
    public func localizedPrice(quantity: Int = 1) -> String { localized(price * quantity) }

    /// An amount in the product's currency, written for people: `highestPrice`, or the price of an offer.
    public func localized(_ amount: Money) -> String { priceLocale.string(for: amount) }
}

/// A product's texts in a language that is not the storefront's. Another party's texts.
package struct ProductText: Hashable, Sendable, Codable {
    /// The language's code, such as `fr`.
    package var language: String
    package var title: String
    package var description: String

    package init(language: String, title: String, description: String) {
        self.language = language
        self.title = title
        self.description = description
    }
}

/// The answer to a products request: the counterpart of `SKProductsResponse`.
public struct ProductsResponse: Hashable, Sendable, Codable {
    /// The products that the store knows, in the order of its catalogue.
    public var products: [Product]
    /// The identifiers that it does not know. As with Apple, only the store's log has the reason; for a store
    /// in this process, that is the `log` with which it was opened.
    public var invalidProductIdentifiers: [ProductIdentifier]

    package init(products: [Product], invalidProductIdentifiers: [ProductIdentifier]) {
        self.products = products
        self.invalidProductIdentifiers = invalidProductIdentifiers
    }

    package var productsByIdentifier: [ProductIdentifier: Product] {
        Dictionary(products.map { ($0.identifier, $0) }) { first, _ in first }
    }
}
