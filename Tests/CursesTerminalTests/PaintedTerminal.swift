import Glibc
import Storefront
import TestSupport
import Testing

@testable import CursesTerminal

extension Pseudoterminal {
    /// Presses q, and expects that the program ends well.
    func leave(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try write("q")
        #expect(try waitForEnd() == .status(0), sourceLocation: sourceLocation)
    }
}

/// A window of curses on a pseudoterminal, and its screen after each frame. One at a time.
final class PaintedTerminal {
    private(set) var screen: TerminalScreen
    let window: CursesWindow
    private let master: Int32
    private let slave: Int32

    init(type: String = "xterm-256color", columns: Int = 80, rows: Int = 24, usesColour: Bool = true) throws {
        var master: Int32 = 0
        var slave: Int32 = 0
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&master, &slave, nil, nil, &size) == 0)
        setlocale(LC_CTYPE, "C.UTF-8")
        window = try CursesWindow(type: type, input: dup(slave), output: dup(slave), usesColour: usesColour)
        screen = TerminalScreen(columns: columns, rows: rows)
        self.master = master
        self.slave = slave
    }

    deinit {
        window.close()
        Glibc.close(slave)
        Glibc.close(master)
    }

    /// Paints a frame, sends its picture, and returns the bytes that were written.
    @discardableResult
    func paint(_ frame: Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        repeat {
            window.sendPicture()
            let isPainted = window.paint(frame)
            bytes += taken()
            guard !isPainted || window.isSending else { return bytes }
        } while true
    }

    /// Paints a frame, and leaves its picture for later.
    func paintWithoutPicture(_ frame: Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        while !window.paint(frame) { bytes += taken() }
        return bytes + taken()
    }

    /// What the terminal has taken.
    private func taken() -> [UInt8] {
        // The bytes before this mark are the frame's. Curses writes no such byte.
        var mark: UInt8 = 0
        var bytes: [UInt8] = []
        var isMarked = false
        while bytes.last != mark {
            var room = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
            if !isMarked, poll(&room, 1, 0) == 1 { isMarked = write(slave, &mark, 1) == 1 }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(master, &buffer, buffer.count)
            bytes += buffer[..<max(0, count)]
        }
        bytes.removeLast()
        screen.take(bytes)
        return bytes
    }

    /// Asks the terminal, and has it answer like a terminal of this level.
    func answer(level: Int = 62, hasSixels: Bool = false, _ others: TerminalReport...) {
        window.ask()
        for report in [.attributes(level: level, hasSixels: hasSixels)] + others { window.take(report) }
        window.take(.attributes(level: level, hasSixels: hasSixels))
    }

    func perform(_ effect: TerminalEffect) { window.perform(effect) }

    func forget() { window.forget() }

    /// Gives the terminal back, and returns the bytes that do so.
    func close() -> [UInt8] {
        window.close()
        return taken()
    }

    func reopen() { window.reopen() }
}
