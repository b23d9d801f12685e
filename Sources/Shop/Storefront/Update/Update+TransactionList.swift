internal import StoreEvents
internal import StoreModel

// The transactions screen: its keys, from `handle`, and a page of the list around the selected transaction,
// from `receive`.
extension StorefrontState {
    private static let page = 10

    mutating func actInTransactions(_ action: Action) -> [StorefrontCommand] {
        switch action {
        case .next: return select(by: 1)
        case .previous: return select(by: -1)
        case .pageDown: return select(by: Self.page)
        case .pageUp: return select(by: -Self.page)
        case .first:
            return account.transactions?.hasNewer == true
                ? request(.newest) : select(by: -(entries?.count ?? 0))
        case .last:
            return account.transactions?.hasOlder == true
                ? request(.oldest) : select(by: entries?.count ?? 0)
        case .activate: return inspectSelected()
        case .retry: return refreshedList()
        case .approve: return requestOfSelected(.approve)
        case .decline: return requestOfSelected(.decline)
        case .resolve: return requestOfSelected(.resolve)
        case .refund: return requestOfSelected(.refund)
        case .close:
            place = .store
            // When the screen is opened again, it starts with the newest.
            (account.transactions, account.awaitedTransactions) = (nil, nil)
            account.selectedTransaction = nil
        default: break
        }
        return []
    }

    private mutating func requestOfSelected(_ action: TransactionAction) -> [StorefrontCommand] {
        guard let entries, let index = selectedEntryIndex else { return [] }
        return request(action, on: entries[index])
    }

    /// The command for an action, if it is possible now. Before a refund, asks a question. If the store did
    /// not say what is possible, says why, and asks it again: it may say so by now.
    mutating func request(
        _ action: TransactionAction, on entry: TransactionsListed.Entry
    ) -> [StorefrontCommand] {
        switch entry.actions {
        case .failure(let reason):
            showStatus(strings.whyActionsUnknown(reason), .answer)
            return place == .inspector ? askAgain() : refreshedList()
        case .success(let possible) where !possible.contains(action):
            return refuse(strings.actionNotPossible(strings[.transactionAction(action)]), .answer)
        case .success where action == .refund:
            if sentAction != .action(.refund, on: entry.transaction.key) {
                question = .refund(entry.transaction)
            }
            return []
        case .success: return once(.action(action, on: entry.transaction.key))
        }
    }

    /// The command for an action, unless it was sent and its answer has not come. The screen still offers the
    /// action until the answer comes, so the key may be pressed twice. It is sent once.
    mutating func once(_ command: StorefrontCommand) -> [StorefrontCommand] {
        guard command != sentAction else { return [] }
        sentAction = command
        return [command]
    }

    /// Notes that the answer to an action has come.
    mutating func endSentAction(_ event: StorefrontEvent) {
        switch (sentAction, event) {
        case (.action?, .transactionsListed), (.action?, .transactionInspected):
            // The inspector shows the old state until the answer that follows the list.
            if place != .inspector || inspector?.awaitedSince == nil { sentAction = nil }
        case (.subscriptionAction?, .subscriptionsListed(let list)): if list.isAnswer { sentAction = nil }
        case (_, .actionFailed(let trouble)): if !trouble.isUnsolicited { sentAction = nil }
        case (_, .storeOpened), (_, .signedOut): sentAction = nil
        default: break
        }
    }

    /// The next page is requested when the selection is this near to an end of the page.
    static let transactionsAhead = 50

    mutating func request(_ place: TransactionPlace) -> [StorefrontCommand] {
        account.awaitedTransactions = AwaitedTransactions(place: place, since: now)
        return [.transactions(place)]
    }

    /// Requests the page again while the transactions screen is open, or the inspector on top of it.
    mutating func refreshedList() -> [StorefrontCommand] {
        guard place == .transactions || place == .inspector else { return [] }
        return request(awaitedEnd ?? account.selectedTransaction.map(TransactionPlace.around) ?? .newest)
    }

    /// Takes a page. If it does not contain the selected transaction, it is for another screen on the bus, or
    /// comes too late. The open screen takes its first page even if it no longer waits for one: another
    /// command may have failed.
    mutating func transactionsListed(_ event: TransactionsListed) -> [StorefrontCommand] {
        let isAwaited = event.place == account.awaitedTransactions?.place
        if isAwaited { account.awaitedTransactions = nil }
        switch event.place {
        case .newest where isAwaited:
            if account.selectedTransaction != nil {
                account.selectedTransaction = event.entries.first?.transaction.key
            }
        case .oldest where isAwaited: account.selectedTransaction = event.entries.last?.transaction.key
        // The transaction is gone, and the newest page came.
        case .around(let key) where isAwaited && key == account.selectedTransaction && !hasSelected(event):
            account.selectedTransaction = nil
        // The screen is closed, or shows another page.
        default:
            guard isAwaited || account.transactions != nil || place == .transactions, hasSelected(event)
            else { return isAwaited ? refreshedList() : [] }
        }
        account.transactions = event
        return pageAhead()
    }

    /// Moves the selection in the loaded page. This cancels a pending jump to an end of the list.
    mutating func select(by step: Int) -> [StorefrontCommand] {
        guard let entries, let index = selectedEntryIndex else { return [] }
        return select(entries[min(max(index + step, 0), entries.count - 1)].transaction.key)
    }

    mutating func select(_ key: IdempotencyKey) -> [StorefrontCommand] {
        guard entries?.contains(where: { $0.transaction.key == key }) == true else { return [] }
        account.selectedTransaction = key
        if awaitedEnd != nil { account.awaitedTransactions = nil }
        return pageAhead()
    }

    /// The requested end of the list. The selection jumps there when the page comes.
    private var awaitedEnd: TransactionPlace? {
        switch account.awaitedTransactions?.place {
        case .newest: .newest
        case .oldest: .oldest
        default: nil
        }
    }

    private func hasSelected(_ event: TransactionsListed) -> Bool {
        guard let selected = account.selectedTransaction else { return !event.hasNewer }
        return event.entries.contains { $0.transaction.key == selected }
    }

    /// Requests the next page before the selection reaches the end of this one. Requests one page at a time.
    private mutating func pageAhead() -> [StorefrontCommand] {
        guard account.awaitedTransactions == nil, let transactions = account.transactions,
            let index = selectedEntryIndex
        else { return [] }
        let place = TransactionPlace.around(transactions.entries[index].transaction.key)
        let isNearNewest = transactions.hasNewer && index < Self.transactionsAhead
        let isNearOldest =
            transactions.hasOlder && index >= transactions.entries.count - Self.transactionsAhead
        return (isNearNewest || isNearOldest) && place != transactions.place ? request(place) : []
    }
}

/// A page of transactions that was requested and has not come.
struct AwaitedTransactions: Hashable, Sendable {
    var place: TransactionPlace
    var since: ContinuousClock.Instant

    /// If it takes longer, the status line says so.
    static let grace = Duration.milliseconds(500)
}
