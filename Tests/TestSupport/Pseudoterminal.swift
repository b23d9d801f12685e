internal import Foundation
internal import Glibc

/// A real terminal with a program in it. A test drives it as a person would: it types, and waits for what it
/// wants to see. Every wait has a deadline. If it passes, the test fails with the screen in the message.
package final class Pseudoterminal {
    /// Everything that the program wrote.
    package private(set) var bytes: [UInt8] = []
    /// The screen that a person would see.
    package private(set) var screen: TerminalScreen
    /// The modes of the line discipline before the program started.
    package let initialModes: [UInt32]
    package let processID: Int32

    private var master: Int32
    private let slave: Int32
    private let lifeline: Int32
    private let followsScreen: Bool
    private let patience = Duration.seconds(300)
    private var end: ProcessEnd?

    /// Starts `arguments` (the first one is the program's path) on a new terminal, which is its controlling
    /// terminal, with this environment and no other. Standard error goes to the terminal, too, or to a file.
    /// Without `followsScreen` there are only the bytes, and `screen` stays empty. With `isFull` the terminal
    /// takes no output, as if nobody read it.
    package init(
        _ arguments: [String], environment: [String: String], columns: Int = 80, rows: Int = 24,
        standardError: String? = nil, followsScreen: Bool = true, isFull: Bool = false
    ) throws {
        self.followsScreen = followsScreen
        screen = TerminalScreen(columns: columns, rows: rows)
        // Not openpty: if other programs that the tests start inherited the descriptor, hanging up would
        // do nothing.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var number: UInt32 = 0
        var unlocked: Int32 = 0
        let (unlock, readNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))  // TIOCSPTLCK and TIOCGPTN
        guard ioctl(master, unlock, &unlocked) == 0, ioctl(master, readNumber, &number) == 0 else {
            throw ToolError(description: "cannot open a pseudo-terminal: errno \(errno)")
        }
        let name = "/dev/pts/\(number)"
        // Kept open, so that the modes that the program leaves behind can be read.
        slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
        if isFull {
            let filler = open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
            while Glibc.write(filler, [UInt8](repeating: UInt8(ascii: "x"), count: 1024), 1024) > 0 {}
            close(filler)
        }
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ToolError(description: "cannot open a socket: errno \(errno)")
        }
        lifeline = ends[0]
        defer { close(ends[1]) }
        initialModes = Self.modes(of: slave)
        processID = try Self.spawn(
            arguments, environment, terminal: name, standardError: standardError ?? name, lifeline: ends[1])
    }

    deinit {
        if end == nil {
            kill(processID, SIGKILL)
            var status: Int32 = 0
            waitpid(processID, &status, 0)
        }
        for descriptor in [master, slave, lifeline] where descriptor >= 0 { close(descriptor) }
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], terminal: String, standardError: String,
        lifeline: Int32
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_addopen(&actions, 2, standardError, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        // Until it ends, only the program has this open.
        posix_spawn_file_actions_adddup2(&actions, lifeline, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID
        posix_spawnattr_setflags(
            &attributes, Int16(newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return try TestSupport.spawn(arguments, environment, &actions, &attributes)
    }

    /// How the terminal's line discipline treats keys and text now, for comparisons.
    package var modes: [UInt32] { Self.modes(of: slave) }

    private static func modes(of terminal: Int32) -> [UInt32] {
        var modes = termios()
        tcgetattr(terminal, &modes)
        let characters = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt32($0) } }
        return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag] + characters
    }

    /// Types text, and goes on reading meanwhile.
    package func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Sends bytes, and goes on reading meanwhile.
    package func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        let deadline = ContinuousClock.now + patience
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
            if sent > 0 { rest = rest.dropFirst(sent) }
            guard sent < 0 else { continue }
            guard errno == EAGAIN, ContinuousClock.now < deadline else {
                throw ToolError(description: "cannot type: errno \(errno)")
            }
            _ = read(Int16(POLLIN | POLLOUT), within: .seconds(1))
        }
    }

    package func wait(for text: String) throws {
        try wait("the text “\(text)”") { $0.screen.text.contains(text) }
    }

    /// Waits for a text that is not on the screen for long, such as a message. It may be over already: it is
    /// enough that the program has written it since `forget`.
    package func wait(forMessage text: String) throws {
        try wait("the message “\(text)”") {
            $0.screen.text.contains(text) || String(decoding: $0.bytes, as: UTF8.self).contains(text)
        }
    }

    /// Reads until a condition holds. `what` names it in the message.
    package func wait(_ what: String, until holds: (Pseudoterminal) throws -> Bool) throws {
        let deadline = ContinuousClock.now + patience
        while true {
            let hadEnded = hasEnded
            if hadEnded { drain() }
            guard try !holds(self) else { return }
            guard !hadEnded else {
                throw ToolError(
                    description: "the program ended instead of \(what); the screen is\n\(screen.text)")
            }
            guard ContinuousClock.now < deadline, read(Int16(POLLIN), within: .milliseconds(100)) else {
                throw ToolError(description: "waited in vain for \(what); the screen is\n\(screen.text)")
            }
        }
    }

    /// Waits until the program rests: it writes nothing, and all of its threads sleep and stay asleep, for
    /// five looks in a row. A thread that waits for a processor does not sleep. Keys that were just typed may
    /// not have woken the program yet, so wait for what they show first. If they show nothing, or if a timer
    /// may be due later, `waitForQuietSecond` waits for long enough.
    package func waitForRest() throws {
        try wait("rest") { terminal in
            let (written, before) = (terminal.bytes.count, Threads(of: terminal.processID))
            guard before.areAsleep else { return false }
            for _ in 1...5 {
                _ = terminal.read(Int16(POLLIN), within: .milliseconds(20))
                guard terminal.bytes.count == written, Threads(of: terminal.processID) == before else {
                    return false
                }
            }
            return true
        }
    }

    /// Waits until the program rests for a second: it writes nothing, and none of its threads runs. `process`
    /// is whose threads count if the program only shows what another one writes.
    package func waitForQuietSecond(of process: Int32? = nil) throws {
        var before = (bytes.count, -1)
        try wait("a quiet second") { terminal in
            let now = (terminal.bytes.count, Threads(of: process ?? terminal.processID).switches)
            defer { before = now }
            guard now != before else { return true }
            let quiet = ContinuousClock.now + .milliseconds(1100)
            while ContinuousClock.now < quiet, terminal.bytes.count == now.0 {
                _ = terminal.read(Int16(POLLIN), within: quiet - .now)
            }
            return false
        }
    }

    package var hasEnded: Bool {
        var source = pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0)
        return end != nil || poll(&source, 1, 0) > 0
    }

    @discardableResult
    package func waitForEnd() throws -> ProcessEnd {
        let deadline = ContinuousClock.now + patience
        while true {
            if let end { return end }
            var sources = [
                pollfd(fd: master, events: Int16(POLLIN), revents: 0),
                pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0),
            ]
            poll(&sources, 2, 1000)
            if sources[0].revents != 0 { drain() }
            if sources[1].revents != 0 {
                drain()
                var status: Int32 = 0
                waitpid(processID, &status, 0)
                end = ProcessEnd(waitStatus: status)
            }
            guard ContinuousClock.now < deadline else {
                throw ToolError(description: "waited in vain for the end; the screen is\n\(screen.text)")
            }
        }
    }

    // MARK: A terminal that does not read

    /// Whether the terminal takes no more output from the program.
    package var isFull: Bool {
        var source = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
        return poll(&source, 1, 0) == 0
    }

    /// Waits until a condition holds, without reading.
    package func waitUnread(_ what: String, until holds: (Pseudoterminal) -> Bool) throws {
        let deadline = ContinuousClock.now + patience
        while !holds(self) {
            var source = pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0)
            guard poll(&source, 1, 20) == 0, ContinuousClock.now < deadline else {
                throw ToolError(description: "waited in vain for \(what)")
            }
        }
    }

    /// Changes the window's size, so that the program paints everything again.
    package func askForFrame(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    }

    /// Types a few characters, without reading.
    package func typeUnread(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard Glibc.write(master, bytes, bytes.count) == bytes.count else {
            throw ToolError(description: "cannot type: errno \(errno)")
        }
    }

    /// Waits for the end of the program, without reading.
    package func waitForEndUnread() throws -> ProcessEnd {
        var source = pollfd(fd: lifeline, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, Int32(patience.components.seconds) * 1000) == 1 else {
            throw ToolError(description: "waited in vain for the end on a terminal that does not read")
        }
        var status: Int32 = 0
        waitpid(processID, &status, 0)
        let end = ProcessEnd(waitStatus: status)
        self.end = end
        return end
    }

    /// Forgets what the program has written so far; the screen stays.
    package func forget() {
        drain()
        bytes = []
    }

    /// Erases the window: whatever a wait sees afterwards was painted afterwards.
    package func eraseScreen() {
        drain()
        screen.erase()
    }

    /// Changes the window's size, as dragging its corner does.
    package func resize(columns: Int, rows: Int) {
        report(columns: columns, rows: rows, shownColumns: columns, shownRows: rows)
    }

    /// Makes the terminal report a size that no screen has. What the program paints is kept on a screen of
    /// `shownColumns` by `shownRows`.
    package func report(columns: Int, rows: Int, shownColumns: Int, shownRows: Int) {
        var size = winsize(
            ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
        drain()
        screen.resize(columns: shownColumns, rows: shownRows)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// The most memory that the program ever had, in bytes.
    package var mostMemory: Int { get throws { try ProcessStatus.mostMemory(of: processID) * 1024 } }

    /// Takes the terminal away, as closing its window or losing the connection does.
    package func hangUp() {
        close(master)
        master = -1
    }

    /// What the threads of a process do now.
    private struct Threads: Equatable {
        /// How often one of them has started or stopped running. The number stays the same while nothing
        /// wakes them.
        var switches = 0
        var areAsleep = true

        init(of process: Int32) {
            let folder = "/proc/\(process)/task"
            for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
                for line in (status ?? "").split(separator: "\n") {
                    if line.contains("ctxt_switches") {
                        switches += Int(line.split(separator: "\t").last ?? "") ?? 0
                    } else if line.hasPrefix("State:"), !line.hasPrefix("State:\tS") {
                        areAsleep = false
                    }
                }
            }
        }
    }

    /// Waits a while for output, and reads it; false if there is no terminal any more.
    private func read(_ events: Int16, within time: Duration) -> Bool {
        guard master >= 0 else { return false }
        var source = pollfd(fd: master, events: events, revents: 0)
        let (seconds, attoseconds) = time.components
        poll(&source, 1, max(0, Int32(seconds) * 1000 + Int32(attoseconds / 1_000_000_000_000_000)))
        drain()
        return true
    }

    private func drain() {
        guard master >= 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(master, &buffer, buffer.count)
            guard count > 0 else { return }
            bytes += buffer[..<count]
            if followsScreen { screen.take(buffer[..<count]) }
        }
    }
}
