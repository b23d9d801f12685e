/// The pauses before the payment queue, a download or the HTTP client tries again. They grow, so that a store
/// in trouble is left alone, and have jitter, so that many clients do not come back at the same moment.
package struct RetryPause: Sendable {
    package static let longest = Duration.seconds(60)

    private var base = Duration.seconds(1)
    private let longest: Duration

    /// - Parameter longest: the pauses grow up to this one, before their jitter.
    package init(longest: Duration = Self.longest) { self.longest = longest }

    /// The next pause: 1, 2, 4, … seconds up to the longest, times a random factor of 0.5 to 1.5.
    package mutating func next(_ time: TimeSource) -> Duration {
        defer { grow() }
        return base * (0.5 + time.random())
    }

    /// Makes the next pause twice as long, up to the longest.
    package mutating func grow() { base = min(base * 2, longest) }
}
