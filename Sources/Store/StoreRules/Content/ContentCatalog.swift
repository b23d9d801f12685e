internal import Crypto
package import StoreModel

/// The books that the content routes and `EmbeddedContent` deliver: this project's own, and those in folders.
package final class ContentCatalog: Sendable {
    /// The project's own books, which are built into the program.
    private static let own = [
        HostedContent("firstbanana", "The First Banana", PackageResources.first_banana_txt),
        HostedContent("monkeywhocounted", "The Monkey Who Counted", PackageResources.monkey_who_counted_txt),
        HostedContent("nightferry", "The Night Ferry", PackageResources.night_ferry_txt),
    ]
    private let folders: [BookFolder]

    /// The project's own books and those in `folders`. If a product is there twice, the first one counts; the
    /// folders come first.
    package init(folders: [String] = [], log: @escaping @Sendable (String) -> Void = { _ in }) {
        self.folders = folders.map { BookFolder(path: $0, log: log) }
    }

    /// The products with content. The validator is a digest of the list.
    package func list() -> HostedProductList {
        var seen: Set<ProductIdentifier> = []
        let products = (folders.flatMap { $0.products() } + Self.own.map(\.product)).filter {
            seen.insert($0.productIdentifier).inserted
        }
        // A list of texts and numbers can always be encoded.
        let json = (try? SentJSON.text(products)) ?? ""
        let digest = Hexadecimal.encode(SHA256.hash(data: Array(json.utf8)).prefix(16))
        return HostedProductList(products: products, validator: "\"\(digest)\"")
    }

    package func content(of product: ProductIdentifier) -> HostedContent? {
        folders.lazy.compactMap { $0.content(of: product) }.first
            ?? Self.own.first { $0.product.productIdentifier == product }
    }
}

extension HostedContent {
    fileprivate init(_ name: String, _ title: String, _ text: [UInt8]) {
        self.init(
            product: HostedProduct(
                productIdentifier: ProductIdentifier(rawValue: "com.xamarin.storekit.testing.book." + name),
                title: title, length: Int64(text.count), digest: Hexadecimal.encode(SHA256.hash(data: text))),
            storage: .memory(text))
    }
}
