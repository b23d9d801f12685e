internal import StoreModel
internal import Synchronization

/// The transactions of a `PaymentQueue` that a restore brought and that are not finished, in the order in which they came.
final class RestoredList: Sendable {
    private struct State {
        var nextPlace = 0
        var transactions: [IdempotencyKey: (place: Int, transaction: PaymentTransaction)] = [:]
    }

    private let state = Mutex(State())

    var all: [PaymentTransaction] {
        state.withLock { $0.transactions.values.sorted { $0.place < $1.place } }.map(\.transaction)
    }

    func add(_ transactions: [PaymentTransaction]) {
        state.withLock { state in
            for transaction in transactions {
                state.transactions[transaction.key] = (state.nextPlace, transaction)
                state.nextPlace += 1
            }
        }
    }

    /// Returns false if it was not there.
    func remove(_ key: IdempotencyKey) -> Bool { state.withLock { $0.transactions.removeValue(forKey: key) != nil } }
}
