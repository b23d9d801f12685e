public import StoreModel

/// A product as the catalogue has it: all its texts, and a price without a currency.
public struct CatalogueProduct: Hashable, Sendable {
    /// The product's identifier.
    public let identifier: ProductIdentifier
    /// What kind of product it is.
    public let kind: ProductKind
    /// The name that the developer gave it; customers do not see it unless there is no other.
    public let referenceName: String?
    /// The price of one piece, in thousandths of the storefront's currency.
    public let priceMilliunits: Int64
    /// Title and description in each language, in the file's order.
    public let localizations: [CatalogueLocalization]
    /// Whether a family may share it.
    public let isFamilyShareable: Bool
    /// What it has besides; auto-renewable subscriptions only.
    public let subscription: CatalogueSubscription?

    /// The texts for a locale: those of exactly that locale, else of its language and script, else of its language, else the
    /// American English, else the English, else the first.
    func localization(for locale: String) -> CatalogueLocalization? {
        let language = locale.prefix { $0 != "_" }
        let ofLanguage = localizations.filter { $0.locale.prefix { $0 != "_" } == language }
        let script = ofLanguage.count > 1 ? StorefrontCountry.script(of: locale) : nil
        return ofLanguage.first { $0.locale == locale }
            ?? ofLanguage.first { script != nil && StorefrontCountry.script(of: $0.locale) == script }
            ?? ofLanguage.first
            ?? localizations.first { $0.locale == "en_US" }
            ?? localizations.first { $0.locale == "en" }
            ?? localizations.first
    }

    /// The title for a locale; a product without one goes by its reference name, else by its identifier.
    func title(for locale: String) -> String {
        [localization(for: locale)?.title, referenceName].compactMap(\.self).first { !$0.isEmpty }
            ?? identifier.rawValue
    }
}

/// A product's texts in one language.
public struct CatalogueLocalization: Hashable, Sendable {
    /// The locale, with `_` between its parts: `en_US`, `zh_Hans`, `ja`.
    public let locale: String
    /// The title; may be empty.
    public let title: String
    /// The description; may be empty.
    public let description: String
}
