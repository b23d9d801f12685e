import StoreEvents
import Testing

@testable import CursesTerminal

@Suite("The nearest colour that a terminal has")
struct TerminalColoursTests {
    @Test(arguments: [
        (8, RGB(250, 10, 20), 1), (8, RGB(5, 5, 5), 0), (8, RGB(180, 190, 185), 7), (15, RGB(255, 255, 0), 3),
        (16, RGB(250, 10, 20), 9), (16, RGB(120, 130, 125), 8), (88, RGB(255, 255, 255), 15),
        // 16 + 36 r + 6 g + b, and 232 onwards for the greys.
        (256, RGB(0, 0, 0), 16), (256, RGB(255, 0, 0), 196), (256, RGB(94, 136, 176), 67),
        (256, RGB(255, 255, 255), 231), (256, RGB(114, 0, 0), 52), (256, RGB(115, 0, 0), 88),
        (256, RGB(8, 8, 8), 232), (256, RGB(130, 128, 127), 244), (256, RGB(240, 239, 238), 255),
        (1 << 24, RGB(0x12, 0x34, 0x56), 0x123456), (1 << 24, RGB(255, 255, 255), 0xFFFFFF),
        (1 << 24, RGB(0, 0, 8), 8),
        // Not the colours 0 and 7, which are the user's.
        (1 << 24, RGB(0, 0, 0), 0x000100), (1 << 24, RGB(0, 0, 7), 0x000107),
    ])
    func `is found in the palette of each kind of terminal`(count: Int, colour: RGB, number: Int32) {
        #expect(TerminalColours(count: count).nearest(to: colour) == number)
    }

    /// All 240 colours of the palette, and neighbours of them that the palette lacks.
    @Test
    func
        `A terminal with all colours and the palette gets the shorter number of a colour that the palette has`()
    {
        let (both, palette) = (TerminalColours(count: 1 << 24, hasPalette: true), TerminalColours.palette)
        let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
        for red in steps {
            for green in steps {
                for blue in steps {
                    let colour = RGB(red, green, blue)
                    #expect(both.nearest(to: colour) == palette.nearest(to: colour))
                    #expect(both.nearest(to: RGB(red, green, blue ^ 1)) >= 256)
                }
            }
        }
        for grey in stride(from: UInt8(8), through: 238, by: 10) {
            #expect((232...255).contains(both.nearest(to: RGB(grey, grey, grey))))
        }
        #expect(both.nearest(to: RGB(0x12, 0x34, 0x56)) == 0x123456)
    }

    @Test func `A grey is black, grey or white, and never yellow`() {
        let greys: [(count: Int, numbers: Set<Int32>)] = [(8, [0, 7]), (16, [0, 7, 8, 15])]
        for (count, numbers) in greys {
            let nearest = (0...255).map { TerminalColours(count: count).nearest(to: RGB($0, $0, $0)) }
            #expect(Set(nearest) == numbers, "\(count)")
        }
    }
}

@Suite("What the environment asks for")
struct EnvironmentTests {
    @Test func `NO_COLOR counts when it is not empty, and the option counts more`() {
        #expect(CursesTerminal.usesColour(.auto, noColour: nil))
        #expect(CursesTerminal.usesColour(.auto, noColour: ""))
        #expect(!CursesTerminal.usesColour(.auto, noColour: "0"))
        #expect(CursesTerminal.usesColour(.always, noColour: "1"))
        #expect(!CursesTerminal.usesColour(.never, noColour: nil))
    }

    @Test(
        "A locale asks for ASCII when it names something else than UTF-8, or is installed and is something else",
        arguments: [
            ("C", false, true), ("POSIX", false, true), ("en_US.ISO-8859-1", false, true),
            ("de_DE.ISO-8859-15@euro", false, true),
            ("C.UTF-8", false, false), ("en_US.utf8", false, false), ("de_DE.UTF-8@euro", false, false),
            ("de_DE", false, false), ("de_DE", true, true), ("de_DE@euro", true, true),
            ("", true, false),
        ])
    func locale(name: String, isInstalled: Bool, asksForOther: Bool) {
        #expect(CharacterLocale.asksForOtherCodeset(name, isInstalled: isInstalled) == asksForOther)
    }
}
