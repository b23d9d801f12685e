package import StoreModel

/// Paths, headers and JSON bodies between the server's content routes and `HTTPContent`, its client. A
/// request that is refused has a `StoreError` as its body.
///
/// `GET products` answers with `Products` and an entity tag. `POST content` takes a `ContentRequest` and the
/// device (`deviceHeader`), and `Range` with `If-Range`; the answer's entity tag is the digest in quotes, and
/// `Repr-Digest` (RFC 9530) says the same in the standard's words.
package enum ContentWire {
    /// The beginning of all paths of content.
    package static let prefix = "/content/v1"

    /// The answer to `GET products`.
    package struct Products: Hashable, Sendable, Codable {
        package var products: [HostedProduct]

        package init(products: [HostedProduct]) { self.products = products }
    }

    /// The body of `POST content`. The product stands here and not in the address,
    /// because its name need not be a path.
    package struct ContentRequest: Hashable, Sendable, Codable {
        package var productIdentifier: ProductIdentifier
        /// The app receipt that shows that it was bought, in base64.
        package var receiptData: String?

        package init(productIdentifier: ProductIdentifier, receiptData: String?) {
            self.productIdentifier = productIdentifier
            self.receiptData = receiptData
        }

        private enum CodingKeys: String, CodingKey {
            case productIdentifier = "product-id"
            case receiptData = "receipt-data"
        }
    }

    /// The entity tag of the content with a digest.
    package static func entityTag(digest: String) -> String { "\"\(digest)\"" }
}
