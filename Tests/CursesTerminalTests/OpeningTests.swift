import Glibc
import TestSupport
import Testing

@Suite("Terminals and environments of every kind")
struct OpeningTests {
    /// `LANG`, and whether it asks for ASCII.
    private static let languages = [
        ("C.UTF-8", false), ("C", true), ("en_US.ISO-8859-1", true), ("xx_XX.UTF-8", false), ("", false),
    ]

    @Test(
        "A terminal that can be drawn on shows the first frame",
        arguments: ["xterm-256color", "linux", "vt100", "xterm-ghostty", "xterm-kitty"], languages)
    func drawable(type: String, language: (name: String, isASCII: Bool)) throws {
        for noColour in ["", "1"] {
            let environment = ["TERM": type, "LANG": language.name, "NO_COLOR": noColour]
            let program = try RunningProgram(environment: environment)
            // Its data goes with it.
            defer { withExtendedLifetime(program) {} }
            let terminal = program.terminal
            try terminal.wait(for: "Monkey Store")
            try terminal.write("q")
            #expect(try terminal.waitForEnd() == .status(0))
            #expect(terminal.modes == terminal.initialModes)
            if language.isASCII { #expect(terminal.bytes.allSatisfy { $0 < 0x80 }) }
            let hasColour = Self.hasColour(terminal.bytes)
            #expect(hasColour == (noColour.isEmpty && type != "vt100"))
        }
    }

    @Test(
        "A terminal that cannot be drawn on gets one sentence on standard error, and nothing else",
        arguments: [
            ("dumb", "TERM is 'dumb', which cannot move the cursor (try --plain)"),
            ("nosuch", "unknown terminal type 'nosuch' (try TERM=xterm-256color or --plain)"),
            ("", "TERM is not set, so the kind of terminal is unknown (try TERM=xterm-256color or --plain)"),
        ])
    func notDrawable(type: String, sentence: String) throws {
        let program = try RunningProgram(environment: ["TERM": type])
        #expect(try program.terminal.waitForEnd() == .status(2))
        #expect(try program.standardError == "monkeystore: \(sentence)\n")
        #expect(program.terminal.bytes.isEmpty)
    }

    @Test(
        "Without a terminal there is one sentence on standard error, and nothing else",
        arguments: [
            "</dev/null", ">\"$HOME/out\"", "</dev/null >\"$HOME/out\"",
        ])
    func noTerminal(redirection: String) throws {
        let program = try RunningProgram(
            launcher: ["/bin/sh", "-c", ": >\"$HOME/out\"; exec \"$0\" \"$@\" \(redirection)"])
        #expect(try program.terminal.waitForEnd() == .status(2))
        #expect(try program.standardError == "monkeystore: needs a terminal on stdin and stdout (try --plain)\n")
        #expect(program.terminal.bytes.isEmpty)
        #expect(try program.text(of: "out").isEmpty)
    }

    /// Whether a foreground colour was ever chosen.
    private static func hasColour(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return (1...7).contains { text.contains("\u{1B}[3\($0)m") || text.contains(";3\($0)m") }
    }
}
