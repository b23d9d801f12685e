internal import Crypto
internal import FoundationEssentials
public import StoreModel

/// All that a content server has: the books of this project, and those of folders.
public final class BookShelf: Sendable {
    private let own: [HostedContent]
    private let folders: [BookFolder]

    /// A shelf of the project's own books and of those in `folders`. Of a product that is there twice, the first one counts; the
    /// folders come first.
    ///
    /// - Parameters:
    ///   - folders: the paths of folders with a `manifest.json` (see monkeystore-store(7)).
    ///   - log: takes what is wrong in a folder.
    public init(folders: [String] = [], log: @escaping @Sendable (String) -> Void = { _ in }) {
        self.folders = folders.map { BookFolder(path: $0, log: log) }
        own = OwnBook.all.map(\.content)
    }

    /// What there is now. The validator is a digest of the list.
    public func list() -> HostedProductList {
        let products = contents().map(\.product)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // A list of texts and numbers can always be written.
        let bytes = (try? encoder.encode(products)) ?? Data()
        let digest = Hexadecimal.encode(SHA256.hash(data: bytes).prefix(16))
        return HostedProductList(products: products, validator: "\"\(digest)\"")
    }

    /// The content of a product; nil where there is none.
    public func content(of product: ProductIdentifier) -> HostedContent? {
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
