import StoreEvents
import Storefront
import TestSupport
import Testing

@testable import CursesTerminal

// Curses has one terminal per process.
@Suite("A frame becomes cells", .serialized)
struct PaintingTests {
    private static func frame(
        _ lines: String..., style: Style = Style(), size: Size = Size(columns: 80, rows: 24)
    )
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

    @Test func `Text, lines and wide characters stand where the frame has them`() throws {
        let terminal = try PaintedTerminal()
        terminal.paint(Self.frame("┌─┐ café e\u{301}", "│漢字🐒│"))
        #expect(terminal.screen.lines[0] == "┌─┐ café e\u{301}")
        #expect(terminal.screen.lines[1] == "│漢字🐒│")
        #expect(terminal.screen.cells[1][7].text == "│")
    }

    @Test func `All cells are painted, the last one, too`() throws {
        let terminal = try PaintedTerminal(columns: 5, rows: 3)
        terminal.paint(Self.frame("abcde", "fghij", "klmno", size: Size(columns: 5, rows: 3)))
        #expect(terminal.screen.lines == ["abcde", "fghij", "klmno"])
    }

    @Test func `A change writes its own cells, and the same frame writes nothing`() throws {
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

    @Test func `Without colours nothing but the selection is reversed`() throws {
        let terminal = try PaintedTerminal(usesColour: false)
        for role in Style.Role.allCases {
            terminal.paint(Self.frame("x", style: Style(role)))
            #expect(!terminal.screen.cells[0][0].isReverse, "\(role)")
            terminal.paint(Self.frame("y", style: Style(role, reverse: true)))
            #expect(terminal.screen.cells[0][0].isReverse, "\(role)")
        }
    }

    @Test func `Marks stay on wide characters, and on others`() throws {
        let terminal = try PaintedTerminal()
        var frame = Self.frame("")
        let characters: [(Character, Int)] = [
            ("\u{1112}\u{1161}\u{11AB}", 2), ("か\u{3099}", 2), ("x", 1), ("e\u{301}", 1), ("漢", 2),
            ("\u{3C9}\u{314}\u{342}\u{345}", 1), ("y", 1),
        ]
        var column = 0
        for (character, width) in characters {
            frame[column, 0] = Cell(character)
            if width == 2 { frame[column + 1, 0] = Cell(nil) }
            column += width
        }
        let text = String(decoding: terminal.paint(frame), as: UTF8.self)
        #expect(text.contains(String(characters.map(\.0))))
    }

    @Test func `A picture has colours of its own, before and behind its characters`() throws {
        let terminal = try PaintedTerminal()
        var frame = Self.frame("▀▀x")
        frame[0, 0].style.colours = CellColours(foreground: RGB(255, 0, 0), background: RGB(0, 255, 0))
        frame[1, 0].style.colours = CellColours(foreground: RGB(0, 255, 0), background: RGB(255, 0, 0))
        terminal.paint(frame)
        #expect(Self.colours(terminal.screen.cells[0][0]) == [196, 46])
        #expect(Self.colours(terminal.screen.cells[0][1]) == [46, 196])
        #expect(Self.colours(terminal.screen.cells[0][2]) == [nil, nil])
        #expect(terminal.paint(frame).isEmpty)
        // Half a cell may have the terminal's own background.
        frame[1, 0].style.colours = CellColours(foreground: RGB(0, 255, 0), background: nil)
        terminal.paint(frame)
        #expect(Self.colours(terminal.screen.cells[0][1]) == [46, nil])
        let without = try PaintedTerminal(usesColour: false)
        without.paint(frame)
        #expect(Self.colours(without.screen.cells[0][0]) == [nil, nil])
    }

    @Test func `A terminal of eight colours shows every two of them together, all at once`() throws {
        let eight = [(0, 0), (205, 0), (0, 205), (205, 205)].flatMap { red, green in
            [RGB(red, green, 0), RGB(red, green, 205)]
        }
        let terminal = try PaintedTerminal(type: "xterm")
        var frame = Self.frame(String(repeating: "▀", count: 64))
        for role in Style.Role.allCases { frame[Int(role.rawValue), 1] = Cell("x", style: Style(role)) }
        for (index, pair) in eight.flatMap({ front in eight.map { (front, $0) } }).enumerated() {
            frame[index, 0].style.colours = CellColours(foreground: pair.0, background: pair.1)
        }
        terminal.paint(frame)
        let shown = terminal.screen.cells[0].prefix(64).map(Self.colours)
        let numbers = eight.map { TerminalScreen.Colour.numbered(Int(TerminalColours.eight.nearest(to: $0))) }
        #expect(shown == numbers.flatMap { front in numbers.map { [front, $0] } })
        #expect(terminal.screen.cells[1].prefix(6).map(\.colour) == [nil, 3, 2, 5, 1, 6])
    }

    /// The visible colours of a cell: the character's, and the background.
    private static func colours(_ cell: TerminalScreen.Cell) -> [TerminalScreen.Colour?] {
        cell.isReverse ? [cell.background, cell.colour] : [cell.colour, cell.background]
    }

    @Test func `Bold and reverse show, and the cursor stands where the frame has it or is hidden`() throws {
        let terminal = try PaintedTerminal()
        var frame = Self.frame("ab")
        frame[0, 0].style = Style(bold: true)
        frame[1, 0].style = Style(.good, reverse: true)
        frame.cursor = (7, 3)
        terminal.paint(frame)
        #expect(terminal.screen.cells[0][0].isBold)
        #expect(terminal.screen.cells[0][1].isReverse)
        #expect(terminal.screen.cells[0][1].colour == 28)
        #expect(terminal.screen.modes.contains(25))
        #expect(terminal.screen.cursor == (7, 3))
        frame.cursor = nil
        terminal.paint(frame)
        #expect(!terminal.screen.modes.contains(25))
    }
}
