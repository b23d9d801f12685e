internal import CNCurses

/// Finds a type of terminal that curses can draw on.
enum TerminalType {
    /// Terminals that understand xterm's sequences, and that many machines do not know yet.
    private static let families = ["xterm", "kitty", "ghostty", "foot", "wezterm", "alacritty", "rio", "contour"]

    /// The type to open for the values of `TERM` and `COLORTERM`: the same type, its variant with all colours if the terminal
    /// has them and the database knows it, or xterm for a terminal of its family.
    static func usable(_ type: String, colours: String) throws(TerminalError) -> String {
        let indexed = "-256color"
        if ["truecolor", "24bit"].contains(colours), type.hasSuffix(indexed) {
            let direct = type.dropLast(indexed.count) + "-direct"
            if TerminalDatabase.lookUp(String(direct)) == CN_TERMINAL_USABLE { return String(direct) }
        }
        let kind = type.isEmpty ? CN_TERMINAL_UNKNOWN : TerminalDatabase.lookUp(type)
        if kind == CN_TERMINAL_USABLE { return type }
        if kind == CN_TERMINAL_WITHOUT_CURSOR { throw .cannotMoveCursor(type) }
        guard families.contains(where: { type == $0 || type.hasPrefix($0 + "-") }),
            TerminalDatabase.lookUp("xterm-256color") == CN_TERMINAL_USABLE
        else { throw .unknownTerminal(type) }
        return "xterm-256color"
    }
}
