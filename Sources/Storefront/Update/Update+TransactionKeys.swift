internal import StoreModel

// Keys on the transactions screen.
extension StorefrontState {
    private static let page = 10

    mutating func actInTransactions(_ action: Action) -> [StorefrontRequest] {
        switch action {
        case .next: select(by: 1)
        case .previous: select(by: -1)
        case .pageDown: select(by: Self.page)
        case .pageUp: select(by: -Self.page)
        case .first: select(by: -(entries?.count ?? 0))
        case .last: select(by: entries?.count ?? 0)
        case .retry: return [.transactions(TransactionsRequested())]
        case .approve: return request(.approve)
        case .decline: return request(.decline)
        case .resolve: return request(.resolve)
        case .refund: return request(.refund)
        case .close:
            place = .store
            // The next visit begins with the newest, and thousands of rows need not stay in memory.
            selectedTransaction = nil
            entries = nil
        default: break
        }
        return []
    }

    private mutating func select(by step: Int) {
        guard let entries, let index = selectedEntryIndex else { return }
        selectedTransaction = entries[min(max(index + step, 0), entries.count - 1)].transaction.key
    }

    private func request(_ action: TransactionAction) -> [StorefrontRequest] {
        guard let entries, let index = selectedEntryIndex, entries[index].actions.contains(action) else { return [] }
        return [.action(TransactionActionRequested(key: entries[index].transaction.key, action: action))]
    }
}
