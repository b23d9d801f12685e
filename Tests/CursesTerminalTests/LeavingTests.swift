import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Every way out gives the terminal back", .ownThreads, .timeLimit(.minutes(10)))
struct LeavingTests {
    /// Expects that the program on a terminal ends in this way, and restores the terminal.
    @discardableResult
    private func expectEnd(
        _ end: ProcessEnd, by act: (Pseudoterminal) throws -> Void
    ) throws -> Pseudoterminal {
        let program = try RunningProgram.shown()
        try expectEnd(end, of: program.terminal, by: act)
        return program.terminal
    }

    private func expectEnd(
        _ end: ProcessEnd, of terminal: Pseudoterminal, by act: (Pseudoterminal) throws -> Void
    ) throws {
        #expect(terminal.screen.modes.isSuperset(of: [1049, 2004]))
        #expect(terminal.modes != terminal.initialModes)
        try act(terminal)
        #expect(try terminal.waitForEnd() == end)
        #expect(terminal.isAsBefore)
    }

    @Test(
        "A key ends the program with its status", arguments: [("q", 0), ("\u{03}", 130)] as [(String, Int32)])
    func keys(key: String, status: Int32) throws { try expectEnd(.status(status)) { try $0.write(key) } }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `A signal ends the program with its status`(signal: Int32, status: Int32) throws {
        try expectEnd(.status(status)) { kill($0.processID, signal) }
    }

    /// Signals that no loop waits for, but that end a program all the same.
    private static let others = [
        SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGSYS,
        SIGBUS,
        SIGFPE,
        34, 50, 64,
    ]

    @Test(
        "Whatever signal ends the program, the terminal is given back first",
        arguments: [SIGALRM, SIGUSR1, SIGBUS, 34])
    func otherSignal(signal: Int32) throws { try expectEnd(.signal(signal)) { kill($0.processID, signal) } }

    /// The folder of a small program, `guarded`, that has a screen with the same guard.
    private static let build = Result {
        let folder = try TemporaryDirectory()
        let sources = #filePath.components(separatedBy: "/Tests/")[0] + "/Sources/Shop/CNCurses"
        let program = """
            #include <stdio.h>
            #include "\(sources)/CrashGuard.c"
            #include "\(sources)/TerminalSignals.c"
            int main(void) {
                cn_signals_hold();
                cn_guard_install();
                if (!cn_guard_begin(0)) return 3;
                struct termios raw = modes;
                cfmakeraw(&raw);
                tcsetattr(0, TCSANOW, &raw);
                fputs("\\033[?1049h\\033[?2004hshown", stdout);
                fflush(stdout);
                for (;;) pause();
            }
            """
        let path = folder.path + "/guarded"
        try program.write(toFile: path + ".c", atomically: true, encoding: .utf8)
        try CCompiler.compile(path + ".c", to: path, options: ["-I", sources + "/include"])
        return folder
    }

    @Test("The guard of the terminal knows each signal that ends a program", arguments: others)
    func guarded(signal: Int32) throws {
        let terminal = try Pseudoterminal([Self.build.get().path + "/guarded"], environment: [:])
        try terminal.wait(for: "shown")
        try expectEnd(.signal(signal), of: terminal) { kill($0.processID, signal) }
    }

    /// How a signal ends the program, and on which terminal: one that reads nothing from the start, or one
    /// that stops reading later.
    private static let stuck: [(signal: Int32, end: ProcessEnd, fromStart: Bool)] = [false, true].flatMap {
        fromStart in
        [
            (SIGTERM, .status(143), fromStart), (SIGHUP, .status(129), fromStart),
            (SIGINT, .status(130), fromStart),
        ]
            + [SIGUSR1, SIGABRT, 34].map { ($0, .signal($0), fromStart) }
    }

    @Test("A terminal that reads nothing keeps no signal waiting, and has its modes back", arguments: stuck)
    func stuckTerminal(signal: Int32, end: ProcessEnd, fromStart: Bool) throws {
        let program = try fromStart ? RunningProgram(isFull: true) : RunningProgram.shown()
        let terminal = program.terminal
        if fromStart {
            try terminal.waitUnread("the modes of a screen") { $0.modes != $0.initialModes }
        } else {
            // Each new size is a whole frame, until the program waits in the middle of one.
            var size = 0
            try terminal.waitUnread("a full terminal") {
                size += 1
                $0.askForFrame(columns: 100 + size % 50, rows: 30)
                return $0.isFull
            }
        }
        kill(terminal.processID, signal)
        #expect(try terminal.waitForEndUnread() == end)
        #expect(terminal.modes == terminal.initialModes)
    }

    @Test(
        "A crash gives the terminal back, says in one line where the log is, and ends by its signal",
        arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT])
    func crash(signal: Int32) throws {
        let terminal = try expectEnd(.signal(signal)) { kill($0.processID, signal) }
        let last = String(decoding: terminal.bytes.suffix(500), as: UTF8.self).split(separator: "\r\n").last
        #expect(last?.hasPrefix("Monkey Store crashed; you never pay twice. See the log: /") == true)
        #expect(last?.hasSuffix("/.local/state/monkeystore/monkeystore.log") == true)
    }

    @Test func `So does one of the thread that does the work, whose stack ran out`() throws {
        // The store's files are opened on that thread, when the first frame is there.
        let folder = try TemporaryDirectory()
        let switches = try KillSwitch(.useStackUp(call: 1), files: folder.path + "/data")
        let program = try RunningProgram(in: folder, environment: switches.environment)
        #expect(try program.terminal.waitForEnd() == .signal(SIGSEGV))
        #expect(String(decoding: program.terminal.bytes, as: UTF8.self).contains("Monkey Store"))
        #expect(program.terminal.isAsBefore)
    }

    @Test(
        "The program is gone when its terminal is, also when whoever started it ignores hang-ups",
        arguments: [false, true])
    func hangUp(isIgnored: Bool) throws {
        let launcher = ["/bin/sh", "-c", "trap '' HUP; exec \"$0\" \"$@\""]
        let program = try RunningProgram.shown(launcher: isIgnored ? launcher : [])
        program.terminal.hangUp()
        #expect(try program.terminal.waitForEnd() == .status(129))
    }

    @Test func `Control and backslash do nothing, and a signal to dump core does nothing either`() throws {
        let program = try RunningProgram.shown()
        kill(program.terminal.processID, SIGQUIT)
        try program.terminal.write("\u{1C}")
        try program.terminal.leave()
    }
}
