package import StoreModel

/// A product in a `Catalogue`, with all its texts and a price without a currency. Below are the groups, terms
/// and offers of subscriptions; the store's rules charge by them.
package struct CatalogueProduct: Hashable, Sendable {
    package let identifier: ProductIdentifier
    package let kind: ProductKind
    /// The developer's name for it; customers see it only if there is no other name.
    package let referenceName: String?
    /// The price of one piece, in thousandths of the storefront's currency.
    package let priceMilliunits: Int64
    /// Title and description in each language, in the file's order.
    package let localizations: [CatalogueLocalization]
    package let isFamilyShareable: Bool
    /// The terms and offers; auto-renewable subscriptions only.
    package let subscription: CatalogueSubscription?

    /// The texts for a locale. It tries exactly that locale, then its language and script, then its language,
    /// then American English, then English, then the first texts.
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

    /// The texts in other languages than those for `locale`, each language once; nil if there are none.
    func otherTexts(besides locale: String) -> [ProductText]? {
        var known: Set<String> = [localization(for: locale)?.language ?? ""]
        let texts = localizations.filter { !$0.language.isEmpty && known.insert($0.language).inserted }
            .map { ProductText(language: $0.language, title: $0.title, description: $0.description) }
        return texts.isEmpty ? nil : texts
    }

    /// The title for a locale; if it has none, the reference name, or else the identifier.
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

/// Subscriptions that exclude each other: a customer has one at a time.
package struct CatalogueGroup: Hashable, Sendable {
    package let identifier: String
    package let name: String
    package internal(set) var products: [ProductIdentifier]
}

/// Better terms for a subscription, for a while.
package struct CatalogueOffer: Hashable, Sendable {
    /// Who it is offered to. The raw values are those in signed transactions (`offerType`).
    package enum Kind: Int, Hashable, Sendable, Codable, CaseIterable {
        /// To customers who never had one in the group.
        case introductory = 1
        /// To customers whom the developer chooses.
        case promotional = 2
        /// To those who have a code.
        case code = 3
        /// To customers who had the subscription once.
        case winBack = 4
    }

    /// A customer by the subscription in the offer's group. The raw values are those in the file.
    package enum Customer: String, Hashable, Sendable, CaseIterable {
        case new, existing, expired
    }

    package let kind: Kind
    /// Its identifier; for a code its name, because it has no identifier. Empty for introductory offers.
    package let identifier: String
    package let mode: OfferMode
    /// The price of each period, or of the whole offer in `payUpFront`, in thousandths of the
    /// storefront's currency.
    package let priceMilliunits: Int64
    package let period: SubscriptionPeriod
    /// How many periods it has, at least 1; more than one in `payAsYouGo` only.
    package let periodCount: Int
    /// The customers who may redeem it, if others of its kind may.
    package var customers = Set(Customer.allCases)
}

extension TransactionPayload {
    /// The kind of its offer; nil if it has none, or one of a kind that is not known here.
    var offerKind: CatalogueOffer.Kind? { offerType.flatMap(CatalogueOffer.Kind.init(rawValue:)) }
}
