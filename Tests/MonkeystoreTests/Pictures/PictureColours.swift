import Storefront
import StorefrontMessages
import TestSupport

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

    /// Fainter: three parts of the ink, two of what is behind.
    private static func mix(_ ink: RGB, _ behind: RGB) -> RGB {
        func part(_ ink: UInt8, _ behind: UInt8) -> UInt8 { UInt8((3 * Int(ink) + 2 * Int(behind)) / 5) }
        return RGB(part(ink.red, behind.red), part(ink.green, behind.green), part(ink.blue, behind.blue))
    }
}

extension RGB {
    var css: String { "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
