import Foundation
import Testing

@testable import StorefrontStrings

@Suite struct LanguageTests {
    @Test(arguments: [
        ("es_MX.UTF-8", Language.spanish), ("es", .spanish), ("fr_FR", .french), ("fr@euro", .french),
        ("it_IT.ISO-8859-1", .italian), ("IT", .italian), ("en_GB.UTF-8", .english), ("C", .english),
        ("POSIX", .english), ("C.UTF-8", .english), ("de_DE.UTF-8", .english), ("estonian", .english),
        ("", .english), ("pseudo", .english),
    ])
    func `A locale's name chooses the language, and English where there is none`(_ name: String, _ language: Language) {
        #expect(Language(localeName: name) == language)
    }

    @Test func `LC_ALL goes before LC_MESSAGES, and that before LANG; an empty one does not count`() {
        #expect(Language(all: "C", messages: "fr_FR", lang: "it_IT") == .english)
        #expect(Language(all: "", messages: "fr_FR", lang: "it_IT") == .french)
        #expect(Language(all: nil, messages: "", lang: "it_IT") == .italian)
        #expect(Language(all: nil, messages: nil, lang: nil) == .english)
    }

    @Test(arguments: [
        (Language.english, "1,000", "-1,234,567"), (.spanish, "1000", "-1.234.567"),
        (.french, "1\u{202f}000", "-1\u{202f}234\u{202f}567"), (.italian, "1000", "-1.234.567"),
    ])
    func `Numbers are grouped as the language does`(_ language: Language, _ thousand: String, _ million: String) {
        let strings = language.strings
        #expect(strings.number(1000) == thousand)
        #expect(strings.number(-1_234_567) == million)
        #expect(strings.number(999) == "999")
        #expect(strings.number(Int.min).hasPrefix("-9"))
    }

    @Test func `One credit is one, and French counts none as one`() {
        func counts(_ language: Language) -> [String] { [0, 1, 2].map { language.strings.monkeyCredits($0) } }
        #expect(counts(.english) == ["0 monkey credits", "1 monkey credit", "2 monkey credits"])
        #expect(counts(.spanish) == ["0 créditos de mono", "1 crédito de mono", "2 créditos de mono"])
        #expect(counts(.french) == ["0 crédit singe", "1 crédit singe", "2 crédits singe"])
        #expect(counts(.italian) == ["0 crediti scimmia", "1 credito scimmia", "2 crediti scimmia"])
    }

    @Test func `The pseudo-language is longer English between brackets, and leaves values alone`() {
        #expect(("Balance" as Wording).pseudo == "[Ɓáļáñçé··]")
        #expect(("Buy \("Banana")" as Wording).pseudo == "[Ɓúý Banana]")
        #expect(("\(3) × \("Banana")" as Wording).pseudo == "3 × Banana")
        #expect(("Buy \("Banana") \(2)" as Wording).text == "Buy Banana 2")
    }

    @Test(arguments: ["English", "Spanish", "French", "Italian"])
    func `No text leaves out a value that it is given`(_ language: String) throws {
        let functions = try source("StorefrontStrings/\(language)").matches(
            of: /\n    (?:private )?func (?<head>[^{]+)\{(?<body>.*?)\}(?=\n(?:    (?! )|\n|\}))/.dotMatchesNewlines())
        #expect(functions.count > 100)
        for function in functions {
            let words = function.body.split { !$0.isLetter }
            for parameter in function.head.matches(of: #/([a-z]\w*): /#) {
                #expect(words.contains(parameter.1), "\(function.head)")
            }
        }
    }
}

/// The text of one of the package's own files.
func source(_ file: String) throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(contentsOf: package.appending(path: "Sources/\(file).swift"), encoding: .utf8)
}
