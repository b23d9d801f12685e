import Foundation
import TestSupport

/// The real program on a terminal of its own, with data of its own.
struct RunningProgram {
    let terminal: Pseudoterminal
    private let data: TemporaryDirectory

    /// Starts the program; `launcher` is what starts it instead of the test, with the program and its arguments behind.
    init(
        launcher: [String] = [], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
    ) throws {
        data = try TemporaryDirectory()
        var variables = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": data.path]
        variables.merge(environment) { $1 }
        terminal = try Pseudoterminal(
            launcher + [BuiltProgram.path, "--data-dir", data.path + "/data"], environment: variables,
            columns: columns, rows: rows, standardError: data.path + "/stderr")
    }

    /// Starts the program and waits for its first frame.
    static func shown(launcher: [String] = [], columns: Int = 80, rows: Int = 24) throws -> RunningProgram {
        let program = try RunningProgram(launcher: launcher, columns: columns, rows: rows)
        try program.terminal.wait(for: "Monkey Store")
        return program
    }

    /// What the program wrote to standard error.
    var standardError: String {
        get throws { try text(of: "stderr") }
    }

    /// What is in a file beside the program's data.
    func text(of file: String) throws -> String {
        try String(contentsOfFile: data.path + "/" + file, encoding: .utf8)
    }
}

extension Pseudoterminal {
    /// Whether keys and text, the cursor, the screen and pasting are as they were before the program started.
    var isAsBefore: Bool {
        modes == initialModes && screen.modes == [7, 25]
    }
}
