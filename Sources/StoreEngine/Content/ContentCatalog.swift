internal import Crypto
internal import FoundationEssentials
package import StoreModel

/// All that a content server offers: the books of this project, and those of folders.
package final class ContentCatalog: Sendable {
    private let own: [HostedContent]
    private let folders: [BookFolder]

    /// The project's own books and those in `folders`. Of a product that is there twice, the first one counts; the
    /// folders come first.
    package init(folders: [String] = [], log: @escaping @Sendable (String) -> Void = { _ in }) {
        self.folders = folders.map { BookFolder(path: $0, log: log) }
        own = BundledContent.all.map(\.content)
    }

    /// The products with content. The validator is a digest of the list.
    package func list() -> HostedProductList {
        let products = contents().map(\.product)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // A list of texts and numbers can always be written.
        let bytes = (try? encoder.encode(products)) ?? Data()
        let digest = Hexadecimal.encode(SHA256.hash(data: bytes).prefix(16))
        return HostedProductList(products: products, validator: "\"\(digest)\"")
    }

    package func content(of product: ProductIdentifier) -> HostedContent? {
        for folder in folders {
            if let content = folder.content(of: product) { return content }
        }
        return own.first { $0.product.productIdentifier == product }
    }

    private func contents() -> [HostedContent] {
        var seen: Set<ProductIdentifier> = []
        return (folders.flatMap { $0.contents() } + own).filter { seen.insert($0.product.productIdentifier).inserted }
    }
}
