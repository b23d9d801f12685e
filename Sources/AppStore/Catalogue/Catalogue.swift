public import StoreModel

/// What is on sale: an Xcode StoreKit configuration file (`.storekit`), of any version from 1.0 to 6.3 and with any of the
/// oddities that real ones have. What the store has no use for is read past; the subscription key in it is never looked at.
public struct Catalogue: Sendable {
    /// The products for sale, subscriptions among them, in the order of the file.
    public let products: [CatalogueProduct]
    /// Where and in which language they are sold.
    public let settings: CatalogueSettings
    /// How prices are written there.
    public let priceLocale: PriceLocale
    /// What is odd in the file, one sentence for each thing.
    public let warnings: [String]

    /// The catalogue that is built into the program.
    public static func bundled() throws(CatalogueError) -> Catalogue {
        try Catalogue(json: PackageResources.Products_storekit, name: "Products.storekit")
    }

    /// Reads the file at `path`.
    public init(contentsOfFile path: String) throws(CatalogueError) {
        try self.init(json: CatalogueFile.read(path), name: path)
    }

    /// Reads the text of such a file; errors call it `name`.
    public init(json: [UInt8], name: String) throws(CatalogueError) {
        var reader = CatalogueReader(file: name, json: json)
        products = try reader.products()
        settings = reader.settings
        warnings = reader.warnings
        priceLocale = PriceLocale(locale: settings.locale, currency: settings.currency)
    }

    /// The products as customers see them, in the order of the file.
    var productsOnSale: [Product] {
        products.map { product in
            Product(
                identifier: product.identifier, kind: product.kind,
                localizedTitle: product.title(for: settings.locale),
                localizedDescription: product.localization(for: settings.locale)?.description ?? "",
                price: Money(milliunits: product.priceMilliunits, currency: settings.currency),
                priceLocale: priceLocale, isFamilyShareable: product.isFamilyShareable)
        }
    }
}
