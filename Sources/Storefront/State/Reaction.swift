internal import StoreModel

/// What the monkey has to say to something that happened, for a moment.
struct Reaction: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// So many credits came.
        case credits(Int)
        /// Something else was bought.
        case purchase
        /// A banana was paid.
        case banana
        /// A filter was switched on that was not among these before.
        case filter(before: Set<PhotoFilter>)
        /// Something went wrong, or was taken back.
        case trouble
    }

    let kind: Kind
    let began: ContinuousClock.Instant

    private static let duration = Duration.seconds(3)
    /// How long each picture stands.
    private static let step = Duration.milliseconds(300)

    var until: ContinuousClock.Instant { began + Self.duration }

    var mood: Mood {
        switch kind {
        case .credits: .rich
        case .purchase: .happy
        case .banana: .eating
        case .filter: .stylish
        case .trouble: .sad
        }
    }

    /// Which of the mood's pictures is the one to show.
    func picture(at now: ContinuousClock.Instant) -> Int {
        min(max(0, Int((now - began) / Self.step)), mood.pictures - 1)
    }

    /// When the next picture is due; nil after the last.
    func nextPicture(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let next = picture(at: now) + 1
        return next < mood.pictures ? began + Self.step * next : nil
    }
}
