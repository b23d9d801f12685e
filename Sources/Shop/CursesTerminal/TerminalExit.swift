package import Storefront

/// Why a screen or the plain storefront was closed. `CursesTerminal` and `PlainSession` return it to
/// `StorefrontRun`, and `monkeystore` exits with its status.
package enum TerminalExit: Hashable, Sendable {
    /// The screen asked for it, or SIGINT came: `.interrupted`.
    case screen(StorefrontScreen.Exit)
    case terminated
    /// The terminal is gone, or SIGHUP.
    case hungUp

    /// The status to exit with: 0, 74 (`EX_IOERR`) if the application cannot start, or 128 plus the
    /// signal's number.
    package var status: Int32 {
        switch self {
        case .screen(.quit), .screen(.idle): 0
        case .screen(.unavailable): 74
        case .screen(.interrupted): 130
        case .terminated: 143
        case .hungUp: 129
        }
    }
}
