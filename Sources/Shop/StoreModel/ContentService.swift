/// The content server, as the application sees it: `HostedProductManager` lists its
/// books, and `DownloadQueue` fetches their content. In the same process it is
/// `EmbeddedContent`, over HTTP `HTTPContent`.
///
/// Every call may throw a network failure (`StoreError.isNetworkFailure`). After that, the same call
/// may be made again.
package protocol ContentService: Sendable {
    /// The products with content; nil if the list that the caller has, with this validator, is still right.
    func hostedProducts(unlessMatching validator: String?) async throws(StoreError) -> HostedProductList?

    /// Fetches content with the account's app receipt on this device, in base64. The pieces are handed to
    /// `receive` one after the other. The next one is read when `receive` has returned, so that as little as
    /// possible is in memory. Throws if the content ends too early, on every refusal
    /// (`StoreErrorDomain.content`), and what `receive` throws. If the content is still the same, it begins
    /// after `part`, which the caller already has.
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
    /// Comes first: the digest and the length of the whole content as the server has it, and the offset of
    /// the first byte in the pieces.
    case head(digest: String, length: Int64, offset: Int64)
    case bytes([UInt8])
}
