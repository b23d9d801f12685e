internal import FoundationEssentials
internal import FoundationInternationalization

/// What ICU knows about a storefront's country (ISO 3166-1 alpha-3, such as `USA`).
enum StorefrontCountry {
    static func currency(of country: String) -> String? {
        guard country.utf8.count == 3, country.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) else {
            return nil
        }
        let currency = region(country).currency?.identifier
        // ISO 4217's word for no currency.
        return currency == "XXX" ? nil : currency
    }

    /// The locale with the country's region added where it has none: `es` in `COL` writes prices as `es_CO` does.
    static func locale(_ identifier: String, in country: String) -> String {
        guard Locale(identifier: identifier).region == nil, let region = region(country).region else {
            return identifier
        }
        return identifier + "_" + region.identifier
    }

    /// The script that a locale is written in, such as `Hans`: its own, else its region's, else its language's.
    static func script(of locale: String) -> String? {
        Locale.Language(identifier: locale).script?.identifier
    }

    private static func region(_ country: String) -> Locale { Locale(identifier: "und-" + country) }
}
