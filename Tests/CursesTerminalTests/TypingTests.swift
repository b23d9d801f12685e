import TestSupport
import Testing

@Suite("Keys and pasted text of any kind", .ownThreads, .timeLimit(.minutes(10)))
struct TypingTests {
    private let program: RunningProgram

    init() throws { program = try .shown() }

    @Test(
        "At rest the program writes nothing and no thread wakes; a key that moves the focus writes at most 225 bytes"
    )
    func rest() throws {
        try program.terminal.wait(for: "$0.99")
        try program.terminal.waitForQuietSecond()
        let written = program.terminal.bytes.count
        try program.terminal.write("\t")
        try program.terminal.wait(for: "> [ Buy 10 ]")
        try program.terminal.waitForRest()
        #expect(program.terminal.bytes.count - written <= 225)
    }

    @Test func `Two hundred keys at once are painted once, not two hundred times`() throws {
        try program.terminal.wait(for: "$0.99")
        // What the start still paints is not counted.
        try program.terminal.waitForQuietSecond()
        let written = program.terminal.bytes.count
        try program.terminal.write(String(repeating: "\t", count: 200))
        // There are twelve rows, so the last key selects another one than the first.
        try program.terminal.wait("another selected row") { !$0.screen.text.contains("> [ Buy 5 ]") }
        try program.terminal.waitForRest()
        // The rows of other products have come into the window, each once.
        #expect(program.terminal.bytes.count - written <= 1000)
        try program.terminal.leave()
    }

    @Test func `A megabyte that is pasted presses no key, and keys work after it`() throws {
        let text = String(repeating: "q\u{03}\r ", count: 262_144)
        try program.terminal.write("\u{1B}[200~" + text + "\u{1B}[201~")
        try program.terminal.waitForQuietSecond()
        try program.terminal.leave()
    }

    @Test
    func `A command with keys after it, in one burst, ends at its question, and a pasted one is not run`()
        throws
    {
        let terminal = program.terminal
        try terminal.wait(for: "$0.99")
        try terminal.write(":\u{1B}[200~buy 1\ryes\ry\u{1B}[201~")
        try terminal.wait(for: ":buy 1")
        try terminal.waitForRest()
        #expect(!terminal.screen.text.contains("Confirm"))
        try terminal.write("\r\ry")
        try terminal.wait(for: "Confirm purchase")
        // A question takes no answer at first.
        try terminal.waitForQuietSecond()
        #expect(terminal.screen.text.contains("Confirm purchase"))
        try terminal.write("n")
        try terminal.wait(for: "TransactionFailed")
        try terminal.leave()
    }

    @Test(arguments: [
        Array("\u{1B}[".utf8), Array("\u{1B}[1;".utf8), Array("\u{1B}O".utf8), Array("\u{1B}]11;rgb:".utf8),
        [0xFF, 0xFE, 0x80, 0xE2, 0x82], [0x00, 0x1C, 0x1D, 0x1E, 0x1F],
    ])
    func `Half a sequence and bytes that are not text leave the keys working`(bytes: [UInt8]) throws {
        try program.terminal.write(bytes)
        try program.terminal.waitForQuietSecond()
        // A key that ends the sequence, if it is one.
        try program.terminal.write("\t")
        try program.terminal.waitForQuietSecond()
        try program.terminal.leave()
    }

    @Test
    func
        `A paste with a pause in it presses nothing after the pause, and Control-C leaves one without an end`()
        throws
    {
        let terminal = program.terminal
        try terminal.wait(for: "$0.99")
        try terminal.write("\u{1B}[200~some text")
        for text in [" more\r", "y\ryes", "q", "\u{1B}", "\u{03}y"] {
            try terminal.waitForQuietSecond()
            try terminal.write(text)
        }
        try terminal.wait(for: "A paste hasn't ended yet")
        #expect(!terminal.screen.text.contains("Confirm"))
        try terminal.waitForQuietSecond()
        try terminal.write("\u{03}")
        #expect(try terminal.waitForEnd() == .status(130))
        #expect(terminal.isAsBefore)
    }
}
