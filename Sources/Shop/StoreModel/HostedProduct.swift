/// A product with content to download, such as a book. Below is the list of them,
/// which `HostedProductManager` fetches.
package struct HostedProduct: Hashable, Sendable, Codable {
    package var productIdentifier: ProductIdentifier
    /// The name that people read. Another party's text: clean it before it goes to a terminal.
    package var title: String
    package var length: Int64
    /// The SHA-256 of the content, 64 lower-case hexadecimal digits.
    package var digest: String

    package init(productIdentifier: ProductIdentifier, title: String, length: Int64, digest: String) {
        self.productIdentifier = productIdentifier
        self.title = title
        self.length = length
        self.digest = digest
    }
}

/// The products of a content server, with a validator by which the server recognises this list.
package struct HostedProductList: Hashable, Sendable, Codable {
    package var products: [HostedProduct]
    /// Names this list, as the server wrote it (an HTTP entity tag).
    package var validator: String

    package init(products: [HostedProduct], validator: String) {
        self.products = products
        self.validator = validator
    }
}
