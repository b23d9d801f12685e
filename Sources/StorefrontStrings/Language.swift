/// A language of the storefront. `monkeystore` chooses it by the locale, and the screens take their `strings` from it.
package enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en", spanish = "es", french = "fr", italian = "it"
    /// English with accents, between brackets and about 40 % longer, for tests that look for texts that are cut or not
    /// translated. No locale chooses it.
    case pseudo

    /// The language of a locale's name, for example `es_MX.UTF-8`; English for all other languages and for `C` and `POSIX`.
    package init(localeName: String) {
        let code = localeName.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
        self = Self.allCases.first { $0.code == code.lowercased() } ?? .english
    }

    /// The language for the values of `LC_ALL`, `LC_MESSAGES` and `LANG`: the first that is neither nil nor empty counts.
    package init(all: String?, messages: String?, lang: String?) {
        self.init(localeName: [all, messages, lang].compactMap(\.self).first { !$0.isEmpty } ?? "")
    }

    package var strings: any Strings {
        switch self {
        case .english, .pseudo: English(language: self)
        case .spanish: Spanish()
        case .french: French()
        case .italian: Italian()
        }
    }

    /// Its code of ISO 639-1; nil for the pseudo-language.
    package var code: String? { self == .pseudo ? nil : rawValue }
}
