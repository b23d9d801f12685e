internal import FoundationEssentials
internal import FoundationInternationalization
internal import StoreModel

/// What ICU knows about a storefront's country (ISO 3166-1 alpha-3, such as `USA`). Below is how ICU writes
/// prices. `Catalogue` and its reader ask it for currencies, locales and price formats.
///
/// Most catalogues are American; the one in the program is, too. What ICU says about these is written here:
/// opening ICU takes three milliseconds, a sixth of the time of a whole command.
enum StorefrontCountry {
    /// Nil if the App Store has no storefront there.
    static func currency(of country: String) -> String? {
        if country == "USA" { return "USD" }
        guard StorefrontIdentifier.of(country: country) != nil else { return nil }
        return region(country).currency?.identifier
    }

    /// The locale with the country's region added if it has none: `es` in `COL` writes prices as
    /// `es_CO` does.
    static func locale(_ identifier: String, in country: String) -> String {
        if identifier == "en_US" { return identifier }
        guard Locale(identifier: identifier).region == nil, let region = region(country).region else {
            return identifier
        }
        return identifier + "_" + region.identifier
    }

    /// The script of a locale, such as `Hans`: its own, or else that of its region, or of its language.
    static func script(of locale: String) -> String? {
        Locale.Language(identifier: locale).script?.identifier
    }

    private static func region(_ country: String) -> Locale { Locale(identifier: "und-" + country) }
}

extension PriceLocale {
    /// How ICU writes `currency` (ISO 4217) in `locale`, with Latin digits.
    init(locale: String, currency: String) {
        if (locale, currency) == ("en_US", "USD") {
            self = .american
        } else {
            self.init(sampledIn: locale, currency: currency)
        }
    }

    private static let american = PriceLocale(
        identifier: "en_US", prefix: "$", suffix: "", decimalSeparator: ".", groupingSeparator: ",",
        primaryGroupingSize: 3, secondaryGroupingSize: 3, fractionDigits: 2)

    /// The format of two sample prices, because Foundation does not show ICU's patterns, and `NumberFormatter`
    /// has the wrong ones for India.
    private init(sampledIn locale: String, currency: String) {
        let style = Decimal.FormatStyle.Currency(
            code: currency, locale: Locale(identifier: locale + "@numbers=latn"))
        // With decimals even if the currency has none: a price may be finer, and is then written in full.
        let large = SamplePrice(
            Decimal(1_234_567).formatted(style.precision(.fractionLength(3))), wholeDigits: 7)
        let small = SamplePrice(Decimal(1234).formatted(style), wholeDigits: 4)
        let groups = large.groups.map(\.count)
        self.init(
            identifier: locale, prefix: large.prefix, suffix: large.suffix,
            decimalSeparator: large.decimalSeparator,
            groupingSeparator: large.groupingSeparator,
            primaryGroupingSize: groups.count > 1 ? groups[groups.count - 1] : 0,
            secondaryGroupingSize: groups.count > 2 ? groups[groups.count - 2] : 0,
            fractionDigits: small.fractionDigits,
            minimumGroupingDigits: groups.count > 1 && small.groups.count == 1 ? 2 : 1)
    }
}

/// A price as ICU wrote it, taken apart.
private struct SamplePrice {
    var prefix = ""
    var suffix = ""
    /// The whole digits, as the separators divide them.
    var groups = [""]
    var groupingSeparator = ""
    var decimalSeparator = ""
    var fractionDigits = 0

    init(_ text: String, wholeDigits: Int) {
        var seen = 0
        var between = ""
        for scalar in text.unicodeScalars {
            guard ("0"..."9").contains(scalar) else {
                between.unicodeScalars.append(scalar)
                continue
            }
            switch seen {
            case 0: prefix = between
            case wholeDigits: decimalSeparator = between
            default:
                if !between.isEmpty {
                    groupingSeparator = between
                    groups.append("")
                }
            }
            between = ""
            seen += 1
            if seen <= wholeDigits { groups[groups.count - 1].unicodeScalars.append(scalar) }
        }
        suffix = between
        fractionDigits = seen - wholeDigits
    }
}
