/// How the monkey is.
enum Mood: Hashable, Sendable, CaseIterable {
    case waiting, happy, eating, hungry, sad, asleep
}

/// A mood that something brought about and that passes.
struct Reaction: Hashable, Sendable {
    let mood: Mood
    let until: ContinuousClock.Instant

    static let duration = Duration.seconds(3)
}
