internal import StoreEvents
internal import StoreModel

/// The line on top of a screen in which a person types: a command after `:`, or a text to find after `/`.
/// `StorefrontState` holds it, and keys edit it. Nothing that happens in the meantime covers it.
struct Prompt: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case command, find
    }

    /// The words that Tab goes through.
    struct Choice: Hashable, Sendable {
        /// The line before the first Tab.
        let line: String
        /// The index of the word that is in the line now.
        var index: Int
    }

    let kind: Kind
    /// Where the person was when the prompt opened, to go back there.
    let origin: Whereabouts
    var field = TextField()
    var choice: Choice?
    /// The line of the history that is in the field; nil for what the person is typing.
    var past: Int?
    /// What the person had typed before going back in the history.
    var typed = ""

    init(_ kind: Prompt.Kind, from origin: Whereabouts) {
        self.kind = kind
        self.origin = origin
    }

    /// How many lines can be typed again.
    static let mostPast = 50
}

/// A text to find in the open list, and to mark there.
struct Search: Hashable, Sendable {
    /// The text as it was typed.
    var text: String
    /// The list to search. When it closes, the search ends.
    let list: FindableList
    /// In a text to read, the line that was found last.
    var line: Int?
}

/// A list in which rows can be found.
enum FindableList: Hashable, Sendable {
    case help, messages
    case place(StorefrontState.Place)
}

/// What is selected in each list, to come back to it.
struct Whereabouts: Hashable, Sendable {
    var row: Int
    var setting: SettingsRow
    var transaction: IdempotencyKey?
    /// The selected value in the inspector.
    var value: InspectorValue.ID?
    var subscription: TransactionIdentifier?
    var action: SubscriptionAction?
    /// The first visible line in a text to read.
    var firstLine: Int
    var line: Int?
    var readingPlace: ReadingPlace?
}
