import Foundation
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("Terminals and environments of every kind", .ownThreads, .timeLimit(.minutes(10)))
struct OpeningTests {
    /// `TERM`, `LANG`, and whether they ask for ASCII: each kind of terminal with and without ASCII, and each
    /// kind of language.
    private static let drawables =
        ["xterm-256color", "linux", "vt100", "xterm-ghostty", "xterm-kitty"].flatMap {
            [($0, "C.UTF-8", false), ($0, "C", true)]
        } + [
            ("xterm-256color", "en_US.ISO-8859-1", true), ("xterm-256color", "xx_XX.UTF-8", false),
            ("linux", "", false),
        ]

    @Test("A terminal that can be drawn on shows the first frame", arguments: drawables)
    func drawable(type: String, language: String, isASCII: Bool) throws {
        let bytes = try shown(["TERM": type, "LANG": language, "NO_COLOR": ""])
        if isASCII { #expect(bytes.allSatisfy { $0 < 0x80 }) }
        #expect(Self.hasColour(bytes) == (type != "vt100"))
    }

    @Test("It shows no colours if NO_COLOR is set", arguments: ["xterm-256color", "linux"])
    func withoutColours(type: String) throws {
        #expect(try !Self.hasColour(shown(["TERM": type, "NO_COLOR": "1"])))
    }

    /// All that a terminal in this environment gets from a program that shows a frame and is left.
    private func shown(_ environment: [String: String]) throws -> [UInt8] {
        let program = try RunningProgram(environment: environment)
        // The program owns the data directory.
        defer { withExtendedLifetime(program) {} }
        let terminal = program.terminal
        try terminal.wait(for: "Monkey Store")
        try terminal.leave()
        #expect(terminal.modes == terminal.initialModes)
        return terminal.bytes
    }

    @Test(
        "A terminal that cannot be drawn on gets one sentence on standard error, and nothing else",
        arguments: [
            (
                "dumb",
                """
                The terminal type 'dumb' cannot move the cursor, so nothing was opened. Start the program with --plain.
                """
            ),
            (
                "nosuch",
                """
                The terminal type 'nosuch' is unknown, so nothing was opened. Start the program with \
                TERM=xterm-256color, or with --plain.
                """
            ),
            (
                "",
                """
                TERM is not set, so nothing was opened. Start the program with TERM=xterm-256color, or with --plain.
                """
            ),
        ])
    func notDrawable(type: String, sentence: String) throws {
        let program = try RunningProgram(environment: ["TERM": type])
        #expect(try program.terminal.waitForEnd() == .status(2))
        #expect(try program.standardError == "monkeystore: \(sentence)\n")
        #expect(program.terminal.bytes.isEmpty)
    }

    /// Hides the terminfo database from a program: curses checks for a file before opening it.
    private static let withoutDatabase = Result {
        let folder = try TemporaryDirectory()
        let source = """
            #include <errno.h>
            #include <fcntl.h>
            #include <string.h>
            #include <sys/syscall.h>
            #include <unistd.h>

            int access(const char *path, int mode) {
                if (strstr(path, "terminfo") == NULL) return (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
                errno = ENOENT;
                return -1;
            }
            """
        try source.write(toFile: folder.path + "/hide.c", atomically: true, encoding: .utf8)
        try CCompiler.compile(
            folder.path + "/hide.c", to: folder.path + "/hide.so", options: ["-shared", "-fPIC"])
        return folder
    }

    @Test(
        "On a machine without a terminfo database the usual terminals are drawn on all the same, and others are unknown",
        arguments: [
            ("linux", true), ("screen", true), ("screen-256color", true), ("tmux-256color", true),
            ("vt100", true),
            ("xterm", true), ("xterm-256color", true), ("xterm-direct", true), ("xterm-kitty", true),
            ("konsole-256color", true),
            ("screen.xterm-256color", true), ("vt220", true), ("linux-16color", true), ("adm3a", false),
            ("vt52", false),
        ])
    func withoutDatabase(type: String, isKnown: Bool) throws {
        let preload = try Self.withoutDatabase.get().path + "/hide.so"
        let program = try RunningProgram(environment: ["TERM": type, "LD_PRELOAD": preload])
        if isKnown {
            try program.terminal.wait(for: "Monkey Store")
            try program.terminal.leave()
            #expect(program.terminal.modes == program.terminal.initialModes)
        } else {
            #expect(try program.terminal.waitForEnd() == .status(2))
        }
    }

    @Test(
        "A terminal of a family that the program knows is drawn on with the family's entry",
        arguments: [
            "xterm-256color": [
                "xterm-ghostty", "xterm-kitty", "vte-256color", "putty-256color", "foot", "alacritty-direct",
            ],
            "screen-256color": [
                "konsole-256color", "st-256color", "rxvt-unicode-256color", "screen.xterm-256color",
                "gnome-256color",
                "tmux-direct", "nsterm-256color",
            ],
            "screen": ["tmux", "konsole", "st", "rxvt-unicode", "Eterm", "screen.linux"],
            "linux": ["linux-16color", "linux-m"],
            "vt100": ["vt102", "vt220", "vt320-w", "vt525", "xterm-mono"],
        ])
    func families(entry: String, types: [String]) {
        for type in types { #expect(TerminalType.relative(of: type) == entry, "\(type)") }
    }

    @Test(arguments: [
        "", "adm3a", "vt52", "vt1000", "xtermite", "stuff", "dumb", "linuxy", "-256color", ".xterm",
    ])
    func `A terminal of no such family stays unknown`(type: String) {
        #expect(TerminalType.relative(of: type) == nil)
    }

    @Test
    func
        `In an empty environment the program says that it has no home, and keeps nothing where it was started`()
        throws
    {
        let folder = try TemporaryDirectory()
        let program = try RunningProgram(
            in: folder,
            launcher: ["/bin/sh", "-c", "cd \"$HOME\" && exec env -i TERM=xterm-256color \"$0\""])
        #expect(try program.terminal.waitForEnd() == .status(74))
        #expect(try program.standardError.contains("Can't use $HOME"))
        #expect(access(folder.path + "/.local", F_OK) != 0)
    }

    @Test(
        "All colours are used if the terminal says that it has them and it is known how they are written",
        arguments: [
            ("xterm-256color", "truecolor", true), ("xterm-256color", "24bit", true),
            ("xterm-256color", "", false),
            ("xterm-256color", "no", false), ("xterm-direct", "", true), ("linux", "truecolor", false),
        ])
    func allColours(type: String, colours: String, areUsed: Bool) throws {
        let direct = """
            xterm-direct|xterm with all colours,
            \tcolors#0x1000000, pairs#0x10000, RGB,
            \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m,
            \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m,
            \tuse=xterm-256color,

            """
        let folder = try TemporaryDirectory()
        try direct.write(toFile: folder.path + "/direct.ti", atomically: true, encoding: .utf8)
        let program = try RunningProgram(
            in: folder,
            launcher: [
                "/bin/sh", "-c", "tic -x -o \"$HOME/.terminfo\" \"$HOME/direct.ti\" && exec \"$0\" \"$@\"",
            ],
            environment: ["TERM": type, "COLORTERM": colours])
        defer { withExtendedLifetime(program) {} }
        try program.terminal.wait(for: "Monkey Store")
        try program.terminal.write("p")
        try program.terminal.wait("the picture, down to its last row") {
            $0.screen.lines[0].contains("Photo")
                && $0.screen.lines[1..<20].allSatisfy { !$0.allSatisfy(\.isWhitespace) }
        }
        #expect(String(decoding: program.terminal.bytes, as: UTF8.self).contains("8:2::") == areUsed)
        try program.terminal.leave()
    }

    @Test(arguments: ["</dev/null", ">\"$HOME/out\"", "</dev/null >\"$HOME/out\""])
    func `Without a terminal there is one sentence on standard error, and nothing else`(
        redirection: String
    ) throws {
        let program = try RunningProgram(
            launcher: ["/bin/sh", "-c", ": >\"$HOME/out\"; exec \"$0\" \"$@\" \(redirection)"])
        #expect(try program.terminal.waitForEnd() == .status(2))
        let sentence =
            "Standard input or output is not a terminal, so nothing was opened. Start the program with --plain."
        #expect(try program.standardError == "monkeystore: \(sentence)\n")
        #expect(program.terminal.bytes.isEmpty)
        #expect(try program.text(of: "out").isEmpty)
    }

    private static func hasColour(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("38;5;")
            || (1...7).contains { text.contains("\u{1B}[3\($0)m") || text.contains(";3\($0)m") }
    }
}
