internal import StoreEvents

/// The colours that a terminal has, and their numbers. `Palette` uses it for pictures.
enum TerminalColours: Hashable {
    /// The eight that every terminal with colours has.
    case eight
    /// The eight, and a brighter one of each.
    case sixteen
    /// The sixteen, a cube of six steps of red, green and blue, and 24 shades of grey.
    case palette
    /// All colours: a number consists of red, green and blue. Numbers below `from` are those of the eight, or
    /// of the palette.
    case direct(from: Int32)

    /// - Parameter hasPalette: whether a terminal with all colours also has the palette.
    init(count: Int, hasPalette: Bool = false) {
        self =
            switch count {
            case ..<16: .eight
            case ..<256: .sixteen
            case ..<(1 << 24): .palette
            default: .direct(from: hasPalette ? 256 : 8)
            }
    }

    /// Whether there are more than the user's own colours.
    var hasShades: Bool {
        switch self {
        case .eight, .sixteen: false
        case .palette, .direct: true
        }
    }

    /// The number of the nearest colour.
    func nearest(to colour: RGB) -> Int32 {
        switch self {
        case .eight: Self.nearest(to: colour, among: Self.ansi[..<8])
        case .sixteen: Self.nearest(to: colour, among: Self.ansi[...])
        case .palette: Self.nearestInPalette(to: colour)
        case .direct(let first): Self.direct(colour, from: first)
        }
    }

    /// The first sixteen colours as in xterm; users can change them.
    private static let ansi = [
        RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0), RGB(0, 0, 238), RGB(205, 0, 205),
        RGB(0, 205, 205), RGB(229, 229, 229), RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0),
        RGB(255, 255, 0),
        RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
    ]

    /// The nearest of a few colours. A grey stays a grey: by numbers, yellow is nearer to a middle grey than
    /// black or white, but nobody would call it that.
    private static func nearest(to colour: RGB, among colours: ArraySlice<RGB>) -> Int32 {
        let candidates =
            isGrey(colour) ? colours.indices.filter { isGrey(colours[$0]) } : Array(colours.indices)
        let nearest = candidates.min { distance(colour, colours[$0]) < distance(colour, colours[$1]) }
        return Int32(nearest ?? 0)
    }

    /// Whether a colour has almost no hue.
    private static func isGrey(_ colour: RGB) -> Bool {
        let most = max(colour.red, colour.green, colour.blue)
        return most - min(colour.red, colour.green, colour.blue) <= most / 8
    }

    /// The steps of the cube.
    private static let steps: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// The nearest colour of the cube or of the greys. The first sixteen are the user's own, so we do not
    /// know them.
    private static func nearestInPalette(to colour: RGB) -> Int32 {
        func step(_ part: UInt8) -> Int { part < 48 ? 0 : part < 115 ? 1 : (Int(part) - 35) / 40 }
        let (red, green, blue) = (step(colour.red), step(colour.green), step(colour.blue))
        let inCube = RGB(steps[red], steps[green], steps[blue])
        // The greys are 8, 18, … 238.
        let mean = (Int(colour.red) + Int(colour.green) + Int(colour.blue)) / 3
        let shade = min(max((mean - 3) / 10, 0), 23)
        let grey = UInt8(8 + 10 * shade)
        guard distance(colour, RGB(grey, grey, grey)) < distance(colour, inCube) else {
            return Int32(16 + 36 * red + 6 * green + blue)
        }
        return Int32(232 + shade)
    }

    /// The palette's number for a colour that the palette has, because it is shorter to write. If a dark
    /// blue's own number would be one of the first, it gets a little green, which nobody sees.
    private static func direct(_ colour: RGB, from first: Int32) -> Int32 {
        if first == 256, let index = paletteIndex(of: colour) { return index }
        let number = Int32(colour.red) << 16 | Int32(colour.green) << 8 | Int32(colour.blue)
        return number < first ? number | 0x0100 : number
    }

    /// The number of a colour of the cube or of the greys; nil for any other.
    private static func paletteIndex(of colour: RGB) -> Int32? {
        if let red = steps.firstIndex(of: colour.red), let green = steps.firstIndex(of: colour.green),
            let blue = steps.firstIndex(of: colour.blue)
        {
            return Int32(16 + 36 * red + 6 * green + blue)
        }
        let shade = Int32(colour.red) - 8
        guard colour.red == colour.green, colour.green == colour.blue, shade % 10 == 0, 0...230 ~= shade
        else {
            return nil
        }
        return 232 + shade / 10
    }

    private static func distance(_ one: RGB, _ other: RGB) -> Int {
        func square(_ one: UInt8, _ other: UInt8) -> Int { (Int(one) - Int(other)) * (Int(one) - Int(other)) }
        return square(one.red, other.red) + square(one.green, other.green) + square(one.blue, other.blue)
    }
}
