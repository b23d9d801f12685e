/// A frame as text: its characters, or its styles. Tests of the screens compare it with recorded ones.
extension Frame: CustomStringConvertible {
    /// The characters, one line for each row, without the blanks at the line ends.
    package var description: String { lines { column, row in self[column, row].character } }

    /// The styles in the same places. A cell shows its role's first letter, in upper case if the text is
    /// bold. Other marks are `#` for reversed text, `_` for underlined text, `*` for text in its own colours,
    /// and `,` for dim ordinary text. Ordinary text is a dot, and a blank stays a blank.
    package var styleDescription: String {
        lines { column, row in
            let cell = self[column, row]
            if cell.style.isUnderlined { return "_" }
            if cell.style.isReverse { return "#" }
            if cell.style.colours != nil { return "*" }
            if cell.style.isDim { return cell.character == " " ? " " : "," }
            if cell.style.role == .normal && !cell.style.isBold { return cell.character == " " ? " " : "." }
            let letter = String(describing: cell.style.role).prefix(1)
            return Character(cell.style.isBold ? letter.uppercased() : String(letter))
        }
    }

    private func lines(_ character: (Int, Int) -> Character?) -> String {
        (0..<size.rows).map { row in
            var line = (0..<size.columns).compactMap { character($0, row) }
            while line.last == " " { line.removeLast() }
            return String(line) + "\n"
        }.joined()
    }
}
