internal import CNCurses
internal import Glibc

/// What is known of terminals: the machine's terminfo database, and where that is missing or lacks a type, the usual ones in
/// the program. A binary that was copied to a bare machine draws all the same.
enum TerminalDatabase {
    /// Looks a type up, and sees to it that curses finds it, too.
    static func lookUp(_ type: String) -> cn_terminal_kind {
        let kind = cn_look_up(type)
        guard kind == CN_TERMINAL_UNKNOWN, let entry = builtIn(type) else { return kind }
        offer(entry)
        return cn_look_up(type)
    }

    /// Lets curses read a compiled entry from the environment, in its own way of writing one there.
    static func offer(_ entry: [UInt8]) {
        var text = Array("hex:".utf8)
        text.reserveCapacity(text.count + 2 * entry.count + 1)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in entry { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        text.append(0)
        text.withUnsafeBytes { _ = setenv("TERMINFO", $0.baseAddress!.assumingMemoryBound(to: CChar.self), 1) }
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
