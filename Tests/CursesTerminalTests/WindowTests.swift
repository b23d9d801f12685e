import Glibc
import TestSupport
import Testing

@Suite("The window changes while the program runs", .ownThreads, .timeLimit(.minutes(10)))
struct WindowTests {
    @Test(
        "A new size is painted at once, and whole: the terminal may have moved what stands in the same place as before",
        arguments: [(200, 60), (81, 24)])
    func resized(columns: Int, rows: Int) throws {
        let program = try RunningProgram.shown()
        program.terminal.eraseScreen()
        program.terminal.resize(columns: columns, rows: rows)
        try program.terminal.wait(for: "Monkey Store")
    }

    @Test(
        "A size that changed and changed back is painted, too: the terminal may have moved its text meanwhile"
    )
    func thereAndBack() throws {
        let program = try RunningProgram.shown()
        try program.terminal.waitForRest()
        program.terminal.eraseScreen()
        // The program sees two quick changes like this.
        kill(program.terminal.processID, SIGWINCH)
        try program.terminal.wait(for: "Monkey Store")
    }

    @Test func `A window of one cell is survived, and all is there again when it grows`() throws {
        let program = try RunningProgram.shown()
        let written = program.terminal.bytes.count
        program.terminal.resize(columns: 1, rows: 1)
        try program.terminal.wait("a frame of one cell") { $0.bytes.count > written }
        program.terminal.eraseScreen()
        program.terminal.resize(columns: 80, rows: 24)
        try program.terminal.wait(for: "Monkey Store")
        try program.terminal.leave()
    }

    @Test func `A program that starts in a window of one cell leaves as always`() throws {
        let program = try RunningProgram(columns: 1, rows: 1)
        try program.terminal.wait("the alternate screen") { $0.screen.modes.contains(1049) }
        try program.terminal.leave()
        #expect(program.terminal.isAsBefore)
    }

    @Test(
        "A window that says it is larger than any screen costs 32 MiB more than an ordinary one at most",
        arguments: [(65535, 65535), (32768, 80), (65535, 1), (1, 65535)])
    func huge(columns: Int, rows: Int) throws {
        let ordinary = try RunningProgram.shown()
        try ordinary.terminal.wait(for: "$0.99")
        try ordinary.terminal.waitForRest()
        let (shownColumns, shownRows) = (min(columns, 512), min(rows, 160))
        let program = try RunningProgram(
            launcher: ["/bin/sh", "-c", "stty cols \(columns) rows \(rows); exec \"$0\" \"$@\""],
            columns: shownColumns, rows: shownRows)
        try program.terminal.wait("the alternate screen") { $0.screen.modes.contains(1049) }
        try program.terminal.waitForRest()
        program.terminal.eraseScreen()
        program.terminal.resize(columns: 100, rows: 30)
        try program.terminal.wait(for: "Monkey Store")
        // What is written after this is that frame.
        try program.terminal.waitForQuietSecond()
        let written = program.terminal.bytes.count
        program.terminal.report(
            columns: columns, rows: rows, shownColumns: shownColumns, shownRows: shownRows)
        try program.terminal.wait("a frame of that size") { $0.bytes.count > written }
        try program.terminal.waitForRest()
        // Most of a program's memory is its code, and the machine decides how much of that is resident.
        #expect(try program.terminal.mostMemory - ordinary.terminal.mostMemory < 32 << 20)
        try program.terminal.leave()
    }

    @Test func `Where the terminal reports no size, a huge one in the environment is not taken either`()
        throws
    {
        let ordinary = try RunningProgram.shown()
        try ordinary.terminal.wait(for: "$0.99")
        try ordinary.terminal.waitForRest()
        let program = try RunningProgram(
            launcher: ["/bin/sh", "-c", "stty cols 0 rows 0; LINES=32767 COLUMNS=32767 exec \"$0\" \"$@\""],
            columns: 512, rows: 160)
        try program.terminal.wait(for: "Monkey Store")
        try program.terminal.waitForRest()
        #expect(try program.terminal.mostMemory - ordinary.terminal.mostMemory < 32 << 20)
        try program.terminal.leave()
    }

    @Test(
        "Suspended, the shell has its terminal; continued, the program paints the size that the window has by then"
    )
    func suspend() throws {
        let shell = "exec 2>&1; set -m; \"$0\" \"$@\"; echo STOPPED; read line; fg; exit $?"
        let program = try RunningProgram.shown(launcher: ["/bin/bash", "-c", shell])
        try program.terminal.write("\u{1A}")
        try program.terminal.wait(for: "STOPPED")
        #expect(program.terminal.isAsBefore)
        program.terminal.eraseScreen()
        program.terminal.resize(columns: 100, rows: 30)
        try program.terminal.write("\n")
        try program.terminal.wait(for: "Monkey Store")
        #expect(program.terminal.screen.modes.isSuperset(of: [1049, 2004]))
        try program.terminal.leave()
        #expect(program.terminal.isAsBefore)
    }

    @Test func `Suspended and told to end, the program ends, and leaves the terminal to the shell`() throws {
        let shell = """
            exec 2>&1; set -m; "$0" "$@"; echo STOPPED
            kill %1; while kill -0 %1; do :; done 2>/dev/null; wait %1; echo ENDED $?; read line
            """
        let program = try RunningProgram.shown(launcher: ["/bin/bash", "-c", shell])
        try program.terminal.write("\u{1A}")
        try program.terminal.wait(for: "ENDED 143")
        #expect(program.terminal.isAsBefore)
    }

    @Test func `Continued in the background, the program stops again until it is in the foreground`() throws {
        let shell = "exec 2>&1; set -m; \"$0\" \"$@\"; bg; wait %1; echo WAITED $?; read line; fg; exit $?"
        let program = try RunningProgram.shown(launcher: ["/bin/bash", "-c", shell])
        try program.terminal.write("\u{1A}")
        try program.terminal.wait(for: "WAITED")
        #expect(program.terminal.isAsBefore)
        try program.terminal.write("\n")
        try program.terminal.wait(for: "Monkey Store")
        try program.terminal.leave()
        #expect(program.terminal.isAsBefore)
    }

    @Test func `Where no shell could continue it, the program is not suspended`() throws {
        let program = try RunningProgram.shown()
        try program.terminal.write("\u{1A}")
        try program.terminal.leave()
    }

    @Test func `Continued after a stop that it did not notice, the program paints again`() throws {
        let program = try RunningProgram.shown()
        kill(program.terminal.processID, SIGSTOP)
        program.terminal.eraseScreen()
        kill(program.terminal.processID, SIGCONT)
        try program.terminal.wait(for: "Monkey Store")
    }

    @Test func `Control and L paint the whole window again`() throws {
        let program = try RunningProgram.shown()
        program.terminal.eraseScreen()
        try program.terminal.write("\u{0C}")
        try program.terminal.wait(for: "Monkey Store")
    }
}
