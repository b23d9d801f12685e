/// Why `CursesTerminal` can show no screen. `monkeystore` prints it on standard error and exits with 2.
package enum TerminalError: Error, Hashable, CustomStringConvertible {
    /// Standard input or standard output is not a terminal.
    case notATerminal
    /// The terminal of this type (`TERM`) has no way to place the cursor.
    case cannotMoveCursor(String)
    /// The type of the terminal (`TERM`) is unknown; empty if there is no type.
    case unknownTerminal(String)

    /// What is wrong, without a full stop.
    package var cause: String {
        switch self {
        case .notATerminal: "Standard input or output is not a terminal"
        case .cannotMoveCursor(let type): "The terminal type '\(type)' cannot move the cursor"
        case .unknownTerminal(""): "TERM is not set"
        case .unknownTerminal(let type): "The terminal type '\(type)' is unknown"
        }
    }

    package var description: String { "\(cause), so nothing was opened." }
}
