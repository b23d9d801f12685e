internal import FoundationEssentials
internal import FoundationInternationalization

/// What ICU knows about a storefront's country.
enum StorefrontCurrency {
    /// The currency (ISO 4217) of a country (ISO 3166-1 alpha-3); nil for a country that is unknown.
    static func currency(of country: String) -> String? { region(country).currency?.identifier }

    /// The locale with the country's region added where it has none: `es` in `COL` writes prices as `es_CO`.
    static func locale(_ identifier: String, in country: String) -> String {
        let locale = Locale(identifier: identifier)
        guard locale.region == nil, let region = region(country).region else { return identifier }
        return identifier + "_" + region.identifier
    }

    private static func region(_ country: String) -> Locale { Locale(identifier: "und-" + country) }
}
