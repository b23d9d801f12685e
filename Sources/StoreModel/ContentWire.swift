/// The words that a content server and its clients share over HTTP. A request that is refused has a `StoreError` as its body.
///
/// `GET products` answers with `Products` and an entity tag. `POST content` takes a `ContentRequest` and the device
/// (`StoreWire.deviceHeader`), and `Range` with `If-Range`; the answer's entity tag is the digest in quotes, and `Repr-Digest`
/// (RFC 9530) says the same for everybody.
public enum ContentWire {
    /// What all routes begin with.
    public static let prefix = "/content/v1"

    /// The answer to `GET products`.
    public struct Products: Hashable, Sendable, Codable {
        /// What there is.
        public var products: [HostedProduct]

        /// A list.
        public init(products: [HostedProduct]) { self.products = products }
    }

    /// The body of `POST content`. The product stands here and not in the address: it is a name, and no path.
    public struct ContentRequest: Hashable, Sendable, Codable {
        /// What is wanted.
        public var productIdentifier: ProductIdentifier
        /// The app receipt that shows that it was bought, in base64.
        public var receiptData: String?

        /// A request for a product, with a receipt.
        public init(productIdentifier: ProductIdentifier, receiptData: String?) {
            self.productIdentifier = productIdentifier
            self.receiptData = receiptData
        }

        private enum CodingKeys: String, CodingKey {
            case productIdentifier = "product-id"
            case receiptData = "receipt-data"
        }
    }

    /// The entity tag of the content with a digest.
    public static func entityTag(digest: String) -> String { "\"\(digest)\"" }
}
