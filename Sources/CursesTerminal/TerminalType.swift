internal import CNCurses

/// Finds a type of terminal that curses can draw on.
enum TerminalType {
    /// Terminals that understand what xterm does, and that many machines do not know yet.
    private static let families = ["xterm", "kitty", "ghostty", "foot", "wezterm", "alacritty", "rio", "contour"]

    /// The type to open for the value of `TERM`: itself, or xterm's for a terminal of its family.
    static func usable(_ type: String) throws(TerminalError) -> String {
        let kind = type.isEmpty ? CN_TERMINAL_UNKNOWN : cn_look_up(type)
        if kind == CN_TERMINAL_USABLE { return type }
        if kind == CN_TERMINAL_WITHOUT_CURSOR { throw .cannotMoveCursor(type) }
        guard families.contains(where: { type == $0 || type.hasPrefix($0 + "-") }),
            cn_look_up("xterm-256color") == CN_TERMINAL_USABLE
        else { throw .unknownTerminal(type) }
        return "xterm-256color"
    }
}
