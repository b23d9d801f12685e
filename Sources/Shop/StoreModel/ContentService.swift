/// The content server, as the application sees it: `HostedProductManager` lists its books, and
/// `DownloadQueue` fetches their content. In process it is `EmbeddedContent`, over HTTP `HTTPContent`.
///
/// Every call may throw a network failure (`StoreError.isNetworkFailure`), after
/// which the same call may be made again.
package protocol ContentService: Sendable {
    /// The products with content; nil where a list that the caller has, with this validator, is still right.
    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList?

    /// Fetches content with the account's app receipt on this device, in base64. The pieces are handed to
    /// `receive` one after the other, and the next one is read when it has returned, so that as little is
    /// in memory as possible. Content that ends too early, and every refusal (`StoreErrorDomain.content`),
    /// is thrown; so is what `receive` throws. The content begins behind `part`, which the caller has
    /// already, if it is still the same.
    func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError)
}

package struct PartialContent: Hashable, Sendable {
    package var length: Int64
    /// The digest of the whole content, as `HostedProduct` has it.
    package var digest: String

    package init(length: Int64, digest: String) {
        self.length = length
        self.digest = digest
    }
}

package enum ContentPiece: Hashable, Sendable {
    /// Comes first: the digest and the length of the whole content as the server has it, and
    /// with which byte the pieces begin.
    case head(digest: String, length: Int64, offset: Int64)
    case bytes([UInt8])
}
