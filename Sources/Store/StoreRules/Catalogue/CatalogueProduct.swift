package import StoreModel

/// A product as a `Catalogue` has it: all its texts, and a price without a currency. Below: the groups, terms
/// and offers of subscriptions, by which the store's rules charge.
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

    /// The texts for a locale: those of exactly that locale, else of its language and script, else of its
    /// language, else the American English, else the English, else the first.
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

    /// The texts in the languages that are not that of the texts for `locale`, each
    /// once; nil where there are none.
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

package struct CatalogueLocalization: Hashable, Sendable {
    /// The locale, with `_` between its parts: `en_US`, `zh_Hans`, `ja`.
    package let locale: String
    package let title: String
    package let description: String

    var language: String { String(locale.prefix { $0 != "_" }) }
}

package struct CatalogueSubscription: Hashable, Sendable {
    package let group: String
    /// The level of service within the group, from 1 for the highest.
    package let level: Int
    /// How long it runs before it renews.
    package let period: SubscriptionPeriod
    /// The offers, in the order of the file; at most one is introductory.
    package let offers: [CatalogueOffer]

    package var introductoryOffer: CatalogueOffer? { offers.first { $0.kind == .introductory } }
}

/// Subscriptions of which a customer has one at a time.
package struct CatalogueGroup: Hashable, Sendable {
    package let identifier: String
    package let name: String
    package internal(set) var products: [ProductIdentifier]
}

/// A subscription's better terms for a while.
package struct CatalogueOffer: Hashable, Sendable {
    /// To whom it is made; the raw values are those of signed transactions (`offerType`).
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// To customers who never had one in the group.
        case introductory = 1
        /// To customers whom the developer chooses.
        case promotional = 2
        /// To those who have a code.
        case code = 3
        /// To customers who had the subscription once.
        case winBack = 4
    }

    package let kind: Kind
    /// Its identifier; of a code its name, because it has no other. Empty for introductory offers.
    package let identifier: String
    package let mode: OfferMode
    /// The price of each of its periods, or of all of it in `payUpFront`, in
    /// thousandths of the storefront's currency.
    package let priceMilliunits: Int64
    package let period: SubscriptionPeriod
    /// How many periods it has, from 1; more than one in `payAsYouGo` only.
    package let periodCount: Int
}
