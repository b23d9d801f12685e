/// Why `CursesTerminal` can show no screen. `monkeystore` prints it on standard error and exits with 2.
package enum TerminalError: Error, Hashable, CustomStringConvertible {
    /// Standard input or standard output is not a terminal.
    case notATerminal
    /// The terminal of this type (`TERM`) has no way to place the cursor.
    case cannotMoveCursor(String)
    /// The type of the terminal (`TERM`) is unknown; empty if there is no type.
    case unknownTerminal(String)

    package var description: String {
        switch self {
        case .notATerminal: "needs a terminal on stdin and stdout"
        case .cannotMoveCursor(let type): "TERM is '\(type)', which cannot move the cursor"
        case .unknownTerminal(""): "TERM is not set, so the kind of terminal is unknown"
        case .unknownTerminal(let type): "unknown terminal type '\(type)'"
        }
    }
}
