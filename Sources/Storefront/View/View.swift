/// The screen for a state: nothing but the state, the window's size and the options decides how it looks.
func view(_ state: StorefrontState, size: Size, options: ScreenOptions) -> Frame {
    var canvas = Canvas(size: size, options: options)
    guard size.columns >= Size.needed.columns, size.rows >= Size.needed.rows else {
        canvas.text(canvas.strings.tooSmall(need: .needed, have: size), 0, 0)
        return canvas.frame
    }
    switch state.place {
    case .store: canvas.drawStore(state)
    case .settings: canvas.drawSettings(state)
    case .transactions: canvas.drawTransactions(state)
    }
    canvas.drawStatusAndFooter(state)
    canvas.drawLayer(state)
    return canvas.frame
}

/// Where the parts of every screen stand.
struct Layout {
    /// The status line: one row, or two where a sentence does not fit in one.
    let statusRows: Int
    /// The first row below the content.
    let contentEnd: Int
    /// A window with room for the picture, descriptions and the log.
    let isRoomy: Bool
    /// A window so wide that the log stands beside the store.
    let isWide: Bool

    init(_ size: Size) {
        isRoomy = size.columns >= 64 && size.rows >= 19
        isWide = isRoomy && size.columns >= 120
        statusRows = size.columns < 80 && size.rows >= 12 ? 2 : 1
        contentEnd = size.rows - 1 - statusRows
    }
}

extension Canvas {
    var layout: Layout { Layout(frame.size) }

    /// The first row: what this is, and on the right where it is.
    mutating func drawHeader(_ title: String, right: String, rightStyle: Style = Style(dim: true)) {
        let end = text(title, 1, 0, Style(.accent, bold: true))
        textEnding(at: columns - 1, right, 0, rightStyle, width: columns - end - 3)
    }

    mutating func drawStatusAndFooter(_ state: StorefrontState) {
        if let status = state.statusLine {
            let lines = clean(status.text).wrapped(to: columns - 2)
            for (index, line) in lines.prefix(layout.statusRows).enumerated() {
                let isCut = index == layout.statusRows - 1 && lines.count > layout.statusRows
                let text = isCut ? clean(String(line.glyphs.map(\.character)) + "…") : line
                self.text(text, 1, layout.contentEnd + index, Style(status.role), width: columns - 2)
            }
        }
        drawFooter(Keymap(strings).footer(in: state.context))
    }

    private mutating func drawFooter(_ keys: [(keys: String, words: String)]) {
        var column = 1
        for (key, words) in keys {
            // A narrow window has the keys only as far as they fit; the help has them all.
            let needed = clean(key).width + 1 + clean(words).width
            guard column + needed < columns else { break }
            column = text(key, column, rows - 1, Style(.accent)) + 1
            column = text(words, column, rows - 1, Style(dim: true)) + 2
        }
    }
}
