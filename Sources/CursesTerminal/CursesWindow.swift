internal import CNCurses
internal import Glibc
internal import Storefront

/// Paints frames on a terminal with curses, which writes only what has changed. `TerminalSession` uses it. There is one at a
/// time, and one thread uses it.
final class CursesWindow {
    private let terminal: Int32
    private let palette: Palette
    private let usesMouse: Bool
    private var isOpen = true
    /// Whether the next frame brings the sequences that ask for keys, pastes and the mouse.
    private var asksForReports = true
    private var shown: Frame?
    private var text: [wchar_t] = []

    init(type: String, input: Int32, output: Int32, usesColour: Bool, usesMouse: Bool = false) throws(TerminalError) {
        guard cn_guard_begin(output) else { throw .notATerminal }
        guard cn_open(type, input, output) != nil else {
            cn_guard_end()
            throw .unknownTerminal(type)
        }
        terminal = output
        palette = Palette(usesColour: usesColour)
        self.usesMouse = usesMouse
    }

    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"
    /// Buttons and the wheel, with numbers of any size.
    private static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
    private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

    var size: Size { Size(columns: Int(getmaxx(cn_stdscr())), rows: Int(getmaxy(cn_stdscr()))) }

    var hasColour: Bool { palette.hasColour }

    /// Whether this program, and not another job of the shell, has the terminal.
    var isInForeground: Bool {
        let group = tcgetpgrp(terminal)
        return group < 0 || group == getpgrp()
    }

    /// Gives the terminal back as it was, unless another job has it now.
    func close() {
        guard isOpen, isInForeground else { return }
        isOpen = false
        cn_close((usesMouse ? Self.mouseOff : "") + Self.pasteOff)
        cn_guard_end()
    }

    /// Takes the terminal again after another job may have used it. The next frame is painted whole.
    func reopen() {
        if !isOpen { isOpen = cn_guard_begin(terminal) }
        cn_reopen()
        asksForReports = true
        resize()
        forget()
    }

    /// Shows a frame of the window's size, and waits as long as the terminal takes nothing. False if a signal came first: then
    /// the rest of the frame comes with the next one.
    func paint(_ frame: Frame, unless signals: Int32) -> Bool {
        guard cn_frame_send(signals) else { return false }
        guard frame != shown else { return true }
        cn_frame_begin()
        if asksForReports { askForReports() }
        for row in 0..<frame.size.rows where isChanged(row, in: frame) { draw(row, of: frame) }
        place(cursor: frame.cursor)
        shown = frame
        wnoutrefresh(cn_stdscr())
        doupdate()
        return cn_frame_send(signals)
    }

    /// Makes the next frame a whole one, whatever the terminal shows now.
    func forget() {
        shown = nil
        clearok(cn_curscr(), true)
    }

    /// Takes the terminal's size. The next frame is painted whole: the terminal may have moved its text.
    func resize() {
        var rows: Int32 = 0
        var columns: Int32 = 0
        guard cn_window_size(terminal, &rows, &columns) else { return }
        if size != Size(columns: Int(columns), rows: Int(rows)) { resizeterm(rows, columns) }
        forget()
    }

    private func isChanged(_ row: Int, in frame: Frame) -> Bool {
        guard let shown, shown.size == frame.size else { return true }
        let cells = row * frame.size.columns..<(row + 1) * frame.size.columns
        return frame.cells[cells] != shown.cells[cells]
    }

    /// Writes a row to the virtual screen, run by run of one style. A character of several scalars is written by itself: as a
    /// text, curses would put the marks of a wide one into its right half, and never show them.
    private func draw(_ row: Int, of frame: Frame) {
        let cells = frame.cells[row * frame.size.columns..<(row + 1) * frame.size.columns]
        var next = cells.startIndex
        while next < cells.endIndex {
            let start = next
            let style = cells[start].style
            var isAlone = false
            text.removeAll(keepingCapacity: true)
            while next < cells.endIndex, cells[next].style == style, !isAlone {
                let isWide = next + 1 < cells.endIndex && cells[next + 1].character == nil
                let before = text.count
                if append(cells[next].character ?? " ", width: isWide ? 2 : 1) {
                    guard before == 0 else {
                        text.removeLast(text.count - before)
                        break
                    }
                    isAlone = true
                }
                next += isWide ? 2 : 1
            }
            text.append(0)  // Curses looks at the element after the last before it looks at the count.
            // A pair's number may not fit in the parameter for it, so it goes in the last one.
            var pair = palette.pair(of: style)
            let (attributes, column) = (palette.attributes(of: style), Int32(start - cells.startIndex))
            if isAlone {
                var cell = cchar_t()
                setcchar(&cell, text, attributes, 0, &pair)
                mvwadd_wch(cn_stdscr(), Int32(row), column, &cell)
            } else {
                wattr_set(cn_stdscr(), attributes, 0, &pair)
                mvwaddnwstr(cn_stdscr(), Int32(row), column, text, Int32(text.count - 1))
            }
        }
    }

    /// Adds what curses would not: `InputDecoder`, and not curses, reads bracketed pastes and the mouse.
    private func askForReports() {
        asksForReports = false
        keypad(cn_stdscr(), true)
        cn_frame_add(Self.pasteOn + (usesMouse ? Self.mouseOn : ""))
    }

    private func place(cursor: (column: Int, row: Int)?) {
        let isHidden = cursor == nil && curs_set(0) != ERR
        if cursor != nil { curs_set(1) }
        leaveok(cn_stdscr(), isHidden)
        // A cursor that cannot be hidden goes to the corner.
        let (column, row) = cursor ?? (size.columns - 1, size.rows - 1)
        wmove(cn_stdscr(), Int32(row), Int32(column))
    }

    /// Appends the scalars of a character of `width` cells to the text, and returns whether it has marks. Question marks replace
    /// one that would control the terminal, or that it would draw wider or narrower than the frame says.
    private func append(_ character: Character, width: Int) -> Bool {
        let start = text.count
        var measured = 0
        for scalar in character.unicodeScalars {
            let code = wchar_t(bitPattern: scalar.value)
            let cells = (0x20..<0x7F).contains(code) ? 1 : Int(cn_width(code))
            guard cells >= 0 else {
                measured = -1
                break
            }
            measured += cells
            text.append(code)
        }
        let count = text.count - start
        if measured == width, count <= Self.maximumScalars { return count > 1 }
        text.removeLast(count)
        text.append(contentsOf: repeatElement(0x3F, count: width))
        return false
    }

    /// A cell of curses holds a character and four combining ones.
    private static let maximumScalars = 5
}
