/// What stands for a character where only ASCII can be shown.
enum ASCIISubstitute {
    /// One or more ASCII characters, or none for a scalar that is not seen.
    static func text(for scalar: Unicode.Scalar) -> String {
        if let known = table[scalar] { return known }
        switch CellWidth(scalar) {
        case .hidden, .combining: return scalar.properties.isWhitespace ? " " : ""
        case .wide: return "??"
        case .narrow where scalar.properties.generalCategory == .spaceSeparator: return " "
        case .narrow, .unknown: return "?"
        }
    }

    private static let table: [Unicode.Scalar: String] = [
        "…": "...", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "×": "x", "·": "-", "−": "-",
        "€": "EUR", "£": "GBP", "¥": "JPY", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right",
    ]
}
