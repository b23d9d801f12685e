internal import StoreModel

/// What a click on a part of a frame does.
enum Target: Hashable, Sendable {
    /// Selects a row of the store, and presses its button.
    case storeRow(Int)
    /// Selects a button below the photo, and presses it.
    case photoButton(PhotoButton)
    case settingsRow(SettingsRow)
    /// Selects a transaction, wherever it is in the list by now.
    case transaction(IdempotencyKey)
    /// Selects a subscription by its place in the list.
    case subscription(Int)
    /// Selects one of the possible actions on the selected subscription, and does it.
    case subscriptionAction(Int)
    /// Answers the question on top.
    case answer(Bool)
}

/// Cells of one row that can be clicked.
struct ClickArea: Hashable, Sendable {
    var columns: Range<Int>
    var row: Int
    var target: Target
}
