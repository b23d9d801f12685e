import Storefront
import TestSupport
import Testing

@testable import CursesTerminal

// Curses has one terminal per process.
@Suite("A frame becomes cells", .serialized)
struct PaintingTests {
    private static func frame(_ lines: String..., style: Style = Style(), size: Size = Size(columns: 80, rows: 24))
        -> Frame
    {
        var frame = Frame(size: size)
        for (row, line) in lines.enumerated() {
            var column = 0
            for character in line {
                frame[column, row] = Cell(character, style: style)
                column += 1
                if "漢字🐒".contains(character) {
                    frame[column, row] = Cell(nil, style: style)
                    column += 1
                }
            }
        }
        return frame
    }

    @Test("Text, lines and wide characters stand where the frame has them")
    func text() throws {
        let terminal = try PaintedTerminal()
        terminal.paint(Self.frame("┌─┐ café e\u{301}", "│漢字🐒│"))
        #expect(terminal.screen.lines[0] == "┌─┐ café e\u{301}")
        #expect(terminal.screen.lines[1] == "│漢字🐒│")
        #expect(terminal.screen.cells[1][7].text == "│")
    }

    @Test("All cells are painted, the last one, too")
    func corners() throws {
        let terminal = try PaintedTerminal(columns: 5, rows: 3)
        terminal.paint(Self.frame("abcde", "fghij", "klmno", size: Size(columns: 5, rows: 3)))
        #expect(terminal.screen.lines == ["abcde", "fghij", "klmno"])
    }

    @Test("A change writes its own cells, and the same frame writes nothing")
    func difference() throws {
        let terminal = try PaintedTerminal()
        terminal.paint(Self.frame("5 monkey credits", "Buy 5"))
        #expect(terminal.paint(Self.frame("5 monkey credits", "Buy 5")).isEmpty)
        #expect(terminal.paint(Self.frame("8 monkey credits", "Buy 5")).count <= 10)
        #expect(terminal.screen.lines[0] == "8 monkey credits")
        terminal.paint(Self.frame("", "Buy 5"))
        #expect(terminal.screen.lines[0].isEmpty)
    }

    @Test(
        "Nothing that controls the terminal, or has another width than the frame says, gets through",
        arguments: [
            "\u{1B}", "\u{07}", "\r\n", "\u{9B}", "\u{200B}", "\u{202E}", "漢", "👨‍👩‍👧",
            "e\u{301}\u{302}\u{303}\u{304}\u{305}",
        ])
    func unprintable(character: Character) throws {
        let terminal = try PaintedTerminal()
        var frame = Self.frame("a b")
        frame[1, 0] = Cell(character)
        terminal.paint(frame)
        #expect(terminal.screen.lines[0] == "a?b")
    }

    @Test("Roles are told apart, with colours and without", arguments: [true, false])
    func roles(usesColour: Bool) throws {
        let terminal = try PaintedTerminal(usesColour: usesColour)
        var looks: Set<String> = []
        for role in Style.Role.allCases {
            let bytes = terminal.paint(Self.frame(role == .normal ? "y" : "x", style: Style(role)))
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(role == .normal || (terminal.screen.cells[0][0].colour != nil) == usesColour)
            looks.insert(text.split(separator: "x").first.map(String.init) ?? "")
        }
        #expect(looks.count == Style.Role.allCases.count)
    }

    @Test("Bold and reverse show, and the cursor stands where the frame has it or is hidden")
    func attributes() throws {
        let terminal = try PaintedTerminal()
        var frame = Self.frame("ab")
        frame[0, 0].style = Style(bold: true)
        frame[1, 0].style = Style(.good, reverse: true)
        frame.cursor = (7, 3)
        terminal.paint(frame)
        #expect(terminal.screen.cells[0][0].isBold)
        #expect(terminal.screen.cells[0][1].isReverse)
        #expect(terminal.screen.cells[0][1].colour == 2)
        #expect(terminal.screen.modes.contains(25))
        #expect(terminal.screen.cursor == (7, 3))
        frame.cursor = nil
        terminal.paint(frame)
        #expect(!terminal.screen.modes.contains(25))
    }
}
