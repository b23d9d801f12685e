/// The content server, as the application sees it. The embedded store is one in process, over HTTP it is a client.
///
/// Every call may throw a network failure (`StoreError.isNetworkFailure`), after which the same call may be made again.
package protocol ContentService: Sendable {
    /// The list of products with content.
    ///
    /// - Parameter validator: the validator of a list that the caller has.
    /// - Returns: nil where that one is still right.
    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList?

    /// Fetches content with a receipt for it. The pieces are handed to `receive` one after the other, and the next
    /// one is read when it has returned, so that as little is in memory as possible. Content that ends too early, and every
    /// refusal (`StoreErrorDomain.content`), is thrown; so is what `receive` throws.
    ///
    /// - Parameters:
    ///   - product: what to fetch.
    ///   - receipt: the account's app receipt on this device, in base64.
    ///   - part: what the caller has of it already; the content then begins behind it if it is still the same.
    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError)
}

/// The beginning of some content.
package struct PartialContent: Hashable, Sendable {
    /// In bytes.
    package var length: Int64
    /// The digest of the whole content, as `HostedProduct` has it.
    package var digest: String

    package init(length: Int64, digest: String) {
        self.length = length
        self.digest = digest
    }
}

/// One piece of the answer of a content server.
package enum ContentPiece: Hashable, Sendable {
    /// Comes first: the digest and the length of the whole content as the server has it, and with which byte the pieces begin.
    case head(digest: String, length: Int64, offset: Int64)
    /// The next bytes.
    case bytes([UInt8])
}
