internal import CNCurses
internal import Glibc

/// The descriptions of terminals, for `CursesTerminal`: the machine's terminfo database, and for types that it lacks
/// the entries in the program, so that a copied binary also draws without the database. `TerminalType`, below, chooses
/// the type.
enum TerminalDatabase {
    /// Looks a type up; curses finds the same entry afterwards.
    static func lookUp(_ type: String) -> cn_terminal_kind {
        let kind = cn_look_up(type)
        guard kind == CN_TERMINAL_UNKNOWN, let entry = builtIn(type) else { return kind }
        offer(entry)
        return cn_look_up(type)
    }

    /// Puts a compiled entry into the environment, in the form in which curses reads it there.
    static func offer(_ entry: [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        let text = entry.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        setenv("TERMINFO", "hex:" + String(decoding: text, as: UTF8.self), 1)
    }

    /// The entries in the program, as `tic -x` compiles them.
    static func builtIn(_ type: String) -> [UInt8]? {
        switch type {
        case "linux": PackageResources.linux
        case "screen": PackageResources.screen
        case "screen-256color": PackageResources.screen_256color
        case "tmux-256color": PackageResources.tmux_256color
        case "vt100": PackageResources.vt100
        case "xterm": PackageResources.xterm
        case "xterm-256color": PackageResources.xterm_256color
        case "xterm-direct": PackageResources.xterm_direct
        default: nil
        }
    }
}

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
