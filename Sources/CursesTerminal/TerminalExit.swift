/// How a screen came to its end.
public enum TerminalExit: Hashable, Sendable {
    /// The user was done.
    case quit
    /// Ctrl-C, or SIGINT.
    case interrupted
    /// SIGTERM.
    case terminated
    /// The terminal has gone, or SIGHUP.
    case hungUp

    /// The status to exit with: 0, or 128 and the number of the signal.
    public var status: Int32 {
        switch self {
        case .quit: 0
        case .interrupted: 130
        case .terminated: 143
        case .hungUp: 129
        }
    }
}
