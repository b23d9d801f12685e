/// A product whose content lies on a content server (spec H), as that server lists it.
public struct HostedProduct: Hashable, Sendable, Codable, Identifiable {
    /// What the store sells it as.
    public var productIdentifier: ProductIdentifier
    /// The name that people read. Another party's text: clean it before it goes to a terminal.
    public var title: String
    /// How long the content is, in bytes.
    public var length: Int64
    /// The SHA-256 of the content, 64 lower-case hexadecimal digits.
    public var digest: String

    /// A product from its parts.
    public init(productIdentifier: ProductIdentifier, title: String, length: Int64, digest: String) {
        self.productIdentifier = productIdentifier
        self.title = title
        self.length = length
        self.digest = digest
    }

    /// The product's identifier.
    public var id: ProductIdentifier { productIdentifier }
}

/// What a content server has, and the mark by which it tells this list from others.
public struct HostedProductList: Hashable, Sendable, Codable {
    /// The products, in the order of the server.
    public var products: [HostedProduct]
    /// Names this list, as the server wrote it (an HTTP entity tag).
    public var validator: String

    /// A list and its validator.
    public init(products: [HostedProduct], validator: String) {
        self.products = products
        self.validator = validator
    }
}
