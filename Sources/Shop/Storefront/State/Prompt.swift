internal import StoreEvents
internal import StoreModel

/// The line on top of a screen in which a person types: a command behind `:`, or behind `/` what to find.
/// `StorefrontState` has it, keys edit it, and nothing that happens meanwhile covers it.
struct Prompt: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case command, find
    }

    /// The words that Tab goes through.
    struct Choice: Hashable, Sendable {
        /// The line before the first Tab.
        let line: String
        /// The word that stands there now.
        var index: Int
    }

    let kind: Kind
    /// Where the person was when the prompt opened, to go back to.
    let origin: Whereabouts
    var field = TextField()
    var choice: Choice?
    /// The line of the history that stands in the field; nil for what the person types.
    var past: Int?
    /// What the person had typed before.
    var typed = ""

    init(_ kind: Prompt.Kind, from origin: Whereabouts) {
        self.kind = kind
        self.origin = origin
    }

    /// How many lines can be typed again.
    static let mostPast = 50
}

/// A text that is looked for in the open list, and marked there.
struct Search: Hashable, Sendable {
    /// As it was typed.
    var text: String
    /// The list in which it is looked for. The search ends with it.
    let list: FindableList
    /// In a text to read: the line that was found last.
    var line: Int?
}

/// What rows can be found in.
enum FindableList: Hashable, Sendable {
    case help, messages
    case place(StorefrontState.Place)
}

/// What is selected in each list, to come back to.
struct Whereabouts: Hashable, Sendable {
    var row: Int
    var setting: SettingsRow
    var transaction: IdempotencyKey?
    /// Of the inspector.
    var value: InspectorValue.ID?
    var subscription: TransactionIdentifier?
    var action: SubscriptionAction?
    /// Of a text to read.
    var firstLine: Int
    var line: Int?
    var readingPlace: ReadingPlace?
}
