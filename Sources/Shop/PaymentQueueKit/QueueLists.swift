internal import StoreModel
internal import Synchronization

/// The observers of a `PaymentQueue`, in the order in which they registered. The list does not retain them.
/// The queue's other list, `RestoredList`, has what a restore brought.
///
/// A reference that is loaded from the list may be the last one by the time it is released. The observer's
/// `deinit` may remove it from the list, so no such reference is released under the lock.
final class ObserverList: Sendable {
    private struct Entry {
        let identity: ObjectIdentifier
        weak var observer: (any PaymentTransactionObserver)?

        init(_ observer: any PaymentTransactionObserver) {
            identity = ObjectIdentifier(observer)
            self.observer = observer
        }
    }

    private let entries = Mutex<[Entry]>([])

    var all: [any PaymentTransactionObserver] { entries.withLock { $0.compactMap(\.observer) } }

    func contains(_ observer: any PaymentTransactionObserver) -> Bool {
        // Another observer that is gone may have had the same identity.
        entries.withLock { $0.contains { $0.identity == ObjectIdentifier(observer) && $0.observer != nil } }
    }

    func add(_ observer: any PaymentTransactionObserver) {
        let others = entries.withLock { entries in
            let others = entries.compactMap(\.observer).filter { $0 !== observer }
            entries = (others + [observer]).map { Entry($0) }
            return others
        }
        withExtendedLifetime(others) {}
    }

    func remove(_ observer: any PaymentTransactionObserver) {
        entries.withLock { $0.removeAll { $0.identity == ObjectIdentifier(observer) } }
    }
}

/// The transactions of a `PaymentQueue` that a restore brought and nobody has finished, in the order
/// in which they came.
final class RestoredList: Sendable {
    private struct State {
        var nextPlace = 0
        var transactions: [IdempotencyKey: (place: Int, transaction: PaymentTransaction)] = [:]
    }

    private let state = Mutex(State())

    var all: [PaymentTransaction] {
        state.withLock { $0.transactions.values.sorted { $0.place < $1.place } }.map(\.transaction)
    }

    /// Adds what a restore brought, in place of what an earlier one brought of the same purchases.
    /// - Returns: the transactions that are no longer in the list.
    func add(_ transactions: [PaymentTransaction]) -> [PaymentTransaction] {
        let numbers = Set(transactions.map(\.transactionIdentifier))
        return state.withLock { state in
            let replaced = state.transactions.values.map(\.transaction).filter {
                numbers.contains($0.transactionIdentifier)
            }
            for transaction in replaced { state.transactions[transaction.key] = nil }
            for transaction in transactions {
                state.transactions[transaction.key] = (state.nextPlace, transaction)
                state.nextPlace += 1
            }
            return replaced
        }
    }

    /// Returns what was removed; nil if it was not there.
    func remove(_ key: IdempotencyKey) -> PaymentTransaction? {
        state.withLock { $0.transactions.removeValue(forKey: key)?.transaction }
    }
}
