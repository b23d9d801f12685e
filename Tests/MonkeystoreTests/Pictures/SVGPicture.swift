import Storefront
import StorefrontMessages
import TestSupport

/// A terminal's screen in a window, as an SVG picture. Words have their places and widths, so that they fit the cells in
/// whatever font there is.
struct SVGPicture {
    private static let (width, height) = (CellDrawing.width, CellDrawing.height)
    private static let (margin, titleBar) = (16, 36)

    private let screen: TerminalScreen
    /// What lies behind the characters, and above it what they fill, by how it is painted.
    private var (grounds, blocks): ([String: [Rectangle]], [String: [Rectangle]]) = ([:], [:])
    private var lines: [String: String] = [:]
    private var words = ""

    private struct Rectangle {
        var (x, y, width, height): (Int, Int, Int, Int)
    }

    init(_ screen: TerminalScreen) {
        self.screen = screen
        for row in 0..<screen.rows { draw(row: row) }
    }

    var text: String {
        let width = screen.columns * Self.width + 2 * Self.margin
        let height = screen.rows * Self.height + Self.titleBar + Self.margin
        let dots = [0, 1, 2].map { #"<circle cx="\#(22 + 20 * $0)" cy="18" r="6"/>"# }.joined()
        let strokes = lines.sorted { $0.key < $1.key }.map { #"<path stroke="\#($0.key)" d="\#($0.value)"/>"# + "\n" }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
            <title>Monkey Store in a terminal</title>
            <rect x=".5" y=".5" width="\(width - 1)" height="\(height - 1)" rx="10" \
            fill="\(PictureColours.background.css)" stroke="\(PictureColours.frame.css)"/>
            <g fill="\(PictureColours.frame.css)">\(dots)</g>
            <text x="\(width / 2)" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="13" \
            fill="\(PictureColours.title.css)">monkeystore</text>
            <g transform="translate(\(Self.margin) \(Self.titleBar))">
            <g shape-rendering="crispEdges">
            \(Self.paths(grounds))\(Self.paths(blocks))</g>
            <g fill="none" stroke-width="1.5">
            \(strokes.joined())</g>
            <g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace" \
            font-size="16.5" fill="\(PictureColours.text.css)">
            \(words)</g>
            </g>
            </svg>

            """
    }

    /// All rectangles of one paint in one path, which is much shorter than one for each.
    private static func paths(_ rectangles: [String: [Rectangle]]) -> String {
        rectangles.sorted { $0.key < $1.key }.map { paint, rectangles in
            let path = rectangles.map { "M\($0.x) \($0.y)h\($0.width)v\($0.height)H\($0.x)" }.joined()
            return #"<path \#(paint) d="\#(path)"/>"# + "\n"
        }.joined()
    }

    /// Draws a row, run by run of one look: what lies behind it, and then its characters.
    private mutating func draw(row: Int) {
        let cells = screen.cells[row]
        var start = 0
        while start < cells.count {
            var look = cells[start]
            let end =
                cells[start...].firstIndex { cell in
                    look.text = cell.text
                    return cell != look
                } ?? cells.count
            let (ink, behind) = PictureColours.colours(of: look)
            if behind != PictureColours.background {
                let (x, y, width) = (start * Self.width, row * Self.height, (end - start) * Self.width)
                Self.fill(Rectangle(x: x, y: y, width: width, height: Self.height), behind, in: &grounds)
            }
            draw(cells[start..<end], row: row, ink: ink)
            start = end
        }
    }

    private mutating func draw(_ run: ArraySlice<TerminalScreen.Cell>, row: Int, ink: RGB) {
        for column in run.indices { drawShape(run[column].text, column, row, ink) }
        for word in run.split(whereSeparator: { $0.text == " " || CellDrawing.isShape($0.text) }) {
            write(word, row: row, ink: ink)
        }
    }

    private mutating func drawShape(_ text: String, _ column: Int, _ row: Int, _ ink: RGB) {
        let (x, y) = (column * Self.width, row * Self.height)
        if let line = CellDrawing.line(text, x: x, y: y) { lines[ink.css, default: ""] += line }
        for part in CellDrawing.block(text) ?? [] {
            let rectangle = Rectangle(
                x: x + part.x * Self.width / 8, y: y + part.y * Self.height / 8, width: part.width * Self.width / 8,
                height: part.height * Self.height / 8)
            Self.fill(rectangle, ink, in: &blocks)
        }
        if let shade = CellDrawing.shade(text) {
            let cell = Rectangle(x: x, y: y, width: Self.width, height: Self.height)
            Self.fill(cell, ink, opacity: shade, in: &blocks)
        }
    }

    /// Adds a rectangle, or makes the one to the left of it longer.
    private static func fill(
        _ rectangle: Rectangle, _ colour: RGB, opacity: Double = 1, in all: inout [String: [Rectangle]]
    ) {
        let paint = #"fill="\#(colour.css)""# + (opacity == 1 ? "" : #" fill-opacity="\#(opacity)""#)
        let painted = all[paint, default: []]
        if let last = painted.last, last.x + last.width == rectangle.x, last.y == rectangle.y,
            last.height == rectangle.height
        {
            all[paint]?[painted.count - 1].width += rectangle.width
        } else {
            all[paint, default: []].append(rectangle)
        }
    }

    private mutating func write(_ word: ArraySlice<TerminalScreen.Cell>, row: Int, ink: RGB) {
        guard let look = word.first else { return }
        var style = ink == PictureColours.text ? "" : #" fill="\#(ink.css)""#
        if look.isBold { style += #" font-weight="bold""# }
        if look.isUnderlined { style += #" text-decoration="underline""# }
        let (x, y, width) = (word.startIndex * Self.width, row * Self.height + 15, word.count * Self.width)
        words += #"<text x="\#(x)" y="\#(y)" textLength="\#(width)"\#(style)>"#
        words += word.map { Self.escaped($0.text) }.joined() + "</text>\n"
    }

    private static func escaped(_ text: String) -> String {
        switch text {
        case "&": "&amp;"
        case "<": "&lt;"
        default: text
        }
    }
}
