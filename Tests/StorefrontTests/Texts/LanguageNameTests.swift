import Foundation
import Testing

@testable import Storefront

@Suite struct LanguageNameTests {
    @Test(arguments: [
        ("es_MX.UTF-8", Language.spanish), ("es", .spanish), ("fr_FR", .french), ("fr@euro", .french),
        ("it_IT.ISO-8859-1", .italian), ("IT", .italian), ("en_GB.UTF-8", .english), ("C", .english),
        ("POSIX", .english), ("C.UTF-8", .english), ("de_AT.UTF-8", .german), ("nl_NL.UTF-8", .english),
        ("estonian", .english), ("", .english),
    ])
    func `A locale's name chooses the language, and English if there is no such language`(
        _ name: String, _ language: Language
    ) {
        #expect(Language(localeName: name) == language)
    }

    @Test func `LC_ALL goes before LC_MESSAGES, and that before LANG; an empty one does not count`() {
        #expect(Language(all: "C", messages: "fr_FR", lang: "it_IT") == .english)
        #expect(Language(all: "", messages: "fr_FR", lang: "it_IT") == .french)
        #expect(Language(all: nil, messages: "", lang: "it_IT") == .italian)
        #expect(Language(all: nil, messages: nil, lang: nil) == .english)
    }

    @Test(arguments: [
        (Language.english, "1,000", "-1,234,567"), (.german, "1.000", "-1.234.567"),
        (.spanish, "1000", "-1.234.567"),
        (.french, "1\u{202f}000", "-1\u{202f}234\u{202f}567"), (.italian, "1000", "-1.234.567"),
    ])
    func `Numbers are grouped as the language does`(
        _ language: Language, _ thousand: String, _ million: String
    ) {
        let strings = language.strings
        #expect(strings.number(1000) == thousand)
        #expect(strings.number(-1_234_567) == million)
        #expect(strings.number(999) == "999")
        #expect(strings.number(Int.min).hasPrefix("-9"))
    }

    @Test
    func
        `One credit is one, French counts zero as one, and millions have a form of their own in three languages`()
    {
        func counts(_ language: Language) -> [String] {
            [0, 1, 2, 1_000_000].map { language.strings.monkeyCredits($0) }
        }
        #expect(
            counts(.english) == [
                "0 monkey credits", "1 monkey credit", "2 monkey credits", "1,000,000 monkey credits",
            ])
        #expect(
            counts(.german) == [
                "0 Affen-Credits", "1 Affen-Credit", "2 Affen-Credits", "1.000.000 Affen-Credits",
            ])
        #expect(
            counts(.spanish) == [
                "0 créditos de mono", "1 crédito de mono", "2 créditos de mono",
                "1.000.000 de créditos de mono",
            ])
        #expect(
            counts(.french) == [
                "0 crédit de singe", "1 crédit de singe", "2 crédits de singe",
                "1\u{202f}000\u{202f}000 de crédits de singe",
            ])
        #expect(
            counts(.italian) == [
                "0 crediti scimmia", "1 credito scimmia", "2 crediti scimmia", "1.000.000 di crediti scimmia",
            ])
    }

    @Test func `The pseudo-language is longer English between brackets, and leaves values alone`() {
        #expect(PseudoLanguage.text("Balance") == "[Ɓáļáñçé··]")
        #expect(PseudoLanguage.text("Buy {count}") == "[Ɓúý {count}]")
        #expect(PseudoLanguage.text("{percent} %") == "{percent} %")
        let button = PseudoLanguage.speaking { Language.english.strings.buyCredits(10) }
        #expect(button == "[Ɓúý 10]")
    }
}

/// The text of one of the package's own files.
func source(_ file: String) throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    return try String(contentsOf: package.appending(path: "Sources/\(file).swift"), encoding: .utf8)
}
