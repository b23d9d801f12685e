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
        case .notATerminal: "Standard input or output is not a terminal, so nothing was opened."
        case .cannotMoveCursor(let type):
            "The terminal type '\(type)' cannot move the cursor, so nothing was opened."
        case .unknownTerminal(""): "There is no terminal type (TERM), so nothing was opened."
        case .unknownTerminal(let type): "The terminal type '\(type)' is unknown, so nothing was opened."
        }
    }
}
