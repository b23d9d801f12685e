package import StorefrontMessages

/// The size of a window, in character cells.
package struct Size: Hashable, Sendable {
    /// Cells from left to right, at least 1.
    package var columns: Int
    /// Cells from top to bottom, at least 1.
    package var rows: Int

    /// A size of `columns` by `rows` cells.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The smallest window that the screens fit in.
    package static let needed = Size(columns: 34, rows: 10)
}

/// How a cell looks. Roles, not colours: the terminal decides what a role is in as many colours as it has. Only a picture
/// has colours of its own.
package struct Style: Hashable, Sendable {
    /// What a piece of text is for.
    package enum Role: UInt8, Hashable, Sendable, CaseIterable {
        /// Ordinary text.
        case normal
        /// Titles, keys and the thing to look at.
        case accent
        /// Good news.
        case good
        /// Something to know before going on.
        case warning
        /// Bad news.
        case error
    }

    /// What the text is for.
    package var role: Role
    /// Thicker.
    package var isBold: Bool
    /// Dark on light: the selection.
    package var isReverse: Bool
    /// Fainter: what cannot be used now.
    package var isDim: Bool
    /// The colours of a piece of a picture, in place of the role's; nil for everything else.
    package var colours: CellColours?

    /// A style from its parts.
    package init(_ role: Role = .normal, bold: Bool = false, reverse: Bool = false, dim: Bool = false) {
        self.role = role
        isBold = bold
        isReverse = reverse
        isDim = dim
    }
}

/// The colours of a cell that shows a piece of a picture. The terminal shows the nearest that it has.
package struct CellColours: Hashable, Sendable {
    /// The character's.
    package var foreground: RGB
    /// What lies behind it.
    package var background: RGB

    /// A pair of colours.
    package init(foreground: RGB, background: RGB) {
        self.foreground = foreground
        self.background = background
    }
}

/// One character cell.
package struct Cell: Hashable, Sendable {
    /// What stands in it: one grapheme of width 1 or 2; nil in the right half of a wide one.
    package var character: Character?
    /// How it looks.
    package var style: Style

    /// A cell with a character in a style.
    package init(_ character: Character? = " ", style: Style = Style()) {
        self.character = character
        self.style = style
    }
}

/// A whole screen as a value: what a view returns, a test compares, and a terminal paints.
package struct Frame: Hashable, Sendable {
    /// The window that it was drawn for.
    package let size: Size
    /// Row by row, `size.columns` cells each.
    package private(set) var cells: [Cell]
    /// Where the hardware cursor stands (column, row), for screen readers; nil for hidden.
    package var cursor: (column: Int, row: Int)? {
        get { cursorIndex.map { ($0 % size.columns, $0 / size.columns) } }
        set { cursorIndex = newValue.map { $0.row * size.columns + $0.column } }
    }
    private var cursorIndex: Int?
    /// What can be clicked.
    var areas: [ClickArea] = []

    /// An empty screen.
    package init(size: Size) {
        self.size = size
        cells = Array(repeating: Cell(), count: size.columns * size.rows)
    }

    /// The cell at a place within the window.
    package subscript(column: Int, row: Int) -> Cell {
        get { cells[row * size.columns + column] }
        set { cells[row * size.columns + column] = newValue }
    }
}
