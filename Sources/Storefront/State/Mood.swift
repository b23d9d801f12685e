/// How the monkey is.
enum Mood: Hashable, Sendable, CaseIterable {
    case waiting, happy, rich, eating, stylish, hungry, sad, asleep

    /// How many pictures show it, one after another; the last one stays.
    var pictures: Int {
        switch self {
        case .rich, .stylish: 4
        case .eating: 5
        case .waiting, .happy, .hungry, .sad, .asleep: 1
        }
    }

    /// The picture that stands for all of them where nothing may move.
    var stillPicture: Int { self == .eating ? 0 : pictures - 1 }
}
