/// A text of `English` that keeps words and inserted values apart: `Language.pseudo`, for tests, alters the words only.
struct Wording: ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [(text: String, isValue: Bool)] = []

        init(literalCapacity: Int, interpolationCount: Int) { pieces.reserveCapacity(interpolationCount * 2 + 1) }

        mutating func appendLiteral(_ literal: String) { pieces.append((literal, false)) }
        mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            pieces.append((value.description, true))
        }
    }

    private let pieces: [(text: String, isValue: Bool)]

    init(stringLiteral text: String) { pieces = [(text, false)] }
    init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    // Not joined(): its first call looks types up by name, which takes a tenth of the time until the first frame.
    var text: String { pieces.count == 1 ? pieces[0].text : pieces.reduce(into: "") { $0 += $1.text } }

    /// The text in the pseudo-language. Values do not change, and neither does a text without words.
    var pseudo: String {
        let letters = pieces.reduce(0) { $0 + ($1.isValue ? 0 : $1.text.count(where: \.isLetter)) }
        guard letters > 0 else { return text }
        let accented = pieces.map { $0.isValue ? $0.text : String($0.text.map { Self.accents[$0] ?? $0 }) }.joined()
        return "[\(accented)\(String(repeating: "·", count: letters * 3 / 10))]"
    }

    private static let accents: [Character: Character] = [
        "a": "á", "b": "ƀ", "c": "ç", "d": "ð", "e": "é", "f": "ƒ", "g": "ğ", "h": "ĥ", "i": "í", "j": "ĵ", "k": "ķ",
        "l": "ļ", "m": "ɱ", "n": "ñ", "o": "ö", "p": "þ", "r": "ŕ", "s": "š", "t": "ţ", "u": "ú", "w": "ŵ", "y": "ý",
        "z": "ž", "A": "Á", "B": "Ɓ", "C": "Ç", "D": "Ð", "E": "É", "F": "Ƒ", "G": "Ğ", "H": "Ĥ", "I": "Í", "J": "Ĵ",
        "K": "Ķ", "L": "Ļ", "M": "Ḿ", "N": "Ñ", "O": "Ö", "P": "Þ", "R": "Ŕ", "S": "Š", "T": "Ţ", "U": "Ú", "W": "Ŵ",
        "Y": "Ý", "Z": "Ž",
    ]
}
