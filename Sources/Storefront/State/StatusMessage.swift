/// A sentence on the status line, until its time is over or a newer one comes.
struct StatusMessage: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case info, error

        var duration: Duration { self == .info ? .seconds(2) : .seconds(4) }
    }

    let text: String
    let kind: Kind
    let until: ContinuousClock.Instant
}
