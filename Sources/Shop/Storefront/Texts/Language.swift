internal import CTexts

/// A language of the storefront. `monkeystore` chooses it by the locale, and the screens take their `strings`
/// from it. Its raw values are ISO 639-1 codes.
package enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en", german = "de", spanish = "es", french = "fr", italian = "it"

    /// The language of a locale's name, such as `es_MX.UTF-8`. English for all other languages, and for `C`
    /// and `POSIX`.
    init(localeName: String) {
        let code = localeName.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
        self = Self(rawValue: code.lowercased()) ?? .english
    }

    /// The language for the values of `LC_ALL`, `LC_MESSAGES` and `LANG`. The first value that is neither nil
    /// nor empty counts.
    package init(all: String?, messages: String?, lang: String?) {
        self.init(localeName: [all, messages, lang].compactMap(\.self).first { !$0.isEmpty } ?? "")
    }

    package var strings: Strings {
        switch self {
        case .english: Strings(self, Self.englishTexts)
        case .german: Strings(self, Self.germanTexts)
        case .spanish: Strings(self, Self.spanishTexts)
        case .french: Strings(self, Self.frenchTexts)
        case .italian: Strings(self, Self.italianTexts)
        }
    }

    /// A value of the task, so that tests can draw the screens with longer texts.
    @TaskLocal static var englishTexts = TextTable(english_texts())
    private static let germanTexts = TextTable(german_texts())
    private static let spanishTexts = TextTable(spanish_texts())
    private static let frenchTexts = TextTable(french_texts())
    private static let italianTexts = TextTable(italian_texts())
}

// How the language writes and counts numbers (CLDR).
extension Language {
    /// The plural forms of a text with a count.
    var pluralForms: [PluralForm] {
        switch self {
        case .english, .german: [.one, .other]
        case .spanish, .french, .italian: [.one, .many, .other]
        }
    }

    func pluralForm(of count: Int) -> PluralForm {
        if count.magnitude == 1 || count == 0 && self == .french { return .one }
        let isMany = count != 0 && count.isMultiple(of: 1_000_000)
        return isMany && pluralForms.contains(.many) ? .many : .other
    }

    /// The separator of groups of three digits.
    var groupingSeparator: String {
        switch self {
        case .english: ","
        case .german, .spanish, .italian: "."
        case .french: "\u{202f}"
        }
    }

    /// How many digits there must be before the first separator.
    var minimumGroupingDigits: Int {
        switch self {
        case .english, .german, .french: 1
        case .spanish, .italian: 2
        }
    }

    /// The symbol of a currency (ISO 4217), to be written after an amount; nil for the store's own format.
    func currencySymbol(_ currency: String) -> String? {
        switch (self, currency) {
        case (.english, _): nil
        case (_, "EUR"): "€"
        case (.german, "USD"): "$"
        case (.spanish, "USD"): "US$"
        case (.french, "USD"): "$US"
        case (.german, "GBP"), (.italian, "GBP"): "£"
        case (.french, "GBP"): "£GB"
        default: currency
        }
    }
}
