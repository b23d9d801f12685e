package import StoreModel

/// The content server of `monkeystore` with its store inside; the payment queue downloads from it. It has the
/// same catalog and the same checks as the server's, without a network in between. The faults in the settings
/// apply to it, too.
package struct EmbeddedContent: ContentService {
    private let store: AppStore
    private let catalog: ContentCatalog
    private let authorizer: ContentAuthorizer

    package init(
        store: AppStore, catalog: ContentCatalog = ContentCatalog(),
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.store = store
        self.catalog = catalog
        authorizer = ContentAuthorizer(
            verification: store, bundleIdentifier: store.application.bundleIdentifier,
            sharedSecret: store.sharedSecret,
            log: log)
    }

    package func hostedProducts(unlessMatching validator: String?) async throws(StoreError)
        -> HostedProductList?
    {
        try await store.answerOverNetwork()
        let list = catalog.list()
        return list.validator == validator ? nil : list
    }

    package func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await store.answerOverNetwork()
        try await authorizer.admit(receipt, from: "", to: product)
        guard let content = catalog.content(of: product) else { throw StoreError(content: .noSuchContent) }
        let (digest, length) = (content.product.digest, content.product.length)
        var offset = part.map { $0.digest == digest && $0.length <= length ? $0.length : 0 } ?? 0
        try receive(.head(digest: digest, length: length, offset: offset))
        while offset < length {
            guard !Task.isCancelled else { throw .requestCancelled }
            let piece = try content.piece(at: offset)
            guard !piece.isEmpty else { throw .connectionLost }
            try receive(.bytes(piece))
            offset += Int64(piece.count)
        }
    }
}
