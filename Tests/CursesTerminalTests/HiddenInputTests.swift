import Foundation
import TestSupport
import Testing

@Suite("A password in a line", .ownThreads, .timeLimit(.minutes(10)))
struct HiddenInputTests {
    private let terminal: Pseudoterminal

    /// Starts a program that reads three lines from the terminal, the second of them hidden.
    init() throws { terminal = try Pseudoterminal([Self.build.get().path + "/lines"], environment: [:]) }

    /// The folder of that program.
    private static let build = Result {
        let folder = try TemporaryDirectory()
        let sources = #filePath.components(separatedBy: "/Tests/")[0] + "/Sources/Shop/CNCurses"
        let program = """
            #include <stdio.h>
            #include "\(sources)/HiddenInput.c"
            static void line(const char *prompt) {
                char text[100];
                fputs(prompt, stdout);
                fflush(stdout);
                if (fgets(text, sizeof text, stdin) == NULL) puts("the end");
            }
            int main(void) {
                line("first> ");
                cn_input_hide(0);
                line("second> ");
                cn_input_hide(0);
                cn_input_show();
                line("third> ");
                return 7;
            }
            """
        let path = folder.path + "/lines"
        try program.write(toFile: path + ".c", atomically: true, encoding: .utf8)
        try CCompiler.compile(path + ".c", to: path, options: ["-I", sources + "/include"])
        return folder
    }

    @Test func `is not shown while it is typed, and what comes before and after it is`() throws {
        try terminal.wait(for: "first>")
        try terminal.write("open\n")
        try terminal.wait(for: "second>")
        #expect(terminal.modes != terminal.initialModes)
        try terminal.write("horse\n")
        try terminal.wait(for: "third>")
        #expect(terminal.modes == terminal.initialModes)
        try terminal.write("again\n")
        #expect(try terminal.waitForEnd() == .status(7))
        #expect(terminal.screen.text.contains("open") && terminal.screen.text.contains("again"))
        #expect(!terminal.screen.text.contains("horse"))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGXCPU, SIGABRT, SIGPIPE, 34, 64])
    func `leaves the terminal as it was when a signal ends the program`(signal: Int32) throws {
        try terminal.write("open\n")
        try terminal.wait(for: "second>")
        kill(terminal.processID, signal)
        #expect(try terminal.waitForEnd() == .signal(signal))
        #expect(terminal.modes == terminal.initialModes)
    }

    @Test func `stays hidden when the program was to be stopped and goes on`() throws {
        try terminal.write("open\n")
        try terminal.wait(for: "second>")
        let hidden = terminal.modes
        // The system does not stop the leader of a session, because no shell could continue it.
        kill(terminal.processID, SIGTSTP)
        try terminal.waitForQuietSecond()
        #expect(terminal.modes == hidden && hidden != terminal.initialModes)
        try terminal.write("horse\n")
        try terminal.wait(for: "third>")
        #expect(!terminal.screen.text.contains("horse"))
    }
}
