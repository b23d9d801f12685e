internal import Foundation

/// The real program on a terminal of its own.
package struct RunningProgram {
    package let terminal: Pseudoterminal
    private let folder: TemporaryDirectory

    /// Starts the program, or a launcher followed by the program and its arguments. `folder` has what it
    /// writes to standard error, and its data unless that is elsewhere.
    package init(
        in folder: TemporaryDirectory? = nil, data: String? = nil, arguments: [String] = [],
        launcher: [String] = [],
        environment: [String: String] = [:], columns: Int = 80, rows: Int = 24, isFull: Bool = false
    ) throws {
        let folder = try folder ?? TemporaryDirectory()
        self.folder = folder
        var variables = [
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": folder.path,
        ]
        variables.merge(environment) { $1 }
        terminal = try Pseudoterminal(
            launcher + [BuiltProgram.path] + arguments + ["--data-dir", data ?? folder.path + "/data"],
            environment: variables, columns: columns, rows: rows, standardError: folder.path + "/stderr",
            isFull: isFull)
    }

    /// Starts the program and waits for its first frame.
    package static func shown(
        launcher: [String] = [], columns: Int = 80, rows: Int = 24
    ) throws -> RunningProgram {
        let program = try RunningProgram(launcher: launcher, columns: columns, rows: rows)
        try program.terminal.wait(for: "Monkey Store")
        return program
    }

    package var standardError: String { get throws { try text(of: "stderr") } }

    /// The content of a file beside the program's data.
    package func text(of file: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + file, encoding: .utf8)
    }
}

extension Pseudoterminal {
    /// Whether keys and text, the cursor, the screen and pasting are as they were before the program started.
    package var isAsBefore: Bool { modes == initialModes && screen.modes == [7, 25] }
}
