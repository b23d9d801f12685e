package import StoreModel

/// A product as the catalogue has it: all its texts, and a price without a currency.
package struct CatalogueProduct: Hashable, Sendable {
    package let identifier: ProductIdentifier
    package let kind: ProductKind
    /// The name that the developer gave it; customers do not see it unless there is no other.
    package let referenceName: String?
    /// The price of one piece, in thousandths of the storefront's currency.
    package let priceMilliunits: Int64
    /// Title and description in each language, in the file's order.
    package let localizations: [CatalogueLocalization]
    package let isFamilyShareable: Bool
    /// The terms and offers; auto-renewable subscriptions only.
    package let subscription: CatalogueSubscription?

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

    /// The texts in the languages that are not that of the texts for `locale`, each once; nil where there are none.
    func otherTexts(besides locale: String) -> [ProductText]? {
        var known: Set<String> = [localization(for: locale)?.language ?? ""]
        let texts = localizations.filter { !$0.language.isEmpty && known.insert($0.language).inserted }
            .map { ProductText(language: $0.language, title: $0.title, description: $0.description) }
        return texts.isEmpty ? nil : texts
    }

    /// The title for a locale; a product without one goes by its reference name, else by its identifier.
    func title(for locale: String) -> String {
        [localization(for: locale)?.title, referenceName].compactMap(\.self).first { !$0.isEmpty }
            ?? identifier.rawValue
    }
}

/// A product's texts in one language.
package struct CatalogueLocalization: Hashable, Sendable {
    /// The locale, with `_` between its parts: `en_US`, `zh_Hans`, `ja`.
    package let locale: String
    package let title: String
    package let description: String

    /// The language of the locale, such as `zh`.
    var language: String { String(locale.prefix { $0 != "_" }) }
}
