package import StoreModel

/// Paths, headers and JSON bodies between the server's content routes and `HTTPContent`, its client. If a
/// request is refused, the answer's body is a `StoreError`.
///
/// `GET products` answers with `Products` and an entity tag. `POST content` takes a `ContentRequest` and the
/// device (`deviceHeader`), and `Range` with `If-Range`. The answer's entity tag is the digest in quotation
/// marks; `Repr-Digest` (RFC 9530) has the same digest in standard form.
package enum ContentWire {
    /// The beginning of all content paths.
    package static let prefix = "/content/v1"

    /// The answer to `GET products`.
    package struct Products: Hashable, Sendable, Codable {
        package var products: [HostedProduct]

        package init(products: [HostedProduct]) { self.products = products }
    }

    /// The body of `POST content`. The product is here and not in the address, because an identifier may not
    /// fit into a path.
    package struct ContentRequest: Hashable, Sendable, Codable {
        package var productIdentifier: ProductIdentifier
        /// The app receipt that proves the purchase, in base64.
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

    /// The entity tag of the content that has a digest.
    package static func entityTag(digest: String) -> String { "\"\(digest)\"" }
}
