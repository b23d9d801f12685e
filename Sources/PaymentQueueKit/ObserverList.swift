internal import Synchronization

/// The observers of a `PaymentQueue`, in the order in which they registered. It does not retain them.
final class ObserverList: Sendable {
    private struct Entry {
        weak var observer: (any PaymentTransactionObserver)?
    }

    private let entries = Mutex<[Entry]>([])

    var all: [any PaymentTransactionObserver] { entries.withLock { $0.compactMap(\.observer) } }

    var isEmpty: Bool { all.isEmpty }

    func add(_ observer: any PaymentTransactionObserver) {
        entries.withLock { entries in
            entries.removeAll { $0.observer == nil || $0.observer === observer }
            entries.append(Entry(observer: observer))
        }
    }

    func remove(_ observer: any PaymentTransactionObserver) {
        entries.withLock { $0.removeAll { $0.observer == nil || $0.observer === observer } }
    }
}
