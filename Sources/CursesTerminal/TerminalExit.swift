package import Storefront

/// How a screen came to its end.
package enum TerminalExit: Hashable, Sendable {
    /// The user was done.
    case quit
    /// Ctrl-C, or SIGINT.
    case interrupted
    /// Nobody pressed a key for too long.
    case idle
    /// The application cannot start; the sentence says why.
    case unavailable(String)
    /// SIGTERM.
    case terminated
    /// The terminal has gone, or SIGHUP.
    case hungUp

    /// The end that a storefront's own wish to go away comes to.
    package init(_ exit: StorefrontScreen.Exit) {
        switch exit {
        case .quit: self = .quit
        case .interrupted: self = .interrupted
        case .idle: self = .idle
        case .unavailable(let sentence): self = .unavailable(sentence)
        }
    }

    /// The status to exit with: 0, 74 (`EX_IOERR`) for an application that cannot start, or 128 and the number of the
    /// signal.
    package var status: Int32 {
        switch self {
        case .quit, .idle: 0
        case .unavailable: 74
        case .interrupted: 130
        case .terminated: 143
        case .hungUp: 129
        }
    }
}
