public import StoreModel

/// The embedded store's content server: the same shelf and the same gate, without a network in between. The faults of the store's
/// settings are on the way to it, too.
public struct EmbeddedContent: ContentService {
    private let store: AppStore
    private let shelf: BookShelf
    private let gate: ContentGate

    /// Content for the customers of a store.
    public init(store: AppStore, shelf: BookShelf = BookShelf(), log: @escaping @Sendable (String) -> Void = { _ in }) {
        self.store = store
        self.shelf = shelf
        gate = ContentGate(verification: store, sharedSecret: store.sharedSecret, log: log)
    }

    /// What there is; nil where the caller has that list.
    public func hostedProducts(
        unlessMatching validator: String?
    ) async throws(StoreError) -> HostedProductList? {
        try await store.crossNetwork()
        let list = shelf.list()
        return list.validator == validator ? nil : list
    }

    /// The content of a product, for a receipt of the embedded store's only device.
    public func fetchContent(
        of product: ProductIdentifier, receipt: String, after part: PartialContent?,
        receive: @escaping @Sendable (ContentPiece) throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await store.crossNetwork()
        try await gate.admit(receipt, from: "", to: product)
        guard let content = shelf.content(of: product) else { throw StoreError(content: .noSuchContent) }
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
