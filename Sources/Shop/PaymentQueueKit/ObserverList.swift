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
