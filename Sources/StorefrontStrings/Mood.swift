/// The mood of the monkey on the store screen.
package enum Mood: Hashable, Sendable, CaseIterable {
    case waiting, happy, rich, eating, stylish, hungry, sad, asleep
}
