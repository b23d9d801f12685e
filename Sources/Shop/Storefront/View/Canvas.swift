/// Draws texts, lines, boxes, buttons and pixels in a `Frame`. The views extend it with their screens. They
/// need not check for the edges of the window, because whatever these methods draw is cut off there.
struct Canvas {
    var frame: Frame
    let state: StorefrontState
    let strings: Strings
    let glyphs: Glyphs

    /// The column of the titles in a store with room: after the widest button.
    lazy var titleColumn = 10 + widest(strings.storeButtons)
    /// The places of the parts of the store screen.
    lazy var storeLayout = StoreLayout(frame.size, contentEnd: layout.contentEnd, storeContent)
    /// The first row below the layer on top.
    var layerEnd = 0
    /// Where the monkey is, with its things; nil if it is not there, or takes one row.
    var monkeyArea: StoreLayout.Area?

    var columns: Int { frame.size.columns }
    var rows: Int { frame.size.rows }
    var options: ScreenOptions { state.options }

    init(_ state: StorefrontState, size: Size) {
        frame = Frame(size: size)
        self.state = state
        strings = state.strings
        glyphs = state.options.glyphs == .unicode ? .unicode : .ascii
    }

    func widest(_ texts: [String]) -> Int { texts.map { clean($0).width }.max() ?? 0 }

    func clean(_ text: String) -> TerminalText { TerminalText(text, glyphs: options.glyphs) }

    /// Sets a cell, if it is in the window.
    mutating func put(_ cell: Cell, _ column: Int, _ row: Int) {
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
        frame[column, row] = cell
    }

    /// Writes a text, cut to `width` cells or at the edge of the window, and returns the column after it.
    @discardableResult
    mutating func text(
        _ text: String, _ column: Int, _ row: Int, _ style: Style = Style(), width: Int = .max
    ) -> Int {
        self.text(clean(text), column, row, style, width: width)
    }

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

    /// Replaces a wide character whose right half is at `column` by two blanks.
    private mutating func breakWideCharacter(at column: Int, _ row: Int) {
        guard column > 0, column < columns, frame[column, row].character == nil else { return }
        frame[column - 1, row].character = " "
        frame[column, row].character = " "
    }

    /// Writes a text so that it ends before `column`.
    mutating func textEnding(at column: Int, _ text: String, _ row: Int, _ style: Style = Style()) {
        let clean = clean(text).cut(to: max(0, column), ellipsis: glyphs.ellipsis)
        self.text(clean, column - clean.width, row, style)
    }

    /// Writes a text in several lines, and returns the next row.
    @discardableResult
    mutating func paragraph(_ text: String, _ column: Int, _ row: Int, _ style: Style = Style()) -> Int {
        let lines = clean(text.withKeyWhole).wrapped(to: columns - column - 1)
        for (index, line) in lines.enumerated() { self.text(line, column, row + index, style) }
        return row + lines.count
    }

    /// A horizontal line, with an optional title.
    mutating func rule(_ row: Int, from column: Int = 0, to end: Int? = nil, title: String = "") {
        let end = end ?? columns
        guard row >= 0, row < rows, column < end else { return }
        for at in (column..<end).clamped(to: 0..<columns) {
            frame[at, row] = Cell(glyphs.horizontal, style: Style(dim: true))
        }
        guard !title.isEmpty, end - column > 8 else { return }
        text(" \(title) ", column + 1, row, Style(.accent), width: end - column - 3)
    }

    /// The line between a list and what is beside it, joined to the horizontal lines. The last one may be
    /// its end.
    mutating func drawDivider(column: Int, to last: Int, isJoined: Bool = false) {
        func isRule(_ column: Int, _ row: Int) -> Bool {
            column < columns && frame[column, row].character == glyphs.horizontal
        }
        for row in 0...last {
            let glyph: Character =
                switch (isRule(column - 1, row), isRule(column + 1, row)) {
                case _ where isJoined && row == last: glyphs.teeUp
                case (true, true): row == 0 ? glyphs.teeDown : glyphs.cross
                case (true, false): glyphs.teeLeft
                case (false, true): glyphs.teeRight
                case (false, false): glyphs.vertical
                }
            // A long account name in the header continues here, like the purchase steps above the log.
            if row > 0 && !(isJoined && row == last) || isRule(column, row) {
                text(String(glyph), column, row, Style(dim: true))
            }
        }
    }

    /// An empty box with a border and an optional title.
    mutating func box(column: Int, row: Int, width: Int, height: Int, title: String) {
        guard width >= 2, height >= 2 else { return }
        let border = Style(.accent)
        let bar = String(repeating: glyphs.horizontal, count: width - 2)
        text("\(glyphs.topLeft)\(bar)\(glyphs.topRight)", column, row, border)
        for inner in row + 1..<row + height - 1 {
            text(
                "\(glyphs.vertical)\(String(repeating: " ", count: width - 2))\(glyphs.vertical)", column,
                inner, border
            )
        }
        text("\(glyphs.bottomLeft)\(bar)\(glyphs.bottomRight)", column, row + height - 1, border)
        if !title.isEmpty {
            text(" \(title) ", column + 2, row, Style(.accent, bold: true), width: width - 4)
        }
    }

    // MARK: Buttons, and rows of them

    /// Draws a button, with the mark of the selection before it, and returns the column after it. It takes
    /// six cells more than its words, or three if it is tight.
    @discardableResult
    mutating func button(
        _ words: String, _ column: Int, _ row: Int, isSelected: Bool, isEnabled: Bool = true,
        isTight: Bool = false,
        target: Target? = nil
    ) -> Int {
        if isSelected { markSelection(column, row) }
        let start = column + (isTight ? 1 : 2)
        let style = Style(reverse: isSelected, dim: !isEnabled)
        let end = text(isTight ? "[\(words)]" : "[ \(words) ]", start, row, style)
        clickable(start..<end, row, target)
        return end
    }

    /// Marks a row as selected. It is dark on light from end to end, in one style, which takes few bytes.
    mutating func select(_ row: Int, _ columns: Range<Int>) {
        guard (0..<rows).contains(row) else { return }
        for column in columns.clamped(to: 0..<self.columns) {
            let isFound = frame[column, row].style.isUnderlined
            frame[column, row].style = Style(reverse: true)
            frame[column, row].style.isUnderlined = isFound
        }
    }

    /// Draws the mark of the selection, with the cursor on it.
    mutating func markSelection(_ column: Int, _ row: Int) {
        text(">", column, row)
        if column < columns, row < rows { frame.cursor = (column, row) }
    }

    /// Makes a click on these cells do something.
    mutating func clickable(_ columns: Range<Int>, _ row: Int, _ target: Target?) {
        if let target { frame.areas.append(ClickArea(columns: columns, row: row, target: target)) }
    }

    /// The indices of buttons of these widths, broken into lines that begin in a column. Of each width, `gap`
    /// blanks are after the button, and may be beyond the edge.
    func lines(ofButtons widths: [Int], from start: Int = 1, gap: Int = 1) -> [[Int]] {
        var lines: [[Int]] = []
        var end = columns
        for (index, width) in widths.enumerated() {
            if end + width - gap > columns {
                lines.append([])
                end = start
            }
            lines[lines.count - 1].append(index)
            end += width
        }
        return lines
    }
}
