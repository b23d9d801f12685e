/// Makes texts of `Language.pseudo` from English ones, for tests.
enum PseudoLanguage {
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
