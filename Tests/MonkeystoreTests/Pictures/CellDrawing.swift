/// The characters that fill their cell, as shapes: in a font, lines and blocks of neighbours would not meet.
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

    /// The parts of a cell that a block character fills, as x, y, width and height in eighths of the cell; nil for any other
    /// character.
    static func block(_ text: String) -> [(x: Int, y: Int, width: Int, height: Int)]? {
        guard let scalar = text.unicodeScalars.first, (0x2580...0x259F).contains(scalar.value) else { return nil }
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
                "▖": "2", "▗": "3", "▘": "0", "▙": "023", "▚": "03", "▛": "012", "▜": "013", "▝": "1", "▞": "12",
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
