internal import StoreModel
internal import StorefrontMessages

// The list of transactions is as long as the device's whole past: only the part around the selected one is here.
extension StorefrontState {
    /// So near to either end of what is here, the next part is asked for.
    static let transactionsAhead = 50

    /// Asks for a part of the list.
    mutating func request(_ place: TransactionPlace) -> [StorefrontCommand] {
        awaitedTransactions = AwaitedTransactions(place: place, since: now)
        return [.transactions(place)]
    }

    /// The list is kept fresh as long as somebody looks at it.
    mutating func refreshedList() -> [StorefrontCommand] {
        guard place == .transactions else { return [] }
        return request(awaitedEnd ?? selectedTransaction.map(TransactionPlace.around) ?? .newest)
    }

    /// Takes a part of the list, whoever asked for it. What is not about the selected transaction is for another screen, or late.
    mutating func listed(_ event: TransactionsListed) -> [StorefrontCommand] {
        let isAwaited = event.place == awaitedTransactions?.place
        if isAwaited { awaitedTransactions = nil }
        switch event.place {
        case .newest where isAwaited:
            if selectedTransaction != nil { selectedTransaction = event.entries.first?.transaction.key }
        case .oldest where isAwaited: selectedTransaction = event.entries.last?.transaction.key
        // It is gone, and the newest came in its place.
        case .around(let key) where isAwaited && key == selectedTransaction && !hasSelected(event):
            selectedTransaction = nil
        // Nobody looks at the list, or not at this part of it.
        default:
            guard isAwaited || transactions != nil, hasSelected(event) else { return isAwaited ? refreshedList() : [] }
        }
        transactions = event
        return pageAhead()
    }

    /// Moves the selection among what is here. To choose a transaction is to stay there: an end that was asked for does not matter any
    /// more.
    mutating func select(by step: Int) -> [StorefrontCommand] {
        guard let entries, let index = selectedEntryIndex else { return [] }
        return select(entries[min(max(index + step, 0), entries.count - 1)].transaction.key)
    }

    mutating func select(_ key: IdempotencyKey) -> [StorefrontCommand] {
        guard entries?.contains(where: { $0.transaction.key == key }) == true else { return [] }
        selectedTransaction = key
        if awaitedEnd != nil { awaitedTransactions = nil }
        return pageAhead()
    }

    /// The end of the list that was asked for: the selection goes there when it comes.
    private var awaitedEnd: TransactionPlace? {
        switch awaitedTransactions?.place {
        case .newest: .newest
        case .oldest: .oldest
        default: nil
        }
    }

    private func hasSelected(_ event: TransactionsListed) -> Bool {
        guard let selectedTransaction else { return !event.hasNewer }
        return event.entries.contains { $0.transaction.key == selectedTransaction }
    }

    /// Asks for the next part before the person comes to the end of this one, one part at a time.
    private mutating func pageAhead() -> [StorefrontCommand] {
        guard awaitedTransactions == nil, let transactions, let index = selectedEntryIndex else { return [] }
        let place = TransactionPlace.around(transactions.entries[index].transaction.key)
        let isNearNewest = transactions.hasNewer && index < Self.transactionsAhead
        let isNearOldest = transactions.hasOlder && index >= transactions.entries.count - Self.transactionsAhead
        return (isNearNewest || isNearOldest) && place != transactions.place ? request(place) : []
    }
}
