package import StoreEvents
internal import StoreModel

// A screen as a value: a `Frame` of cells with styles. The views draw it, and `CursesTerminal` paints it.

/// The size of a window, in character cells.
package struct Size: Hashable, Sendable, CustomStringConvertible {
    /// At least 1.
    package var columns: Int
    /// At least 1.
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The smallest window in which the screens fit.
    package static let needed = Size(columns: 34, rows: 10)

    /// Whether the screens fit in a window of this size.
    var fits: Bool { columns >= Self.needed.columns && rows >= Self.needed.rows }

    /// `80x24`.
    package var description: String { "\(columns)x\(rows)" }
}

/// How a cell looks. It has a role instead of a colour: the terminal decides how to show the role with the
/// colours that it has. Only pictures have colours of their own.
package struct Style: Hashable, Sendable {
    /// What a piece of text is for.
    package enum Role: UInt8, Hashable, Sendable, CaseIterable {
        case normal
        /// Titles, keys and anything else that should be seen first.
        case accent
        case good
        /// Something to know before going on.
        case warning
        case error
        /// What something costs.
        case price
    }

    package var role: Role
    package var isBold: Bool
    /// Dark on light: the selection.
    package var isReverse: Bool
    /// Fainter: a button that does nothing now, or a note.
    package var isDim: Bool
    /// A piece of text that a search found.
    package var isUnderlined = false
    /// The colours of part of a picture, in place of the role's; nil for everything else.
    package var colours: CellColours?

    package init(_ role: Role = .normal, bold: Bool = false, reverse: Bool = false, dim: Bool = false) {
        self.role = role
        isBold = bold
        isReverse = reverse
        isDim = dim
    }
}

/// The colours of a cell that shows part of a picture. The terminal shows the nearest colours that it has.
package struct CellColours: Hashable, Sendable {
    package var foreground: RGB
    /// Nil for the terminal's own background.
    package var background: RGB?

    package init(foreground: RGB, background: RGB?) {
        self.foreground = foreground
        self.background = background
    }
}

/// One character cell.
package struct Cell: Hashable, Sendable {
    /// One grapheme of width 1 or 2; nil in the right half of a wide one.
    package var character: Character?
    package var style: Style

    package init(_ character: Character? = " ", style: Style = Style()) {
        self.character = character
        self.style = style
    }
}

/// A picture that covers some cells. It is scaled and filtered only when it is sent, because that is rare.
package struct PlacedPicture: Hashable, Sendable {
    package var column: Int
    package var row: Int
    /// In cells.
    package var size: Size
    /// The size of the covered cells in pixels.
    package var pixels: PixelSize
    let picture: Picture
    let filters: Set<PhotoFilter>

    /// The size of the picture before it is scaled.
    package var original: PixelSize { PixelSize(width: picture.width, height: picture.height) }

    /// Whether another picture covers the same cells.
    package func isAtPlace(of other: PlacedPicture?) -> Bool {
        guard let other else { return false }
        return (column, row, size) == (other.column, other.row, other.size)
    }

    /// The picture in a size.
    package func scaled(to size: PixelSize) -> Picture {
        picture.scaled(width: size.width, height: size.height).filtered(through: filters)
    }
}

package struct Frame: Hashable, Sendable {
    package let size: Size
    /// Row by row, `size.columns` cells each.
    package private(set) var cells: [Cell]
    /// Where the hardware cursor is (column, row), for screen readers; nil if it is hidden.
    package var cursor: (column: Int, row: Int)? {
        get { cursorIndex.map { ($0 % size.columns, $0 / size.columns) } }
        set { cursorIndex = newValue.map { $0.row * size.columns + $0.column } }
    }
    private var cursorIndex: Int?
    /// What can be clicked.
    var areas: [ClickArea] = []
    /// The window's title, as a clean text; nil to leave the title alone.
    package var title: String?
    /// A picture in pixels, over blank cells. Only for a terminal that can show it.
    package var picture: PlacedPicture?

    package init(size: Size) {
        self.size = size
        cells = Array(repeating: Cell(), count: size.columns * size.rows)
    }

    package subscript(column: Int, row: Int) -> Cell {
        get { cells[row * size.columns + column] }
        set { cells[row * size.columns + column] = newValue }
    }
}
