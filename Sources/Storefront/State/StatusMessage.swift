/// A sentence on the status line, until its time is over or a newer one comes. `StorefrontState.showStatus` makes it;
/// the screens draw it, and `PlainStorefront` prints it.
struct StatusMessage: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Progress; the result of a command, which takes longer to read; a failure.
        case info, answer, error

        var duration: Duration {
            switch self {
            case .info: .seconds(2)
            case .answer: .seconds(6)
            case .error: .seconds(4)
            }
        }
    }

    let text: String
    let kind: Kind
    let until: ContinuousClock.Instant
}
