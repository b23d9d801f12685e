import Glibc
import TestSupport
import Testing

@Suite("Every way out gives the terminal back", .ownThreads)
struct LeavingTests {
    /// Expects that the program on a terminal ends so, and gives the terminal back.
    private func expectEnd(_ end: ProcessEnd, by act: (Pseudoterminal) throws -> Void) throws {
        let program = try RunningProgram.shown()
        let terminal = program.terminal
        #expect(terminal.screen.modes.isSuperset(of: [1049, 2004]))
        #expect(terminal.modes != terminal.initialModes)
        try act(terminal)
        #expect(try terminal.waitForEnd() == end)
        #expect(program.terminal.isAsBefore)
    }

    @Test("A key ends the program with its status", arguments: [("q", 0), ("\u{03}", 130)] as [(String, Int32)])
    func keys(key: String, status: Int32) throws { try expectEnd(.status(status)) { try $0.write(key) } }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `A signal ends the program with its status`(signal: Int32, status: Int32) throws {
        try expectEnd(.status(status)) { kill($0.processID, signal) }
    }

    @Test("A crash gives the terminal back and ends by its signal", arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT])
    func crash(signal: Int32) throws { try expectEnd(.signal(signal)) { kill($0.processID, signal) } }

    @Test func `So does one of the thread that does the work, whose stack ran out`() throws {
        // The store's files are opened when the first frame is there, on that thread.
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

    @Test func `Control and backslash do nothing, nor does a signal to dump core`() throws {
        let program = try RunningProgram.shown()
        kill(program.terminal.processID, SIGQUIT)
        try program.terminal.write("\u{1C}")
        try program.terminal.leave()
    }
}
