internal import StoreEvents

/// The monkey in pixels, in two sizes, for terminals with many colours: a head, and what each mood adds to
/// it. `Canvas` draws it in half blocks. `MonkeyPicture` is the same monkey in lines.
struct MonkeySprite: Sendable {
    /// A part of the sprite, and where its upper left pixel is. A letter is a pixel in a colour of
    /// `SpriteColours`, and a dot is not a pixel.
    struct Part: Sendable {
        let column: Int
        let row: Int
        let letters: String

        init(_ column: Int, _ row: Int, _ letters: String) {
            self.column = column
            self.row = row
            self.letters = letters
        }
    }

    let width: Int
    /// An even number, because a cell has two pixels, one above the other.
    let height: Int
    let head: Part
    let openEyes: Part
    /// With red cheeks.
    let laughingEyes: Part
    let closedEyes: Part
    let sadEyes: Part
    let tear: Part
    let sunglasses: Part
    let smile: Part
    let laugh: Part
    let smirk: Part
    /// A tongue that hangs out.
    let longing: Part
    let frown: Part
    let snore: Part
    let shut: Part
    let chew: Part
    /// The letters of sleep.
    let letters: Part
    let banana: Part
    let crumbs: Part
    let coin: Part
    /// Where the falling coins are in each picture. In the last one, they lie in a heap.
    let coins: [[(column: Int, row: Int)]]
    let glint: Part
    /// Where the glint of the sunglasses is in each picture.
    let glints: [(column: Int, row: Int)]
    /// How many rows of the banana are eaten in each picture, from the top.
    let eaten: [Int]

    /// - Parameter picture: the index of the mood's picture.
    func pixels(_ mood: Mood, picture: Int) -> SpritePixels {
        var pixels = SpritePixels(width: width, height: height)
        pixels.put(head)
        switch mood {
        case .waiting: pixels.put(openEyes, smile)
        case .happy: pixels.put(laughingEyes, laugh)
        case .rich:
            pixels.put(laughingEyes, laugh)
            for place in coins[picture] { pixels.put(coin, at: place) }
        case .eating:
            let isChewing = picture % 2 == 1
            let isOver = picture == mood.pictures - 1
            pixels.put(openEyes, isChewing ? chew : picture == 0 || isOver ? smile : shut)
            pixels.put(banana, at: (banana.column, banana.row), bitten: eaten[picture])
            if isOver { pixels.put(crumbs) }
        case .stylish:
            pixels.put(sunglasses, smirk)
            pixels.put(glint, at: glints[picture])
        case .hungry: pixels.put(sadEyes, longing)
        case .sad: pixels.put(sadEyes, tear, frown)
        case .asleep: pixels.put(closedEyes, snore, letters)
        }
        return pixels
    }
}

/// A rectangle of pixels. Each is a letter for its colour, or a dot for no pixel. `MonkeySprite` and
/// `LargeNumber` make it, and `Canvas` draws it.
struct SpritePixels: Hashable, Sendable {
    let width: Int
    let height: Int
    /// Row by row.
    private(set) var letters: [UInt8]

    static let nothing = UInt8(ascii: ".")

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        letters = Array(repeating: Self.nothing, count: width * height)
    }

    subscript(column: Int, row: Int) -> UInt8 { letters[row * width + column] }

    mutating func put(_ parts: MonkeySprite.Part...) {
        for part in parts { put(part, at: (part.column, part.row)) }
    }

    /// Puts a part at a place, and cuts off what is outside. The bitten rows are gone, and the next row shows
    /// the inside of a banana.
    mutating func put(_ part: MonkeySprite.Part, at place: (column: Int, row: Int), bitten: Int = 0) {
        var (column, row) = (0, 0)
        for letter in part.letters.utf8 {
            guard letter != UInt8(ascii: "\n") else {
                (column, row) = (0, row + 1)
                continue
            }
            let (x, y) = (place.column + column, place.row + row)
            column += 1
            guard letter != Self.nothing, row >= bitten, (0..<width).contains(x), (0..<height).contains(y)
            else {
                continue
            }
            let isInside = bitten > 0 && row == bitten && letter == UInt8(ascii: "y")
            letters[y * width + x] = isInside ? UInt8(ascii: "e") : letter
        }
    }
}

/// The colours of the letters in sprites. All belong to the palette of 256 colours, so they look the
/// same everywhere.
enum SpriteColours {
    /// Nil for any other letter.
    static func colour(of letter: UInt8) -> RGB? {
        switch Character(Unicode.Scalar(letter)) {
        // Fur: dark, brown, and in the light. Coins have this for their rim.
        case "d": RGB(135, 95, 0)
        case "b": RGB(175, 95, 0)
        case "h": RGB(215, 135, 0)
        // Face and ears, the light muzzle, and red cheeks.
        case "f": RGB(255, 215, 175)
        case "e": RGB(255, 255, 215)
        case "p": RGB(255, 175, 135)
        // Eyes and sunglasses, and a glint.
        case "k": RGB(38, 38, 38)
        case "w": RGB(255, 255, 255)
        // Mouth and tongue.
        case "m": RGB(135, 0, 0)
        case "t": RGB(255, 95, 95)
        // Bananas and coins, and their shade.
        case "y": RGB(255, 215, 0)
        case "s": RGB(215, 175, 0)
        // A tear, and the letters of sleep.
        case "c": RGB(95, 175, 255)
        case "z": RGB(95, 135, 215)
        default: nil
        }
    }
}

extension Canvas {
    /// Draws pixels, or their upper rows, in their own colours, two to a cell. If a pixel is missing, the
    /// terminal's background shows.
    mutating func draw(_ pixels: SpritePixels, column: Int, row: Int, rows: Int) {
        for line in 0..<max(0, min(rows, pixels.height / 2)) {
            var last: CellColours?
            for x in 0..<pixels.width {
                let above = SpriteColours.colour(of: pixels[x, 2 * line])
                let below = SpriteColours.colour(of: pixels[x, 2 * line + 1])
                var character: Character = "▀"
                // Uses the colours of the cell before if possible: each change of colours is many bytes for
                // the terminal.
                if let above {
                    if let below, last == CellColours(foreground: below, background: above) {
                        character = "▄"
                    } else if above == below, last?.background == above {
                        character = " "
                    } else if above == below, last?.foreground == above {
                        character = "█"
                    } else {
                        last = CellColours(foreground: above, background: below)
                    }
                } else if let below {
                    character = "▄"
                    last = CellColours(foreground: below, background: nil)
                } else {
                    last = nil
                    continue
                }
                var style = Style()
                style.colours = last
                put(Cell(character, style: style), column + x, row + line)
            }
        }
    }

    /// Draws pixels in one style, two to a cell.
    mutating func draw(_ pixels: SpritePixels, column: Int, row: Int, _ style: Style) {
        for line in 0..<pixels.height / 2 {
            for x in 0..<pixels.width {
                let (above, below) = (pixels[x, 2 * line], pixels[x, 2 * line + 1])
                let character: Character? =
                    switch (above == SpritePixels.nothing, below == SpritePixels.nothing) {
                    case (true, true): nil
                    case (true, false): "▄"
                    case (false, true): "▀"
                    case (false, false): "█"
                    }
                if let character { put(Cell(character, style: style), column + x, row + line) }
            }
        }
    }
}
