internal import StoreEvents
internal import StoreModel

// The inspector screen: keys, from `handle`, and events, from `receive`.
extension StorefrontState {
    private static let page = 10

    /// Opens the inspector for the selected transaction, which stays selected in the list.
    mutating func inspectSelected() -> [StorefrontCommand] {
        guard let entries, let index = selectedEntryIndex else { return [] }
        account.selectedTransaction = entries[index].transaction.key
        place = .inspector
        return inspect(entries[index])
    }

    mutating func inspect(_ entry: TransactionsListed.Entry) -> [StorefrontCommand] {
        inspector = Inspector(entry)
        return askAgain()
    }

    mutating func askAgain() -> [StorefrontCommand] {
        guard let key = inspector?.key else { return [] }
        inspector?.awaitedSince = now
        return [.inspect(key)]
    }

    mutating func actInInspector(_ action: Action) -> [StorefrontCommand] {
        guard let entry = inspector?.entry else { return [] }
        switch action {
        case .next: selectValue(by: 1)
        case .previous: selectValue(by: -1)
        case .pageDown: selectValue(by: Self.page)
        case .pageUp: selectValue(by: -Self.page)
        case .first: selectValue(by: -inspectorValues.count)
        case .last: selectValue(by: inspectorValues.count)
        case .activate: showAlone(selectedValue)
        case .copy: copySelectedValue()
        case .retry: return askAgain()
        case .approve: return request(.approve, on: entry)
        case .decline: return request(.decline, on: entry)
        case .resolve: return request(.resolve, on: entry)
        case .refund: return request(.refund, on: entry)
        case .close: closeInspector()
        default: break
        }
        return []
    }

    /// In lines there is no such screen: the answer is printed when it comes.
    private mutating func closeInspector() {
        guard place == .inspector else { return }
        (place, inspector) = (.transactions, nil)
    }

    private mutating func showAlone(_ value: InspectorValue?) { inspector?.alone = value?.whole }

    // MARK: The selection

    /// The rows that can be selected.
    var inspectorValues: [InspectorValue] {
        inspectorRows().compactMap(\.value).filter { $0.id != nil }
    }

    private var selectedValue: InspectorValue? {
        let values = inspectorValues
        return values.first { $0.id == inspector?.selected } ?? values.first
    }

    private mutating func selectValue(by step: Int) {
        let values = inspectorValues
        guard !values.isEmpty else { return }
        let index = values.firstIndex { $0.id == inspector?.selected } ?? 0
        inspector?.selected = values[min(max(index + step, 0), values.count - 1)].id
    }

    /// Takes a click on a row. On the selected row, it works like Enter.
    mutating func click(_ value: InspectorValue.ID) -> [StorefrontCommand] {
        if selectedValue?.id == value { return actInInspector(.activate) }
        inspector?.selected = value
        return []
    }

    /// Copies the selected value. If the clipboard cannot be reached, shows the value alone, to be marked
    /// by hand.
    private mutating func copySelectedValue() {
        guard let value = selectedValue else { return }
        if copy(value.whole) {
            showStatus(strings.copied(value.label, strings.bytes(value.whole.utf8.count)), .answer)
        } else {
            showAlone(value)
        }
    }

    // MARK: Events

    /// Takes an answer. If it is about another transaction, it is late, or meant for another screen.
    mutating func transactionInspected(_ event: TransactionInspected) {
        if event.transaction.key == inspector?.key { inspector?.take(event) }
    }

    /// Asks again after an event about the transaction on the screen.
    mutating func followInspected(_ event: StorefrontEvent) -> [StorefrontCommand] {
        guard let key = inspector?.key else { return [] }
        switch event {
        case .transactionUpdated(let transaction), .transactionSucceeded(let transaction),
            .transactionFailed(let transaction), .subscriptionChanged(let transaction),
            .transactionRevoked(let transaction), .deliveryFailed(let transaction, _):
            return transaction.key == key && place == .inspector ? askAgain() : []
        // The answer to an action is the list.
        case .transactionsListed(let list):
            guard let entry = list.entries.first(where: { $0.transaction.key == key }),
                entry != inspector?.listed
            else {
                return []
            }
            inspector?.listed = entry
            return place == .inspector ? askAgain() : []
        case .transactionRemoved(let transaction): if transaction.key == key { closeInspector() }
        case .storeOpened, .signedOut: closeInspector()
        case .actionFailed(let trouble): if !trouble.isUnsolicited { inspector?.awaitedSince = nil }
        default: break
        }
        return []
    }

    /// Whether the answer takes so long that the status line should say so.
    var waitsForInspection: Bool {
        guard place == .inspector, let since = inspector?.awaitedSince else { return false }
        return now - since >= AwaitedTransactions.grace
    }

    /// Puts a text on the clipboard. False if this terminal cannot do that, or not with a text of this
    /// length: then somebody has to mark it by hand.
    mutating func copy(_ text: String) -> Bool {
        guard terminal.takesClipboard, text.utf8.count <= TerminalEffect.mostCopied else { return false }
        effects.append(.copy(text))
        return true
    }
}
