import StoreEvents
import Storefront
import TestSupport
import Testing

@testable import CursesTerminal

extension PaintingTests {
    /// What a terminal gets besides cells.
    @Suite("Beyond cells", .serialized)
    struct BeyondCellsTests {
        private static func frame(
            _ text: Character = "x", title: String? = "5 credits", count: Int = 1
        ) -> Frame {
            var frame = Frame(size: Size(columns: 80, rows: 24))
            for index in 0..<count { frame[index % 80, index / 80] = Cell(text, style: Style(.accent)) }
            frame.title = title
            return frame
        }

        private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

        /// The operating system commands (OSC) in what was written, with their numbers.
        private static func strings(_ terminal: PaintedTerminal) -> [String] {
            terminal.screen.strings.map(\.text).filter { $0.hasPrefix("]") }
        }

        @Test func `Nothing of it comes with the first frame`() throws {
            let terminal = try PaintedTerminal()
            #expect(!Self.text(terminal.paint(Self.frame())).contains("\u{1B}]"))
            #expect(!terminal.screen.modes.contains(1004))
            #expect(!Self.text(terminal.close()).contains("\u{1B}[23;2t"))
        }

        @Test func `The title is saved once, set when it changes, and given back`() throws {
            let terminal = try PaintedTerminal()
            terminal.paint(Self.frame())
            terminal.window.ask()
            let first = Self.text(terminal.paint(Self.frame()))
            #expect(first.contains("\u{1B}[22;2t\u{1B}]2;5 credits\u{1B}\\") && first.contains("\u{1B}[c"))
            #expect(terminal.screen.modes.contains(1004))
            #expect(terminal.paint(Self.frame()).isEmpty)
            #expect(!Self.text(terminal.paint(Self.frame("y"))).contains("\u{1B}]"))
            #expect(terminal.paint(Self.frame("y", title: nil)).isEmpty)
            #expect(
                Self.text(terminal.paint(Self.frame("y", title: "6 credits"))) == "\u{1B}]2;6 credits\u{1B}\\"
            )
            #expect(Self.text(terminal.close()).contains("\u{1B}[?1004l\u{1B}[0 q\u{1B}[23;2t"))
            #expect(!terminal.screen.modes.contains(1004))
            // Meanwhile another program used the terminal.
            terminal.reopen()
            let again = Self.text(terminal.paint(Self.frame("y", title: "6 credits")))
            #expect(again.contains("\u{1B}[22;2t\u{1B}]2;6 credits\u{1B}\\") && !again.contains("\u{1B}[c"))
            #expect(terminal.screen.modes.contains(1004))
        }

        @Test func `No control character gets into a string`() throws {
            let terminal = try PaintedTerminal()
            terminal.paint(Self.frame())
            terminal.window.ask()
            let wild = "a\u{1B}\\b\u{07}c\u{9C}d\u{9B}e\r\n\u{0}f\u{7F}g"
            terminal.paint(Self.frame(title: wild))
            terminal.perform(.notify(wild))
            terminal.paint(Self.frame(title: wild))
            #expect(Self.strings(terminal) == ["]2;abcdefg".replacing("b", with: "\\b"), "]9;a\\bcdefg"])
        }

        @Test func `A text goes to the clipboard as it is`() throws {
            let terminal = try PaintedTerminal()
            terminal.paint(Self.frame())
            terminal.window.ask()
            #expect(terminal.window.features.takesClipboard)
            for text in ["", "a", "ab", "abc", "é\u{1B}\\漢", String(repeating: "0123456789", count: 7400)] {
                terminal.perform(.copy(text))
                terminal.paint(Self.frame())
                let string = try #require(Self.strings(terminal).last)
                #expect(string.hasPrefix("]52;c;"))
                #expect(PictureReader.base64(string.dropFirst(6)) == Array(text.utf8))
            }
            #expect(terminal.paint(Self.frame()).isEmpty)
        }

        @Test func `News rings once, and says what it is if the terminal takes it`() throws {
            for (type, sentence) in [("xterm-256color", "\u{1B}]9;Refunded.\u{1B}\\"), ("vt100", "")] {
                let terminal = try PaintedTerminal(type: type)
                terminal.paint(Self.frame(title: nil))
                terminal.window.ask()
                terminal.paint(Self.frame(title: nil))
                terminal.perform(.notify("Refunded."))
                #expect(Self.text(terminal.paint(Self.frame(title: nil))) == "\u{07}" + sentence)
                #expect(terminal.paint(Self.frame(title: nil)).isEmpty)
            }
        }

        @Test
        func `A large frame is shown at once by a terminal that knows how, and a small one costs no more`()
            throws
        {
            let terminal = try PaintedTerminal()
            terminal.paint(Self.frame(title: nil))
            terminal.answer(.synchronisedOutput(true))
            terminal.paint(Self.frame(title: nil))
            var large = Self.frame(title: nil)
            for index in 0..<1000 { large[index % 80, index / 80] = Cell(index % 2 == 0 ? "a" : "b") }
            let bytes = Self.text(terminal.paint(large))
            #expect(bytes.hasPrefix("\u{1B}[?2026h") && bytes.hasSuffix("\u{1B}[?2026l"))
            #expect(terminal.screen.lines[0].hasPrefix("abab"))
            large[0, 0] = Cell("c")
            #expect(!Self.text(terminal.paint(large)).contains("2026"))
            let other = try PaintedTerminal()
            other.paint(Self.frame(title: nil))
            other.answer(.synchronisedOutput(false))
            #expect(!Self.text(other.paint(large)).contains("2026h"))
        }

        @Test("A terminal that says nothing, or little, gets none of it", arguments: [nil, 1, 6])
        func vt100(level: Int?) throws {
            let terminal = try PaintedTerminal(type: "vt100")
            terminal.paint(Self.frame())
            if let level {
                terminal.answer(
                    level: level, hasSixels: true, .synchronisedOutput(true), .background(RGB(0, 0, 0)))
            } else {
                terminal.window.ask()
            }
            #expect(terminal.window.features == TerminalFeatures())
            terminal.perform(.copy("secret"))
            #expect(Self.text(terminal.paint(Self.frame())) == "\u{1B}[c")
            #expect(terminal.paint(Self.frame(title: "6 credits")).isEmpty)
            let last = Self.text(terminal.close())
            for sequence in ["\u{1B}]", "\u{1B}_", "\u{1B}\\", "1004", "2026", "23;2t"] {
                #expect(!last.contains(sequence))
            }
        }

        @Test func `A level is enough if the type says nothing`() throws {
            let terminal = try PaintedTerminal(type: "screen-256color")
            terminal.paint(Self.frame())
            terminal.window.ask()
            #expect(!Self.text(terminal.paint(Self.frame())).contains("\u{1B}]"))
            terminal.window.take(.attributes(level: 62, hasSixels: false))
            #expect(terminal.window.features.takesClipboard)
            #expect(Self.text(terminal.paint(Self.frame())).contains("\u{1B}]2;5 credits\u{1B}\\"))
        }

        // MARK: Colours

        @Test func `A known background changes the colours of what is shown, and writes nothing else`() throws
        {
            for (background, number) in [(RGB(255, 255, 255), 94), (RGB(0, 0, 0), 221)] {
                let terminal = try PaintedTerminal()
                var frame = Self.frame(title: nil)
                for column in 0..<80 { frame[column, 5] = Cell("n") }
                terminal.paint(frame)
                let unknown = terminal.screen.cells[0][0].colour
                terminal.window.ask()
                terminal.window.take(.attributes(level: 62, hasSixels: false))
                terminal.paint(frame)
                terminal.window.take(.background(background))
                terminal.window.take(.attributes(level: 62, hasSixels: false))
                let bytes = Self.text(terminal.paint(frame))
                #expect(terminal.screen.cells[0][0].colour == .numbered(number))
                #expect(terminal.screen.cells[0][0].colour != unknown)
                #expect(!bytes.contains("n"))
            }
        }
    }
}

@Suite("The colours of roles")
struct RoleColoursTests {
    /// The luminance and the contrast of WCAG.
    private static func luminance(_ colour: RGB) -> Double {
        func part(_ value: UInt8) -> Double {
            let share = Double(value) / 255
            return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
        }
        return 0.2126 * part(colour.red) + 0.7152 * part(colour.green) + 0.0722 * part(colour.blue)
    }

    /// The power of 2.4: x² · (x²)^(1/5), with Newton's method for the fifth root.
    private static func power(_ base: Double) -> Double {
        let square = base * base
        var root = 1.0
        for _ in 0..<60 {
            root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
        }
        return square * root
    }

    private static func contrast(_ one: RGB, _ other: RGB) -> Double {
        let (least, most) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
        return (most + 0.05) / (least + 0.05)
    }

    /// A colour of the 256-colour cube.
    private static func cube(_ number: Int32) -> RGB {
        let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
        let index = Int(number) - 16
        return RGB(steps[index / 36], steps[index / 6 % 6], steps[index % 6])
    }

    @Test(
        "can be read on the background that they are for, and on both if it is unknown",
        arguments: Style.Role.allCases.filter { $0 != .normal })
    func legible(role: Style.Role) throws {
        let grounds: [(RoleColours.Ground, [RGB], Double)] = [
            (.dark, [RGB(0, 0, 0), RGB(0x1E, 0x1E, 0x2E)], 5.5), (.light, [RGB(255, 255, 255)], 4.3),
            (.unknown, [RGB(0, 0, 0), RGB(255, 255, 255)], 3.2),
        ]
        for (ground, backgrounds, least) in grounds {
            let colour = try #require(RoleColours.colour(of: role, on: ground))
            for shown in [colour, Self.cube(TerminalColours.palette.nearest(to: colour))] {
                for background in backgrounds {
                    #expect(Self.contrast(shown, background) >= least, "\(ground), \(shown), \(background)")
                }
            }
        }
    }

    @Test func `A background is dark or light as the eye sees it`() {
        for (colour, ground) in [
            (RGB(0, 0, 0), RoleColours.Ground.dark), (RGB(0, 43, 54), .dark), (RGB(0, 0, 255), .dark),
            (RGB(255, 255, 255), .light), (RGB(0xFD, 0xF6, 0xE3), .light), (RGB(255, 255, 0), .light),
        ] { #expect(RoleColours.Ground(colour) == ground) }
    }
}
