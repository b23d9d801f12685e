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
    private let window: CursesWindow
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
        close(slave)
        close(master)
    }

    /// Paints a frame, and returns the bytes that were written.
    @discardableResult
    func paint(_ frame: Frame) -> [UInt8] {
        _ = window.paint(frame, unless: -1)
        // The bytes before this mark are the frame's. Curses writes no such byte.
        var mark: UInt8 = 0
        write(slave, &mark, 1)
        var bytes: [UInt8] = []
        while bytes.last != mark {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(master, &buffer, buffer.count)
            bytes += buffer[..<max(0, count)]
        }
        bytes.removeLast()
        screen.take(bytes)
        return bytes
    }
}
