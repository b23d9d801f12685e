internal import CNCurses
internal import Glibc

/// The descriptions of terminals, for `CursesTerminal`. They come from the machine's terminfo database. For
/// types that it does not have, they come from entries in the program, so that a copied binary can draw
/// without the database. `TerminalType`, below, chooses the type.
///
/// The program's entries for xterm come first. They are Debian's without the second character set and
/// `sgr`. Nothing is drawn with these, and without them each change of style takes three bytes instead of
/// seven or more. If xterm has all colours, the numbers below 256 are the palette's, which takes 11 bytes
/// instead of 19.
enum TerminalDatabase {
    /// Looks a type up. Curses then finds the same entry.
    static func lookUp(_ type: String) -> cn_terminal_kind {
        if shortest.contains(type), getenv("TERMINFO") == nil, let entry = builtIn(type) { offer(entry) }
        let kind = cn_look_up(type)
        guard kind == CN_TERMINAL_UNKNOWN, let entry = builtIn(type) else { return kind }
        offer(entry)
        return cn_look_up(type)
    }

    private static let shortest: Set = ["xterm-256color", "xterm-direct"]

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
    /// The type to open for the values of `TERM` and `COLORTERM`. It is the same type, its variant with all
    /// colours if the terminal has them and the database knows that variant, or an entry in the program for a
    /// terminal of the same family.
    static func usable(_ type: String, colours: String) throws(TerminalError) -> String {
        let indexed = "-256color"
        if ["truecolor", "24bit"].contains(colours), type.hasSuffix(indexed) {
            let direct = type.dropLast(indexed.count) + "-direct"
            if TerminalDatabase.lookUp(String(direct)) == CN_TERMINAL_USABLE { return String(direct) }
        }
        let kind = type.isEmpty ? CN_TERMINAL_UNKNOWN : TerminalDatabase.lookUp(type)
        if kind == CN_TERMINAL_USABLE { return type }
        if kind == CN_TERMINAL_WITHOUT_CURSOR { throw .cannotMoveCursor(type) }
        guard let relative = relative(of: type), TerminalDatabase.lookUp(relative) == CN_TERMINAL_USABLE
        else {
            throw .unknownTerminal(type)
        }
        return relative
    }

    /// The type in the program that an unknown terminal is like; nil if its family is unknown, too.
    static func relative(of type: String) -> String? {
        // `screen.xterm-256color` is screen in that terminal.
        let family = type.prefix { $0 != "-" && $0 != "." }.lowercased()
        if family == "linux" { return "linux" }
        if ["-mono", "-m"].contains(where: type.hasSuffix), likeXterm.union(likeScreen).contains(family) {
            return "vt100"
        }
        if likeXterm.contains(family) { return "xterm-256color" }
        if likeScreen.contains(family) {
            return type.contains("256color") || type.contains("direct") ? "screen-256color" : "screen"
        }
        // VT102 to VT525 know what a VT100 does; a VT52 does not.
        let digits = family.dropFirst(2)
        let isVT =
            family.hasPrefix("vt") && digits.count == 3 && digits.allSatisfy { ("0"..."9").contains($0) }
        return isVT ? "vt100" : nil
    }

    /// Terminals that understand everything in xterm's entry.
    private static let likeXterm: Set = [
        "xterm", "kitty", "ghostty", "foot", "wezterm", "alacritty", "rio", "contour", "vte", "mlterm",
        "mintty",
        "terminology", "putty",
    ]
    /// Terminals that understand everything in screen's entry: the sequences of xterm that all have. They may
    /// not know how to repeat a character, or how to erase a number of them.
    private static let likeScreen: Set = [
        "screen", "tmux", "konsole", "st", "stterm", "gnome", "xfce", "rxvt", "urxvt", "eterm", "aterm",
        "iterm",
        "iterm2",
        "nsterm", "teraterm", "vscode", "dtterm", "hterm", "domterm", "zellij", "dvtm", "mrxvt", "qterminal",
        "xfce4",
    ]
}
