/// The monkey's mood. `StorefrontState` decides it, `MonkeyPicture` draws it, and `Text.mood` has a sentence
/// for it.
package enum Mood: Hashable, Sendable, CaseIterable {
    case waiting, happy, rich, eating, stylish, hungry, sad, asleep
}
