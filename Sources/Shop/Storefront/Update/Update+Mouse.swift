internal import StoreEvents
internal import StoreModel

/// What a click on a part of a frame does. Views mark the cells with it (`ClickArea`), and `StorefrontScreen`
/// calls `click`. The mouse wheel is here, too.
enum Target: Hashable, Sendable {
    /// Selects a product of the store, wherever it now is in the list, and presses its button.
    case product(ProductIdentifier)
    /// Selects a product of the store, wherever it now is in the list, and buys nothing.
    case productRow(ProductIdentifier)
    /// Selects a product of the store, and changes how many pieces to buy.
    case quantity(ProductIdentifier, by: Int)
    /// Selects and presses the buttons below the products.
    case restore, feed
    /// Selects and presses a button below the photo: a filter's, or the one that clears all filters.
    case photoButton(PhotoFilter?)
    case settingsRow(SettingsRow)
    /// Selects a transaction, wherever it now is in the list. If it is selected already, inspects it.
    case transaction(IdempotencyKey)
    /// Selects a row of the inspector.
    case inspectorRow(InspectorValue.ID)
    /// Selects a subscription, wherever it now is in the list.
    case subscription(TransactionIdentifier)
    /// Selects and performs an action, if it is still possible and its subscription is still selected.
    case subscriptionAction(SubscriptionAction, on: TransactionIdentifier)
    /// Answers the question on top.
    case answer(Bool)
    /// Presses a key that the footer names, if it still means the same.
    case key(Key, in: Keymap.Context)
}

/// Cells in one row that can be clicked.
struct ClickArea: Hashable, Sendable {
    var columns: Range<Int>
    var row: Int
    var target: Target
}

// The mouse. It does nothing that keys cannot do, and it does not buy without a sheet.
extension StorefrontState {
    /// Takes a click on a part of the frame that was last shown.
    mutating func click(_ target: Target) -> [StorefrontCommand] {
        guard !isWindowTooSmall else { return [] }
        let isAnswer = showsIdleWarning
        noteInput()
        if isAnswer { return [] }
        defer { endStatus() }
        let commands = press(target)
        noteLayer()
        return commands
    }

    private mutating func press(_ target: Target) -> [StorefrontCommand] {
        switch (target, context) {
        case (.product(let product), .store):
            guard let row = products.firstIndex(of: product) else { return [] }
            return press(row: row)
        case (.productRow(let product), .store): select(product)
        case (.quantity(let product, let step), .store):
            guard select(product) else { return [] }
            return actInStore(step > 0 ? .more : .less)
        case (.restore, .store): return press(row: products.count)
        case (.feed, .store): return press(row: products.count + 1)
        case (.photoButton(let button), .photo):
            photoButton = button
            return mayPress ? actInPhoto(.activate) : []
        case (.settingsRow(let row), .settings): settingsRow = row
        case (.transaction(let key), .transactions):
            let selected = selectedEntryIndex.flatMap { entries?[$0].transaction.key }
            return key == selected ? inspectSelected() : select(key)
        case (.inspectorRow(let value), .inspector): return click(value)
        case (.subscription(let original), .subscriptions):
            let all = account.subscriptions?.subscriptions ?? []
            guard all.contains(where: { $0.originalTransactionIdentifier == original }) else { return [] }
            (selectedSubscription, selectedAction) = (original, nil)
        case (.subscriptionAction(let action, let original), .subscriptions):
            let selected = selectedSubscriptionIndex.flatMap { account.subscriptions?.subscriptions[$0] }
            guard selected?.originalTransactionIdentifier == original, possibleActions.contains(action) else {
                return []
            }
            selectedAction = action
            return actInSubscriptions(.activate)
        case (.answer(let isAccepted), .dialog): return actInDialog(isAccepted ? .accept : .refuse)
        case (.key(let key, let shown), let context) where shown == context:
            let isActivating = keymap.action(for: key, in: context) == .activate
            let presses = mayPress || !isActivating || ![.store, .photo].contains(context)
            return presses ? take(key) : []
        default: break  // A layer appeared meanwhile.
        }
        return []
    }

    /// Whether the product is in the list, and so is now selected.
    @discardableResult
    private mutating func select(_ product: ProductIdentifier) -> Bool {
        guard let row = products.firstIndex(of: product) else { return false }
        selectedRow = row
        return true
    }

    private mutating func press(row: Int) -> [StorefrontCommand] {
        selectedRow = row
        return mayPress ? actInStore(.activate) : []
    }

    /// Whether a sheet confirms each purchase. If not, a click only selects, and Enter buys.
    private var mayPress: Bool { settings?.store.disablesDialogs == false }

    /// Takes a turn of the wheel: moves to the next row, without wrapping at the end, or scrolls a text by
    /// some lines.
    mutating func scroll(by step: Int) -> [StorefrontCommand] {
        let action = step > 0 ? Action.next : .previous
        switch context {
        case .store: selectedRow = min(max(selectedRow + step, 0), rowCount - 1)
        case .settings: settingsRow = SettingsRow(rawValue: settingsRow.rawValue + step) ?? settingsRow
        case .transactions: return actInTransactions(action)
        case .inspector: return actInInspector(action)
        case .subscriptions: return actInSubscriptions(action)
        case .reader: return (0..<Self.wheelLines).flatMap { _ in actInReader(action) }
        case .reading: for _ in 0..<Self.wheelLines { read(action) }
        case .photo, .signIn, .prompt, .dialog, .everywhere: break
        }
        return []
    }

    private static let wheelLines = 3
}
