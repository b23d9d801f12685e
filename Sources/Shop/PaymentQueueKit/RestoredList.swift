internal import StoreModel
internal import Synchronization

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
