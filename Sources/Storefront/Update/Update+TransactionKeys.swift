internal import StoreModel
internal import StorefrontMessages

// Keys on the transactions screen.
extension StorefrontState {
    private static let page = 10

    mutating func actInTransactions(_ action: Action) -> [StorefrontCommand] {
        switch action {
        case .next: return select(by: 1)
        case .previous: return select(by: -1)
        case .pageDown: return select(by: Self.page)
        case .pageUp: return select(by: -Self.page)
        case .first: return transactions?.hasNewer == true ? request(.newest) : select(by: -(entries?.count ?? 0))
        case .last: return transactions?.hasOlder == true ? request(.oldest) : select(by: entries?.count ?? 0)
        case .retry: return refreshedList()
        case .approve: return request(.approve)
        case .decline: return request(.decline)
        case .resolve: return request(.resolve)
        case .refund: return request(.refund)
        case .close:
            place = .store
            // The screen begins with the newest when it is opened again.
            (transactions, awaitedTransactions, selectedTransaction) = (nil, nil, nil)
        default: break
        }
        return []
    }

    private func request(_ action: TransactionAction) -> [StorefrontCommand] {
        guard let entries, let index = selectedEntryIndex, entries[index].actions.contains(action) else { return [] }
        return [.action(action, on: entries[index].transaction.key)]
    }
}
