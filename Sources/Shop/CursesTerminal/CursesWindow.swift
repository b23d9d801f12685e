internal import CNCurses
internal import Glibc
internal import Storefront

/// Paints frames on a terminal with curses, which writes only what has changed. `TerminalSession` uses it.
/// There is one at a time, and one thread uses it.
final class CursesWindow {
    private let terminal: Int32
    private let palette: Palette
    private let usesMouse: Bool
    private var isOpen = true
    /// Whether the next frame carries the sequences that ask for keys, pastes and the mouse.
    private var asksForReports = true
    private var shown: Frame?
    private var text: [wchar_t] = []

    /// Whether the terminal type's entry says that it takes strings.
    private let takesStringsByType: Bool
    private var answers = TerminalAnswers()
    /// Whether a colour has changed since the last frame.
    private var isPaletteNew = false
    /// Sequences to send with the next frame, or alone if there is none.
    private var waiting = ""
    /// The title that the terminal shows; nil if its own title has not been saved.
    private var title: String?
    /// Whether focus reports are on.
    private var hearsFocus = false
    /// The picture that the terminal shows or is being sent.
    private var picture: PlacedPicture?
    private var transfer: PictureTransfer?
    private var pictureNumber = 0
    /// Whether part of the last frame, or of the last piece of a picture, is still to be sent.
    private var isUnsent = false

    init(type: String, input: Int32, output: Int32, usesColour: Bool, usesMouse: Bool = false)
        throws(TerminalError)
    {
        guard cn_guard_begin(output) else { throw .notATerminal }
        guard cn_open(type, input, output) != nil else {
            cn_guard_end()
            throw .unknownTerminal(type)
        }
        terminal = output
        palette = Palette(usesColour: usesColour)
        takesStringsByType = cn_takes_strings()
        self.usesMouse = usesMouse
    }

    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"
    /// Buttons and the wheel, with numbers of any size.
    private static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
    private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

    var size: Size { Size(columns: Int(getmaxx(cn_stdscr())), rows: Int(getmaxy(cn_stdscr()))) }

    var depth: ScreenOptions.Depth { palette.depth }

    /// Whether this program, and not another job of the shell, has the terminal.
    var isInForeground: Bool {
        let group = tcgetpgrp(terminal)
        return group < 0 || group == getpgrp()
    }

    /// Gives the terminal back as it was, unless another job has it now.
    func close() {
        guard isOpen, isInForeground else { return }
        isOpen = false
        cn_close(undoing + (usesMouse ? Self.mouseOff : "") + Self.pasteOff)
        cn_guard_end()
        (title, hearsFocus, isUnsent) = (nil, false, false)
    }

    /// Takes the terminal again after another job may have used it. The next frame is painted whole.
    func reopen() {
        if !isOpen { isOpen = cn_guard_begin(terminal) }
        cn_reopen()
        asksForReports = true
        resize()
        forget()
    }

    /// Whether something is still to be sent. If so, call `send` when the terminal takes more.
    var isSending: Bool { isUnsent || transfer != nil }

    /// Shows a frame of the window's size, and waits for nothing. False if the terminal has not taken all of
    /// this frame or of the one before: call it again then.
    func paint(_ frame: Frame) -> Bool {
        guard send() else { return false }
        let title = takesStrings ? frame.title ?? self.title : nil
        let asksMore = title != self.title || !waiting.isEmpty || isPaletteNew || takesStrings && !hearsFocus
        guard frame != shown || asksMore else { return true }
        cn_frame_begin()
        if asksForReports { askForReports() }
        if takesStrings { ask(title: title) }
        cn_frame_add(waiting)
        (waiting, isPaletteNew) = ("", false)
        if frame.picture != picture { replacePicture(with: frame.picture) }
        for row in 0..<frame.size.rows where isChanged(row, in: frame) { draw(row, of: frame) }
        place(cursor: frame.cursor)
        shown = frame
        wnoutrefresh(cn_stdscr())
        doupdate()
        cn_frame_end(answers.hasSynchronisedOutput)
        return send()
    }

    /// Sends as much as the terminal takes now. True if it has the whole last frame, even if a picture is
    /// still on its way.
    @discardableResult
    func send() -> Bool {
        isUnsent = !cn_frame_send()
        return !isUnsent
    }

    /// Sends the next piece of a picture, if the terminal takes it.
    func sendPicture() {
        guard transfer != nil, send() else { return }
        guard let piece = transfer?.next() else { return transfer = nil }
        cn_frame_begin()
        cn_frame_add(piece)
        cn_frame_end(false)
        send()
    }

    // MARK: Beyond cells

    /// Asks the terminal what it can do. Call it when the terminal has the first frame, which does not wait
    /// for this.
    func ask() { waiting += answers.ask() }

    /// Takes an answer from the terminal.
    func take(_ report: TerminalReport) {
        let wasComplete = answers.isComplete
        waiting += answers.take(report)
        cn_guard_undo(undoing)
        guard answers.isComplete, !wasComplete, let background = answers.background else { return }
        palette.use(background: background)
        isPaletteNew = true
    }

    /// Whether a question has been sent that is not answered yet.
    var awaitsAnswer: Bool { answers.wasAsked && !answers.isComplete && waiting.isEmpty }

    /// What the terminal can do, as far as we know.
    var features: TerminalFeatures {
        var features = TerminalFeatures()
        features.takesClipboard = takesStrings
        features.cell = answers.pictureCell
        features.pictureLimit = answers.pictureLimit
        return features
    }

    func perform(_ effect: TerminalEffect) {
        switch effect {
        case .copy(let text): if takesStrings { waiting += TerminalStrings.clipboard(text) }
        case .notify(let text):
            waiting += TerminalStrings.bell + (takesStrings ? TerminalStrings.notification(text) : "")
        }
    }

    /// Nothing but cells is written before the first frame, after which the terminal is asked.
    private var takesStrings: Bool { answers.wasAsked && (takesStringsByType || answers.isModern) }

    /// Sets the title, after it has saved the terminal's own. It also asks for focus reports and a bar
    /// cursor, if that has not been done.
    private func ask(title: String?) {
        if !hearsFocus { cn_frame_add(TerminalStrings.focusOn + TerminalStrings.barCursor) }
        if let title, title != self.title {
            cn_frame_add((self.title == nil ? TerminalStrings.pushTitle : "") + TerminalStrings.title(title))
        }
        (hearsFocus, self.title) = (true, title)
        cn_guard_undo(undoing)
    }

    /// What undoes all of this. It first ends a string, because half of one may have been sent.
    private var undoing: String {
        guard hearsFocus else { return "" }
        return TerminalStrings.end + removal + TerminalStrings.focusOff + TerminalStrings.usualCursor
            + (title == nil ? "" : TerminalStrings.popTitle)
    }

    /// What removes a picture, as far as a sequence can.
    private var removal: String {
        answers.pictures == .kitty ? PictureTransfer.numbers.map(PictureTransfer.removal).joined() : ""
    }

    /// Starts to send another picture, or removes the old one.
    private func replacePicture(with next: PlacedPicture?) {
        if let picture, !picture.isAtPlace(of: next) {
            cn_frame_add(removal)
            // Cells that are written cover sixels. Curses would skip these cells, because they are
            // blank already.
            if answers.pictures == .sixel {
                wredrawln(cn_stdscr(), Int32(picture.row), Int32(picture.size.rows))
            }
        }
        picture = next
        transfer = nil
        guard let next, let pictures = answers.pictures else { return }
        pictureNumber = (pictureNumber + 1) % PictureTransfer.numbers.count
        transfer = PictureTransfer(next, by: pictures, number: PictureTransfer.numbers[pictureNumber])
    }

    /// Makes the next frame a whole one, whatever the terminal shows now.
    func forget() {
        shown = nil
        if picture != nil { waiting += removal }
        (picture, transfer) = (nil, nil)
        clearok(cn_curscr(), true)
    }

    /// Takes on the terminal's size. The next frame is painted whole, because the terminal may have moved
    /// its text.
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

    /// Writes a row to the virtual screen, one run of the same style at a time. A character of several
    /// scalars is written alone: within a text, curses would put the marks of a wide character into its right
    /// half, and never show them.
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
            // A pair's number may not fit in its own parameter, so it goes in the last one.
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

    /// Asks for what curses would not: bracketed pastes and the mouse, which `InputDecoder` reads.
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

    /// Appends the scalars of a character of `width` cells to the text, and returns whether it has marks. A
    /// character that would control the terminal, or that it would draw wider or narrower than the frame
    /// says, becomes question marks.
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

    /// A cell in curses holds one character and four combining ones.
    private static let maximumScalars = 5
}
