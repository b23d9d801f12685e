package import StoreModel

/// The products that a store (`AppStore`) sells, and its storefront. It is read from an Xcode StoreKit
/// configuration file (`.storekit`) of any version from 1.0 to 6.3, with any of the oddities that real ones
/// have. Fields that are not used here are skipped; the subscription key in the file is never read.
package struct Catalogue: Sendable {
    /// The products for sale, subscriptions among them, in the order of the file.
    package let products: [CatalogueProduct]
    /// The groups of the subscriptions, in the order of the file.
    package let groups: [CatalogueGroup]
    /// The application's licence and privacy policies; nil if the file has none.
    package let policies: CataloguePolicies?
    /// The version of the file's format, such as `4.0`; nil if the file does not say.
    package let version: String?
    /// The storefront, and the store's initial settings.
    package private(set) var settings: CatalogueSettings
    package private(set) var priceLocale: PriceLocale
    package let warnings: [String]

    /// The catalogue in the program, which is read once. A thread that needs it waits for one that reads it.
    package static func bundled() throws(CatalogueError) -> Catalogue { try readOnce.get() }

    private static let readOnce = Result { () throws(CatalogueError) in
        try Catalogue(json: PackageResources.Products_storekit, name: "Products.storekit")
    }

    package init(contentsOfFile path: String) throws(CatalogueError) {
        try self.init(json: CatalogueFile.read(path), name: path)
    }

    /// Reads the text of such a file; errors call it `name`.
    package init(json: [UInt8], name: String) throws(CatalogueError) {
        let file = try CatalogueFile(json: json, name: name)
        var reader = CatalogueReader(file: name)
        reader.readVersion(file)
        settings = try reader.readSettings(file.settings)
        priceLocale = PriceLocale(locale: settings.locale, currency: settings.currency)
        reader.decimals = min(max(priceLocale.fractionDigits, 0), 3)
        products = try reader.products(file)
        groups = reader.groups
        version = file.version.map {
            let (major, minor) = $0.value?.number ?? (0, 0)
            return "\(major).\(minor)"
        }
        policies = file.appPolicies.map { CataloguePolicies($0.value) }
        warnings = reader.warnings
    }

    /// The same products in another country or language. Prices keep their numbers in another currency, as
    /// in Xcode.
    package func moved(to place: CataloguePlace) -> Catalogue {
        var catalogue = self
        catalogue.settings = CatalogueSettings(
            storefront: place.storefront, wantedLocale: place.locale, currency: place.currency,
            initial: settings.initial)
        catalogue.priceLocale = PriceLocale(locale: catalogue.settings.locale, currency: place.currency)
        return catalogue
    }

    /// The products as customers see them, in the order of the file.
    package var productsOnSale: [Product] {
        let groupNames = Dictionary(uniqueKeysWithValues: groups.map { ($0.identifier, $0.name) })
        let locale = settings.locale
        return products.map { product in
            Product(
                identifier: product.identifier, kind: product.kind,
                localizedTitle: product.title(for: locale),
                localizedDescription: product.localization(for: locale)?.description ?? "",
                price: Money(milliunits: product.priceMilliunits, currency: settings.currency),
                priceLocale: priceLocale, isFamilyShareable: product.isFamilyShareable,
                subscription: product.subscription.map { terms($0, groupName: groupNames[$0.group] ?? "") },
                otherTexts: product.otherTexts(besides: locale))
        }
    }

    private func terms(_ subscription: CatalogueSubscription, groupName: String) -> SubscriptionTerms {
        let promotional = subscription.offers.filter { $0.kind == .promotional }.map {
            PromotionalOffer(identifier: $0.identifier, terms: terms($0))
        }
        return SubscriptionTerms(
            group: subscription.group, groupName: groupName, level: subscription.level,
            period: subscription.period,
            introductoryOffer: subscription.introductoryOffer.map(terms),
            promotionalOffers: promotional.isEmpty ? nil : promotional)
    }

    private func terms(_ offer: CatalogueOffer) -> IntroductoryOffer {
        IntroductoryOffer(
            mode: offer.mode, price: Money(milliunits: offer.priceMilliunits, currency: settings.currency),
            period: offer.period, periodCount: offer.periodCount)
    }

    /// Why a request for products calls an identifier invalid, in one sentence; nil if the product is on
    /// sale. Apple's store does not tell.
    package func reasonForInvalidity(of identifier: ProductIdentifier) -> String? {
        let identifiers = products.map(\.identifier.rawValue)
        let wanted = identifier.rawValue
        guard !products.contains(where: { $0.identifier == identifier }) else { return nil }
        let name = wanted.debugDescription
        func like(_ isAlike: (String) -> Bool) -> String? {
            identifiers.first(where: isAlike)?.debugDescription
        }
        if let other = like({ $0 == wanted }) {
            return "\(name) looks like \(other), and is written with other characters."
        }
        if let other = like({ $0.lowercased() == wanted.lowercased() }) {
            return "\(name) differs from \(other) in capital letters."
        }
        if let other = like({ $0.filter { !$0.isWhitespace } == wanted.filter { !$0.isWhitespace } }) {
            return "\(name) differs from \(other) in white space."
        }
        if let other = like({ $0.hasSuffix("." + wanted) }) {
            return "\(name) is only the end of \(other); an identifier is written in full."
        }
        if groups.contains(where: { $0.identifier == wanted || $0.name == wanted }) {
            return "\(name) is a subscription group, and not one of its products."
        }
        if products.contains(where: { $0.referenceName == wanted }) {
            return "\(name) is the reference name of a product, and not its identifier."
        }
        return "The catalogue has no product \(name)."
    }
}

/// A storefront, and the language of its texts.
package struct CataloguePlace: Hashable, Sendable {
    let storefront: String
    /// With a region only if it was asked for.
    let locale: String
    let currency: String

    /// A place; nil if the storefront is not a country of the App Store, or `locale` is not a locale.
    package init?(storefront: String, locale: String) {
        guard let currency = StorefrontCountry.currency(of: storefront), CatalogueReader.isLocale(locale)
        else {
            return nil
        }
        self.storefront = storefront
        self.locale = CatalogueReader.underscored(locale)
        self.currency = currency
    }
}

package struct CataloguePolicies: Hashable, Sendable {
    package struct Policy: Hashable, Sendable {
        /// The locale, with `_` between its parts.
        package let locale: String
        package let text: String
        package let address: String
    }

    /// The licence for the application's user; empty for Apple's own.
    package let licence: String
    package let policies: [Policy]

    init(_ file: CatalogueFile.Policies?) {
        licence = file?.eula?.value ?? ""
        policies = (file?.policies?.value ?? []).compactMap(\.value).map { policy in
            Policy(
                locale: CatalogueReader.underscored(policy.locale?.value ?? ""),
                text: policy.policyText?.value ?? "", address: policy.policyURL?.value ?? "")
        }
    }
}

/// The settings in a catalogue's file: the storefront, and the store's initial settings.
package struct CatalogueSettings: Hashable, Sendable {
    /// The storefront's country, ISO 3166-1 alpha-3; `USA` unless the file names another.
    package let storefront: String
    /// The locale that the file or the customer asks for; `en_US` unless the file names another. May have no
    /// region.
    package let wantedLocale: String
    package let currency: String
    /// The faults and the time rate that the file asks for; see `AppStore.adoptSettings`.
    package let initial: StoreSettings

    /// The locale of texts and prices, for example `en_US`: the wanted one, with the storefront's region if it
    /// has none.
    package var locale: String { StorefrontCountry.locale(wantedLocale, in: storefront) }
}
