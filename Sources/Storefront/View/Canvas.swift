internal import StorefrontStrings

/// A frame being drawn. Everything lands within the window: what lies outside is cut off, so no view has to check.
struct Canvas {
    var frame: Frame
    let options: ScreenOptions
    let strings: any Strings
    let glyphs: Glyphs

    /// Where the columns of a roomy product row begin: after the widest button.
    lazy var titleColumn = 10 + widest(strings.storeButtons)

    var columns: Int { frame.size.columns }
    var rows: Int { frame.size.rows }

    init(size: Size, options: ScreenOptions) {
        frame = Frame(size: size)
        self.options = options
        strings = options.language.strings
        glyphs = .table(options.glyphs)
    }

    /// How many cells the longest of some texts takes.
    func widest(_ texts: [String]) -> Int { texts.map { clean($0).width }.max() ?? 0 }

    /// Cleans a text for this terminal.
    func clean(_ text: String) -> TerminalText { TerminalText(text, glyphs: options.glyphs) }

    /// Writes a text, cut to `width` cells (or to the window's edge), and says in which column it ended.
    @discardableResult
    mutating func text(_ text: String, _ column: Int, _ row: Int, _ style: Style = Style(), width: Int = .max) -> Int {
        self.text(clean(text), column, row, style, width: width)
    }

    /// Writes a clean text, cut to `width` cells (or to the window's edge), and says in which column it ended.
    @discardableResult
    mutating func text(
        _ text: TerminalText, _ column: Int, _ row: Int, _ style: Style = Style(), width: Int = .max
    ) -> Int {
        guard row >= 0, row < rows, column >= 0, column < columns else { return column }
        let glyphs = text.cut(to: max(0, min(width, columns - column)), ellipsis: glyphs.ellipsis).glyphs
        guard !glyphs.isEmpty else { return column }
        breakWideCharacter(at: column, row)
        var at = column
        for glyph in glyphs {
            if glyph.width == 2 { breakWideCharacter(at: at + 2, row) }
            breakWideCharacter(at: at + 1, row)
            frame[at, row] = Cell(glyph.character, style: style)
            if glyph.width == 2 { frame[at + 1, row] = Cell(nil, style: style) }
            at += glyph.width
        }
        return at
    }

    /// A wide character that is about to lose one of its cells, the right one at `column`, becomes two blanks.
    private mutating func breakWideCharacter(at column: Int, _ row: Int) {
        guard column > 0, column < columns, frame[column, row].character == nil else { return }
        frame[column - 1, row].character = " "
        frame[column, row].character = " "
    }

    /// Writes a text so that it ends before `column`.
    mutating func textEnding(at column: Int, _ text: String, _ row: Int, _ style: Style = Style(), width: Int = .max) {
        let clean = clean(text).cut(to: max(0, min(width, column)), ellipsis: glyphs.ellipsis)
        self.text(clean, column - clean.width, row, style)
    }

    /// Writes a text in as many lines as it takes, and says which row comes next.
    @discardableResult
    mutating func paragraph(_ text: String, _ column: Int, _ row: Int, _ style: Style = Style()) -> Int {
        let lines = clean(text).wrapped(to: columns - column - 1)
        for (index, line) in lines.enumerated() { self.text(line, column, row + index, style) }
        return row + lines.count
    }

    /// A line across, with a title in it if there is one.
    mutating func rule(_ row: Int, from column: Int = 0, to end: Int? = nil, title: String = "") {
        let end = end ?? columns
        guard row >= 0, row < rows, column < end else { return }
        for at in column..<min(end, columns) { frame[at, row] = Cell(glyphs.horizontal, style: Style(dim: true)) }
        guard !title.isEmpty, end - column > 8 else { return }
        text(" \(title) ", column + 1, row, Style(.accent), width: end - column - 3)
    }

    /// An empty box with a border, and a title in it if there is one.
    mutating func box(column: Int, row: Int, width: Int, height: Int, title: String = "") {
        guard width >= 2, height >= 2 else { return }
        let border = Style(.accent)
        let bar = String(repeating: glyphs.horizontal, count: width - 2)
        text("\(glyphs.topLeft)\(bar)\(glyphs.topRight)", column, row, border)
        for inner in row + 1..<row + height - 1 {
            text(
                "\(glyphs.vertical)\(String(repeating: " ", count: width - 2))\(glyphs.vertical)", column, inner, border
            )
        }
        text("\(glyphs.bottomLeft)\(bar)\(glyphs.bottomRight)", column, row + height - 1, border)
        if !title.isEmpty { text(" \(title) ", column + 2, row, Style(.accent, bold: true), width: width - 4) }
    }
}
