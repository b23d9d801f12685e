/// A number in digits that are three rows of cells high, for the balance. `Canvas` draws it.
struct LargeNumber: Hashable, Sendable {
    /// In cells.
    static let rows = 3

    let pixels: SpritePixels

    /// - Parameter text: the number as text. A character that is neither a digit nor a mark becomes a blank.
    init(_ text: String) {
        var pixels = SpritePixels(width: Self.width(of: text), height: 2 * Self.rows)
        var column = 0
        for glyph in text.map(Self.glyph) {
            pixels.put(MonkeySprite.Part(0, 0, glyph), at: (column, 0))
            column += Self.width(ofGlyph: glyph) + 1
        }
        self.pixels = pixels
    }

    /// How many cells a number takes. All digits are equally wide.
    static func width(of text: String) -> Int {
        max(0, text.reduce(-1) { $0 + width(ofGlyph: glyph($1)) + 1 })
    }

    /// There is a line break between the rows of a glyph.
    private static func width(ofGlyph glyph: String) -> Int { (glyph.utf8.count + 1) / (2 * rows) - 1 }

    private static func glyph(_ character: Character) -> String {
        switch character {
        case "0": ".###.\n##.##\n##.##\n##.##\n##.##\n.###."
        case "1": "..##.\n.###.\n..##.\n..##.\n..##.\n.####"
        case "2": ".###.\n##.##\n...##\n..##.\n.##..\n#####"
        case "3": "####.\n...##\n.###.\n...##\n...##\n####."
        case "4": "##.##\n##.##\n##.##\n#####\n...##\n...##"
        case "5": "#####\n##...\n####.\n...##\n...##\n####."
        case "6": ".###.\n##...\n####.\n##.##\n##.##\n.###."
        case "7": "#####\n...##\n...##\n..##.\n.##..\n.##.."
        case "8": ".###.\n##.##\n.###.\n##.##\n##.##\n.###."
        case "9": ".###.\n##.##\n##.##\n.####\n...##\n.###."
        case "-": "....\n....\n####\n....\n....\n...."
        case ",": "..\n..\n..\n..\n##\n.#"
        case ".": "..\n..\n..\n..\n##\n##"
        case "'", "’": "##\n.#\n..\n..\n..\n.."
        default: "..\n..\n..\n..\n..\n.."
        }
    }
}
