import Glibc
import TestSupport
import Testing

@Suite("The program asks its terminal what it does", .ownThreads, .timeLimit(.minutes(10)))
struct AskingTests {
    /// The reports of a terminal that supports everything.
    private static let attributes = "\u{1B}[?62;4;22c"
    private static let others =
        "\u{1B}[?2026;2$y\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t"
        + attributes

    private static func text(_ terminal: Pseudoterminal) -> String {
        String(decoding: terminal.bytes, as: UTF8.self)
    }

    /// Waits until the program has asked for the attributes, again and again.
    private func waitForQuestions(_ count: Int, _ terminal: Pseudoterminal) throws {
        try terminal.wait("\(count) questions") {
            Self.text($0).components(separatedBy: "\u{1B}[c") == count + 1
        }
    }

    private func answered(launcher: [String] = []) throws -> RunningProgram {
        let program = try RunningProgram.shown(launcher: launcher)
        let terminal = program.terminal
        try waitForQuestions(1, terminal)
        try terminal.write(Self.attributes)
        try waitForQuestions(2, terminal)
        try terminal.write(Self.others)
        return program
    }

    @Test func `The first frame asks nothing, and a terminal of an old level is asked once`() throws {
        let program = try RunningProgram.shown()
        let terminal = program.terminal
        try waitForQuestions(1, terminal)
        #expect(Self.text(terminal).split(separator: "\u{1B}[c")[0].contains("Monkey Store"))
        try terminal.write("\u{1B}[?1;2c")
        try terminal.waitForQuietSecond()
        #expect(Self.text(terminal).components(separatedBy: "\u{1B}[c") == 2)
        #expect(!terminal.screen.strings.contains { $0.text.hasPrefix("_") })
        try terminal.leave()
        #expect(terminal.isAsBefore)
    }

    @Test func `What it answers presses no key, and the photo comes in its pixels`() throws {
        let program = try answered()
        let terminal = program.terminal
        try terminal.waitForQuietSecond()
        let shown = terminal.screen.text
        #expect(!shown.contains("Confirm"))
        try terminal.write("p")
        try terminal.wait("the picture") { $0.screen.strings.contains { $0.text.hasPrefix("_Ga=p") } }
        #expect(terminal.screen.lines[5].isEmpty)
        // The messages cover it.
        try terminal.write("m")
        try terminal.wait(for: "No messages yet.")
        #expect(terminal.screen.strings.last?.text.hasPrefix("_Ga=d") == true)
        let before = terminal.screen.strings.count
        try terminal.write("m")
        try terminal.wait("the picture again") {
            $0.screen.strings[before...].contains { $0.text.hasPrefix("_Ga=p") }
        }
        try terminal.leave()
        #expect(terminal.isAsBefore)
        #expect(Self.text(terminal).contains("\u{1B}[23;2t"))
    }

    @Test func `An answer that comes while the program ends is not left to the shell`() throws {
        let shell = "\"$0\" \"$@\"; read -t 1 -n 1 -s && echo LEFT || echo NOTHING"
        let program = try RunningProgram.shown(launcher: ["/bin/bash", "-c", shell])
        let terminal = program.terminal
        try waitForQuestions(1, terminal)
        try terminal.write("q")
        try terminal.write(Self.attributes)
        try terminal.wait(for: "NOTHING")
        #expect(try terminal.waitForEnd() == .status(0))
    }

    @Test func `The title has the balance`() throws {
        let program = try RunningProgram.shown()
        try program.terminal.wait("the title") {
            $0.screen.strings.contains { $0.text == "]2;0 monkey credits · Monkey Store" }
        }
        try program.terminal.leave()
    }

    @Test func `A vt100 that answers nothing gets one question, and no more`() throws {
        let program = try RunningProgram(environment: ["TERM": "vt100"])
        let terminal = program.terminal
        try terminal.wait(for: "Monkey Store")
        try waitForQuestions(1, terminal)
        try terminal.waitForRest()
        try terminal.write("p")
        try terminal.wait(for: "Photo")
        try terminal.leave()
        #expect(terminal.screen.strings.isEmpty)
        let text = Self.text(terminal)
        for sequence in ["1004", "2026", ";2t", "[16t"] { #expect(!text.contains(sequence)) }
    }

    @Test("A crash or a signal takes all of it back", arguments: [SIGSEGV, SIGABRT, SIGUSR1, SIGTERM])
    func crash(signal: Int32) throws {
        let program = try answered()
        let terminal = program.terminal
        try terminal.write("p")
        try terminal.wait("the picture") { $0.screen.strings.contains { $0.text.hasPrefix("_Ga=p") } }
        #expect(terminal.screen.modes.contains(1004))
        terminal.forget()
        kill(terminal.processID, signal)
        try terminal.waitForEnd()
        let text = Self.text(terminal)
        #expect(text.contains("\u{1B}[23;2t"))
        #expect(text.contains("\u{1B}_Ga=d,d=I,i=7031") && text.contains("\u{1B}_Ga=d,d=I,i=7032"))
        #expect(terminal.isAsBefore)
    }

    @Test func `Suspended, it gives all of it back; continued, it takes it again, and asks nothing`() throws {
        let shell = "exec 2>&1; set -m; \"$0\" \"$@\"; echo STOPPED; read line; fg; exit $?"
        let program = try answered(launcher: ["/bin/bash", "-c", shell])
        let terminal = program.terminal
        try terminal.write("p")
        try terminal.wait("the picture") { $0.screen.strings.contains { $0.text.hasPrefix("_Ga=p") } }
        terminal.forget()
        try terminal.write("\u{1A}")
        try terminal.wait(for: "STOPPED")
        #expect(terminal.isAsBefore)
        #expect(Self.text(terminal).contains("\u{1B}[23;2t"))
        terminal.forget()
        let before = terminal.screen.strings.count
        try terminal.write("\n")
        try terminal.wait("the picture again") {
            $0.screen.strings[before...].contains { $0.text.hasPrefix("_Ga=p") }
        }
        #expect(terminal.screen.modes.contains(1004))
        #expect(Self.text(terminal).contains("\u{1B}[22;2t"))
        #expect(!Self.text(terminal).contains("\u{1B}[c"))
        try terminal.leave()
        #expect(terminal.isAsBefore)
    }

    @Test func `A terminal that takes nothing more keeps no key waiting`() throws {
        let program = try answered()
        let terminal = program.terminal
        try terminal.waitForQuietSecond()
        var size = 0
        try terminal.waitUnread("a full terminal") {
            size += 1
            $0.askForFrame(columns: 100 + size % 50, rows: 30)
            return $0.isFull
        }
        try terminal.typeUnread("q")
        #expect(try terminal.waitForEndUnread() == .status(0))
        #expect(terminal.modes == terminal.initialModes)
    }
}

extension String {
    /// The number of pieces that a text cuts this one into.
    fileprivate func components(separatedBy text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count
    }
}
