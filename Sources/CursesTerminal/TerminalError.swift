/// Why no screen can be shown. The program prints it on standard error and exits with 2.
package enum TerminalError: Error, Hashable, CustomStringConvertible {
    /// Standard input or standard output is not a terminal.
    case notATerminal
    /// The terminal of this type (`TERM`) has no way to place the cursor.
    case cannotMoveCursor(String)
    /// This type (`TERM`) of terminal is unknown; empty if there is no type.
    case unknownTerminal(String)

    /// One sentence: what is wrong, and what to try.
    package var description: String {
        switch self {
        case .notATerminal:
            "needs a terminal on stdin and stdout (try --plain)"
        case .cannotMoveCursor(let type):
            "TERM is '\(type)', which cannot move the cursor (try --plain)"
        case .unknownTerminal(""):
            "TERM is not set, so the kind of terminal is unknown (try TERM=xterm-256color or --plain)"
        case .unknownTerminal(let type):
            "unknown terminal type '\(type)' (try TERM=xterm-256color or --plain)"
        }
    }
}
