import TestSupport
import Testing

@Suite("Lines typed or pasted into the plain storefront", .ownThreads, .timeLimit(.minutes(10)))
struct PlainPasteTests {
    @Test func `answer no question that was not there to read`() throws {
        let program = try RunningProgram(arguments: ["--plain"])
        let terminal = program.terminal
        try terminal.wait(for: "$0.99")
        try terminal.write("buy 1\nyes\nyes\n")
        try terminal.wait(for: "yes or no>")
        try terminal.waitForRest()
        try terminal.write("no\n")
        try terminal.wait(for: "Nothing was charged.")
        // What arrived during the question is said now. A line that is typed before the prompt is echoed before it, too.
        try terminal.waitForRest()
        try terminal.write("balance\n")
        try terminal.wait(for: "\n0 monkey credits")
        #expect(!terminal.screen.text.contains("You bought"))
        // What is typed after the question is an answer.
        terminal.eraseScreen()
        try terminal.write("buy 1\n")
        try terminal.wait(for: "yes or no>")
        try terminal.waitForRest()
        try terminal.write("yes\n")
        try terminal.wait(for: "You bought 5 Monkey Credits")
        try terminal.write("quit\n")
        #expect(try terminal.waitForEnd() == .status(0))
    }

    @Test func `have a prompt before them, also if the output goes through a pipe`() throws {
        let program = try RunningProgram(
            arguments: ["--plain"], launcher: ["/bin/sh", "-c", #""$0" "$@" | cat"#])
        let terminal = program.terminal
        try terminal.wait(for: "$0.99")
        try terminal.write("buy 1\n")
        try terminal.wait(for: "yes or no>")
        // The terminal's own program is the shell, which only waits.
        try terminal.waitForQuietSecond()
        try terminal.write("quit\n")
        #expect(try terminal.waitForEnd() == .status(0))
    }
}
