import StoreEvents
import Storefront
import TestSupport

/// A terminal's screen in a window, as an SVG picture. Words have fixed places and widths, so that they fit
/// the cells in any font.
struct SVGPicture {
    private static let (width, height) = (CellDrawing.width, CellDrawing.height)
    private static let (margin, titleBar) = (16, 36)

    private let screen: TerminalScreen
    /// The backgrounds of the characters, and above them what the characters fill, by how it is painted.
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

    var text: String { window(around: content) }

    /// The content of the window, with its upper left corner at 0, 0.
    var content: String {
        let strokes = lines.sorted { $0.key < $1.key }.map {
            #"<path stroke="\#($0.key)" d="\#($0.value)"/>"# + "\n"
        }
        return """
            <g shape-rendering="crispEdges">
            \(Self.paths(grounds))\(Self.paths(blocks))</g>
            <g fill="none" stroke-width="1.5">
            \(strokes.joined())</g>
            <g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace" \
            font-size="16.5" fill="\(PictureColours.text.css)">
            \(words)</g>

            """
    }

    /// A picture of a window of this screen's size.
    func window(around content: String) -> String {
        let width = screen.columns * Self.width + 2 * Self.margin
        let height = screen.rows * Self.height + Self.titleBar + Self.margin
        let dots = [0, 1, 2].map { #"<circle cx="\#(22 + 20 * $0)" cy="18" r="6"/>"# }.joined()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
            <title>Monkey Store in a terminal</title>
            <rect x=".5" y=".5" width="\(width - 1)" height="\(height - 1)" rx="10" \
            fill="\(PictureColours.background.css)" stroke="\(PictureColours.frame.css)"/>
            <g fill="\(PictureColours.frame.css)">\(dots)</g>
            <text x="\(width / 2)" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-size="13" \
            fill="\(PictureColours.title.css)">monkeystore</text>
            <g transform="translate(\(Self.margin) \(Self.titleBar))">
            \(content)</g>
            </svg>

            """
    }

    /// Combines all rectangles of one paint in one path, which is much shorter than a path for each.
    private static func paths(_ rectangles: [String: [Rectangle]]) -> String {
        rectangles.sorted { $0.key < $1.key }.map { paint, rectangles in
            let path = rectangles.map { "M\($0.x) \($0.y)h\($0.width)v\($0.height)H\($0.x)" }.joined()
            return #"<path \#(paint) d="\#(path)"/>"# + "\n"
        }.joined()
    }

    /// Draws a row, one run of the same look at a time: its background, and then its characters.
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
                x: x + part.x * Self.width / 8, y: y + part.y * Self.height / 8,
                width: part.width * Self.width / 8,
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

/// The characters that fill their cell, drawn as shapes: in a font, neighbouring lines and blocks would
/// not meet.
enum CellDrawing {
    static let width = 10
    static let height = 20

    static func isShape(_ text: String) -> Bool {
        line(text, x: 0, y: 0) != nil || block(text) != nil || shade(text) != nil
    }

    /// The path of a line character in a cell, in pixels from its top left; nil for any other character.
    static func line(_ text: String, x: Int, y: Int) -> String? {
        let (left, middle, right) = ("\(x)", "\(x + width / 2)", "\(x + width)")
        let (top, centre, bottom) = ("\(y)", "\(y + height / 2)", "\(y + height)")
        func corner(_ from: String, _ to: String) -> String { "M\(from)Q\(middle) \(centre) \(to)" }
        return switch text {
        case "─": "M\(left) \(centre)H\(right)"
        case "│": "M\(middle) \(top)V\(bottom)"
        case "╭": corner("\(middle) \(bottom)", "\(right) \(centre)")
        case "╮": corner("\(middle) \(bottom)", "\(left) \(centre)")
        case "╰": corner("\(middle) \(top)", "\(right) \(centre)")
        case "╯": corner("\(middle) \(top)", "\(left) \(centre)")
        case "┌": "M\(middle) \(bottom)V\(centre)H\(right)"
        case "┐": "M\(middle) \(bottom)V\(centre)H\(left)"
        case "└": "M\(middle) \(top)V\(centre)H\(right)"
        case "┘": "M\(middle) \(top)V\(centre)H\(left)"
        case "├": "M\(middle) \(top)V\(bottom)M\(middle) \(centre)H\(right)"
        case "┤": "M\(middle) \(top)V\(bottom)M\(middle) \(centre)H\(left)"
        case "┬": "M\(left) \(centre)H\(right)M\(middle) \(centre)V\(bottom)"
        case "┴": "M\(left) \(centre)H\(right)M\(middle) \(centre)V\(top)"
        case "┼": "M\(left) \(centre)H\(right)M\(middle) \(top)V\(bottom)"
        default: nil
        }
    }

    /// The parts of a cell that a block character fills, as x, y, width and height in eighths of the
    /// cell; nil for any other character.
    static func block(_ text: String) -> [(x: Int, y: Int, width: Int, height: Int)]? {
        guard let scalar = text.unicodeScalars.first, (0x2580...0x259F).contains(scalar.value) else {
            return nil
        }
        let code = Int(scalar.value)
        switch code {
        case 0x2580: return [(0, 0, 8, 4)]
        case 0x2581...0x2588: return [(0, 0x2588 - code, 8, code - 0x2580)]
        case 0x2589...0x258F: return [(0, 0, 0x2590 - code, 8)]
        case 0x2590: return [(4, 0, 4, 8)]
        case 0x2594: return [(0, 0, 8, 1)]
        case 0x2595: return [(7, 0, 1, 8)]
        case 0x2596...0x259F:
            // Upper left, upper right, lower left, lower right.
            let quarters = [
                "▖": "2", "▗": "3", "▘": "0", "▙": "023", "▚": "03", "▛": "012", "▜": "013", "▝": "1",
                "▞": "12",
                "▟": "123",
            ]
            return quarters[text]?.map { quarter in
                let index = Int(String(quarter)) ?? 0
                return (index % 2 * 4, index / 2 * 4, 4, 4)
            }
        default: return nil  // Shades.
        }
    }

    /// How much ink a shade has; nil for any other character.
    static func shade(_ text: String) -> Double? { ["░": 0.25, "▒": 0.5, "▓": 0.75][text] }
}

/// The colours of a drawn terminal.
enum PictureColours {
    static let text = RGB(215, 218, 224)
    static let background = RGB(21, 23, 28)
    static let frame = RGB(58, 63, 74)
    static let title = RGB(139, 145, 157)

    /// The sixteen that a terminal's user chooses: light enough to be read on the background.
    private static let chosen = [
        RGB(21, 23, 28), RGB(244, 122, 122), RGB(127, 212, 138), RGB(230, 197, 108), RGB(122, 167, 240),
        RGB(214, 154, 240), RGB(99, 207, 217), RGB(215, 218, 224),
        RGB(107, 114, 128), RGB(255, 154, 154), RGB(163, 232, 171), RGB(245, 220, 148), RGB(163, 196, 255),
        RGB(230, 189, 250), RGB(147, 230, 238), RGB(255, 255, 255),
    ]

    static func colours(of cell: TerminalScreen.Cell) -> (ink: RGB, behind: RGB) {
        let colours = (cell.colour.map(rgb) ?? text, cell.background.map(rgb) ?? background)
        let (ink, behind) = cell.isReverse ? (colours.1, colours.0) : colours
        return (cell.isDim ? mix(ink, behind) : ink, behind)
    }

    private static func rgb(_ colour: TerminalScreen.Colour) -> RGB {
        func step(_ number: Int) -> UInt8 { number == 0 ? 0 : UInt8(55 + 40 * number) }
        func grey(_ number: Int) -> UInt8 { UInt8(8 + 10 * number) }
        return switch colour {
        case .direct(let red, let green, let blue): RGB(UInt8(red), UInt8(green), UInt8(blue))
        case .numbered(let number) where number < 16: chosen[number]
        case .numbered(let number) where number < 232:
            RGB(step((number - 16) / 36), step((number - 16) / 6 % 6), step((number - 16) % 6))
        case .numbered(let number): RGB(grey(number - 232), grey(number - 232), grey(number - 232))
        }
    }

    /// Fainter: three parts of the ink, and two of the background.
    private static func mix(_ ink: RGB, _ behind: RGB) -> RGB {
        func part(_ ink: UInt8, _ behind: UInt8) -> UInt8 { UInt8((3 * Int(ink) + 2 * Int(behind)) / 5) }
        return RGB(part(ink.red, behind.red), part(ink.green, behind.green), part(ink.blue, behind.blue))
    }
}

extension RGB {
    var css: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
