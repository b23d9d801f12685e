/// A value that has the window to itself: its lines, how many of them fit, and what is below them. Keys use
/// it to scroll.
struct LoneValue {
    let lines: [TerminalText]
    let hint: [TerminalText]
    let height: Int

    /// The largest first line, which shows the end of the value.
    var lastFirstLine: Int { max(0, lines.count - height) }

    init(_ value: String, _ strings: Strings, _ size: Size, _ glyphs: ScreenOptions.Glyphs) {
        hint = TerminalText(strings[.markValue], glyphs: glyphs).wrapped(to: size.columns - 2)
        lines = TerminalText(value, glyphs: glyphs, most: TerminalText.longestWhole).chopped(to: size.columns)
        height = max(1, size.rows - hint.count)
    }
}

extension Canvas {
    /// Draws a value that has the window to itself. It begins in the first column, and its rows contain
    /// nothing else.
    mutating func draw(_ value: LoneValue) {
        frame.title = windowTitle
        let first = min(state.shown.firstLine, value.lastFirstLine)
        for (row, line) in value.lines[first...].prefix(value.height).enumerated() { text(line, 0, row) }
        var end = 0
        for (index, line) in value.hint.enumerated() {
            end = text(line, 1, value.height + index, Style(dim: true))
        }
        guard value.lastFirstLine > 0 else { return }
        let place = clean("\(first + 1)/\(value.lastFirstLine + 1)")
        if end + place.width + 2 < columns {
            textEnding(at: columns - 1, place.string, rows - 1, Style(dim: true))
        }
    }
}
