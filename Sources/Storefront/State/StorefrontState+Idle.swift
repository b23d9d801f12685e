// Closing the screen when no key is pressed.
extension StorefrontState {
    /// The warning comes so long before the screen closes: a minute, or less if the limit is short.
    private var idleNotice: Duration { min(.seconds(60), (idleLimit ?? .zero) / 4) }

    private var idleWarningBegins: ContinuousClock.Instant? { idleLimit.map { lastInput + $0 - idleNotice } }
    private var idleEnd: ContinuousClock.Instant? { idleLimit.map { lastInput + $0 } }

    /// Whether the warning shows.
    var isIdle: Bool { idleWarningBegins.map { now >= $0 } ?? false }

    var idleDeadlines: [ContinuousClock.Instant?] { [idleWarningBegins, idleEnd] }

    mutating func noteInput() {
        if idleLimit != nil { lastInput = now }
    }

    mutating func leaveIfIdle() {
        if let idleEnd, now >= idleEnd, exit == nil { exit = .idle }
    }
}
