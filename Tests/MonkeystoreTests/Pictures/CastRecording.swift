import Foundation
import TestSupport

/// A session as a recording of asciinema's, version 2: what a terminal gets, and when.
struct CastRecording {
    private var lines: [String] = []
    private var seconds = 0.5
    private var shown: TerminalScreen

    /// Records that somebody types the program's name, goes through the scenes, and leaves.
    init(_ scenes: [Scene]) {
        let size = scenes[0].screen
        shown = TerminalScreen(columns: size.columns, rows: size.rows)
        lines.append(#"{"version": 2, "width": \#(size.columns), "height": \#(size.rows), "title": "Monkey Store"}"#)
        write("$ ")
        for letter in "monkeystore" { write(String(letter), after: 0.08) }
        write("\r\n\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J", after: 0.4)
        for scene in scenes {
            lines.append(event("m", scene.name))
            write(Self.changes(from: shown, to: scene.screen))
            shown = scene.screen
            seconds += scene.seconds
        }
        write("\u{1B}[?1049l\u{1B}[?25h$ ")
        write("", after: 1)
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    private mutating func write(_ text: String, after pause: Double = 0) {
        seconds += pause
        lines.append(event("o", text))
    }

    private func event(_ kind: String, _ text: String) -> String {
        let quoted = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\0"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "[\(String(format: "%.2f", seconds)), \"\(kind)\", \"\(quoted.joined())\"]"
    }

    /// The rows that are different, painted anew.
    private static func changes(from old: TerminalScreen, to new: TerminalScreen) -> String {
        var text = ""
        for row in 0..<new.rows where new.cells[row] != old.cells[row] {
            text += "\u{1B}[\(row + 1);1H"
            var last: TerminalScreen.Cell?
            for cell in new.cells[row] {
                var look = cell
                look.text = last?.text ?? cell.text
                if look != last { text += rendition(of: cell) }
                text += cell.text
                last = cell
            }
            text += "\u{1B}[m"
        }
        return text
    }

    private static func rendition(of cell: TerminalScreen.Cell) -> String {
        var parameters = ["0"]
        if cell.isBold { parameters.append("1") }
        if cell.isDim { parameters.append("2") }
        if cell.isUnderlined { parameters.append("4") }
        if cell.isReverse { parameters.append("7") }
        if let colour = cell.colour { parameters.append("38;" + number(of: colour)) }
        if let colour = cell.background { parameters.append("48;" + number(of: colour)) }
        return "\u{1B}[" + parameters.joined(separator: ";") + "m"
    }

    private static func number(of colour: TerminalScreen.Colour) -> String {
        switch colour {
        case .numbered(let number): "5;\(number)"
        case .direct(let red, let green, let blue): "2;\(red);\(green);\(blue)"
        }
    }
}
