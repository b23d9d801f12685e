internal import CNCurses

/// The characters of cells for curses. A character that would control the terminal, or that it would draw wider or narrower
/// than the frame says, is replaced.
enum CellText {
    /// Appends the scalars of a character of `width` cells, or question marks in its place.
    static func append(_ character: Character, width: Int, to text: inout [wchar_t]) {
        let start = text.count
        var measured = 0
        for scalar in character.unicodeScalars {
            let code = wchar_t(bitPattern: scalar.value)
            let cells = (0x20..<0x7F).contains(code) ? 1 : Int(cn_width(code))
            guard cells >= 0 else {
                measured = -1
                break
            }
            measured += cells
            text.append(code)
        }
        guard measured != width || text.count - start > maximumScalars else { return }
        text.removeLast(text.count - start)
        text.append(contentsOf: repeatElement(0x3F, count: width))
    }

    /// A cell of curses holds a character and four combining ones.
    private static let maximumScalars = 5
}
