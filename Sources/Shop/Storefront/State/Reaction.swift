internal import StoreModel

/// The monkey's reaction to an event, for a few seconds. `StorefrontState` holds it, and the screens
/// animate it.
struct Reaction: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// This many credits were bought.
        case credits(Int)
        /// Something other than credits was bought.
        case purchase
        case banana
        /// A filter was switched on. `before` are the filters that were on before.
        case filter(before: Set<PhotoFilter>)
        case trouble
    }

    let kind: Kind
    let began: ContinuousClock.Instant

    private static let duration = Duration.seconds(3)
    /// How long each picture is shown.
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

    /// The index of the mood's picture to show.
    func picture(at now: ContinuousClock.Instant) -> Int {
        min(max(0, Int((now - began) / Self.step)), mood.pictures - 1)
    }

    /// When the next picture is due; nil if this is the last.
    func nextPicture(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let next = picture(at: now) + 1
        return next < mood.pictures ? began + Self.step * next : nil
    }
}

/// The monkey's mood. `StorefrontState` decides it, `MonkeyPicture` draws it, and `Text.mood` has a sentence
/// for it.
enum Mood: Hashable, Sendable, CaseIterable {
    case waiting, happy, rich, eating, stylish, hungry, sad, asleep

    /// The number of pictures in its animation. The last one stays.
    var pictures: Int {
        switch self {
        case .rich, .stylish: 4
        case .eating: 5
        case .waiting, .happy, .hungry, .sad, .asleep: 1
        }
    }

    /// The picture to show if animation is off.
    var stillPicture: Int { self == .eating ? 0 : pictures - 1 }
}
