internal import StoreModel
internal import Synchronization

/// The transactions of a `PaymentQueue` that a restore brought and nobody has finished, in the order
/// in which they came.
final class RestoredList: Sendable {
    private struct State {
        var nextPlace = 0
        var transactions: [IdempotencyKey: (place: Int, transaction: PaymentTransaction)] = [:]

        mutating func remove(purchasesOf others: [PaymentTransaction]) -> [PaymentTransaction] {
            let numbers = Set(others.map(\.transactionIdentifier))
            let removed = transactions.values.map(\.transaction).filter {
                numbers.contains($0.transactionIdentifier)
            }
            for transaction in removed { transactions[transaction.key] = nil }
            return removed
        }
    }

    private let state = Mutex(State())

    var all: [PaymentTransaction] {
        state.withLock { $0.transactions.values.sorted { $0.place < $1.place } }.map(\.transaction)
    }

    /// Adds what a restore brought, in place of what an earlier one brought of the same purchases.
    /// - Returns: the transactions that are no longer in the list.
    func add(_ transactions: [PaymentTransaction]) -> [PaymentTransaction] {
        state.withLock { state in
            let replaced = state.remove(purchasesOf: transactions)
            for transaction in transactions {
                state.transactions[transaction.key] = (state.nextPlace, transaction)
                state.nextPlace += 1
            }
            return replaced
        }
    }

    /// Removes what a restore brought of the purchases of `transactions`, which are later versions of them.
    /// - Returns: what was removed.
    func remove(purchasesOf transactions: [PaymentTransaction]) -> [PaymentTransaction] {
        state.withLock { $0.remove(purchasesOf: transactions) }
    }

    /// Returns what was removed; nil if it was not there.
    func remove(_ key: IdempotencyKey) -> PaymentTransaction? {
        state.withLock { $0.transactions.removeValue(forKey: key)?.transaction }
    }
}
