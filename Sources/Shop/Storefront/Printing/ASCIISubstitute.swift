/// The replacement for a character on a terminal that shows only ASCII. `TerminalText` uses it.
enum ASCIISubstitute {
    /// One or more ASCII characters; empty for an invisible scalar.
    static func text(for scalar: Unicode.Scalar) -> String {
        if let known = table[scalar] { return known }
        switch CellWidth(scalar) {
        case .hidden, .combining: return scalar.properties.isWhitespace ? " " : ""
        case .wide: return "??"
        case .narrow where scalar.properties.generalCategory == .spaceSeparator: return " "
        case .narrow, .unknown: return "?"
        }
    }

    /// What somebody types in a search for a character: the plain letters for a letter with marks, or the
    /// one character that looks like it; nil for another character.
    static func typed(for scalar: Unicode.Scalar) -> String? {
        guard let known = table[scalar] else { return nil }
        return scalar.properties.isAlphabetic || known.count == 1 ? known : nil
    }

    private static let table: [Unicode.Scalar: String] = [
        "…": "...", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "×": "x", "·": "-",
        "−": "-",
        "€": "EUR", "£": "GBP", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right",
        "¿": "?", "¡": "!", "«": "\"", "»": "\"", "‹": "<", "›": ">", "º": "o", "ª": "a", "ß": "ss",
        "Æ": "AE",
        "æ": "ae",
        "Œ": "OE", "œ": "oe", "Ø": "O", "ø": "o", "ð": "d", "Ð": "D", "þ": "p", "Þ": "P", "ı": "i", "Ł": "L",
        "ł": "l",
        "ƀ": "b", "Ɓ": "B", "ƒ": "f", "Ƒ": "F", "ɱ": "m",
    ].merging(accented) { known, _ in known }

    /// The plain letter for each letter that has one mark.
    private static let accented: [Unicode.Scalar: String] = {
        let marked: [String: String] = [
            "A": "ÀÁÂÃÄÅĀĂĄ", "C": "ÇĆĈĊČ", "D": "ĎĐ", "E": "ÈÉÊËĒĔĖĘĚ", "G": "ĜĞĠĢ", "H": "ĤĦ",
            "I": "ÌÍÎÏĨĪĬĮİ",
            "J": "Ĵ",
            "K": "Ķ", "L": "ĹĻĽĿ", "M": "Ḿ", "N": "ÑŃŅŇ", "O": "ÒÓÔÕÖŌŎŐ", "R": "ŔŖŘ", "S": "ŚŜŞŠ",
            "T": "ŢŤŦ",
            "U": "ÙÚÛÜŨŪŬŮŰŲ", "W": "Ŵ", "Y": "ÝŶŸ", "Z": "ŹŻŽ", "a": "àáâãäåāăą", "c": "çćĉċč", "d": "ďđ",
            "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭį", "j": "ĵ", "k": "ķ", "l": "ĺļľŀ",
            "m": "ḿ",
            "n": "ñńņň", "o": "òóôõöōŏő", "r": "ŕŗř", "s": "śŝşš", "t": "ţťŧ", "u": "ùúûüũūŭůűų", "w": "ŵ",
            "y": "ýÿŷ",
            "z": "źżž",
        ]
        var table: [Unicode.Scalar: String] = [:]
        for (letter, all) in marked { for scalar in all.unicodeScalars { table[scalar] = letter } }
        return table
    }()
}
