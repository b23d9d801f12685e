extension StorefrontState {
    /// How much of the time without a key is left when the person is asked whether somebody is there: a minute, or less of a
    /// short time.
    private var idleNotice: Duration { min(.seconds(60), (idleLimit ?? .zero) / 4) }

    /// From when on the person is asked; nil for never.
    private var idleWarningBegins: ContinuousClock.Instant? { idleLimit.map { lastInput + $0 - idleNotice } }
    /// When the screen goes away; nil for never.
    private var idleEnd: ContinuousClock.Instant? { idleLimit.map { lastInput + $0 } }

    /// Whether the screen will go away soon.
    var isIdle: Bool { idleWarningBegins.map { now >= $0 } ?? false }

    /// When something about that changes.
    var idleDeadlines: [ContinuousClock.Instant?] { [idleWarningBegins, idleEnd] }

    /// Notes that somebody is there.
    mutating func noteInput() {
        if idleLimit != nil { lastInput = now }
    }

    /// Goes away where nobody has pressed a key for too long.
    mutating func leaveIfIdle() {
        if let idleEnd, now >= idleEnd, exit == nil { exit = .idle }
    }
}
