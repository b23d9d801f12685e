/// A frame as text. Tests of the screens compare it with recorded ones.
extension Frame: CustomStringConvertible {
    /// The characters, one line for each row, without the blanks at the line ends.
    package var description: String { lines { column, row in self[column, row].character } }

    func lines(_ character: (Int, Int) -> Character?) -> String {
        (0..<size.rows).map { row in
            var line = (0..<size.columns).compactMap { character($0, row) }
            while line.last == " " { line.removeLast() }
            return String(line) + "\n"
        }.joined()
    }
}
