@testable import Storefront

/// English with accents, in brackets and about 40 % longer, for tests that find texts that are cut or not
/// translated.
enum PseudoLanguage {
    /// Does something while the English texts are these.
    static func speaking<Result>(_ act: () throws -> Result) rethrows -> Result {
        try Language.$englishTexts.withValue(texts, operation: act)
    }

    private static let texts: TextTable = {
        let english = Language.englishTexts
        let lines = Text.allCases.flatMap { key in
            Language.english.pluralForms.map { "\(key)[\($0)] = \(text(english[key, $0]))" }
        }
        return TextTable(Array(lines.joined(separator: "\n").utf8))
    }()

    /// The text with other letters, longer and in brackets. A value's `{name}` stays, and a text without
    /// words does not change.
    static func text(_ english: String) -> String {
        var text = ""
        var letters = 0
        var isName = false
        for character in english {
            if character == "{" { isName = true }
            if !isName, character.isLetter { letters += 1 }
            text.append(isName ? character : accents[character] ?? character)
            if character == "}" { isName = false }
        }
        return letters == 0 ? english : "[\(text)\(String(repeating: "·", count: letters * 3 / 10))]"
    }

    private static let accents: [Character: Character] = [
        "a": "á", "b": "ƀ", "c": "ç", "d": "ð", "e": "é", "f": "ƒ", "g": "ğ", "h": "ĥ", "i": "í", "j": "ĵ",
        "k": "ķ",
        "l": "ļ", "m": "ɱ", "n": "ñ", "o": "ö", "p": "þ", "r": "ŕ", "s": "š", "t": "ţ", "u": "ú", "w": "ŵ",
        "y": "ý",
        "z": "ž", "A": "Á", "B": "Ɓ", "C": "Ç", "D": "Ð", "E": "É", "F": "Ƒ", "G": "Ğ", "H": "Ĥ", "I": "Í",
        "J": "Ĵ",
        "K": "Ķ", "L": "Ļ", "M": "Ḿ", "N": "Ñ", "O": "Ö", "P": "Þ", "R": "Ŕ", "S": "Š", "T": "Ţ", "U": "Ú",
        "W": "Ŵ",
        "Y": "Ý", "Z": "Ž",
    ]
}
