internal import PaymentQueueKit
internal import StoreEvents
internal import StoreModel
internal import Synchronization

/// Observes the payment queue for `InAppPurchaseManager`, which registers it there. It passes
/// transactions on to the manager by their state, and publishes which payments wait. In Apple's
/// sample it is `CustomPaymentObserver`.
final class TransactionObserver: PaymentTransactionObserver {
    private let bus: EventBus
    // The queue does not retain its observers; the manager retains this one.
    private let manager: @Sendable () -> InAppPurchaseManager?
    /// Why each payment waits, as it was reported last. The queue reports it at every attempt.
    private let reasons = Mutex<[IdempotencyKey: StoreError]>([:])

    init(manager: InAppPurchaseManager, bus: EventBus) {
        self.bus = bus
        self.manager = { [weak manager] in manager }
    }

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions {
            if transaction.state != .purchasing { forget(transaction) }
            switch transaction.state {
            case .purchasing, .deferred: bus.publish(.transactionUpdated(transaction))
            case .purchased: manager()?.completeTransaction(transaction)
            case .changed: manager()?.changedTransaction(transaction)
            case .failed: manager()?.failedTransaction(transaction)
            case .restored: break
            }
        }
        restore(transactions)
    }

    func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions where transaction.state != .restored {
            manager()?.revokedTransaction(transaction)
        }
        restore(transactions)
    }

    /// A restore brings many transactions at once. They are recorded together.
    private func restore(_ transactions: [PaymentTransaction]) {
        let restored = transactions.filter { $0.state == .restored }
        if !restored.isEmpty { manager()?.restoreTransactions(restored) }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue) { manager()?.restoreEnded() }

    func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: StoreError) {
        manager()?.restoreEnded(error)
    }

    func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {
        for transaction in transactions { forget(transaction) }
        // A deferred transaction is removed when its request has lapsed. The end of all
        // others was published before.
        for transaction in transactions where transaction.state == .deferred {
            bus.publish(.transactionRemoved(transaction))
        }
    }

    func paymentQueue(
        _ queue: PaymentQueue, isWaitingToSend transaction: PaymentTransaction, because error: StoreError
    ) {
        let isNews = reasons.withLock { $0.updateValue(error, forKey: transaction.key) != error }
        // That somebody has to sign in is said in its own place.
        let isSaidElsewhere = StoreError.signInNeeded ~= error
        if error.isNetworkFailure {
            bus.publish(.networkChanged(isUp: false))
        } else if !isSaidElsewhere, isNews {
            bus.publish(.actionFailed(.paymentKept(error)))
        }
        bus.publish(.transactionUpdated(transaction))
    }

    /// Takes note that a payment no longer waits. If it waits again, the reason is news.
    private func forget(_ transaction: PaymentTransaction) {
        reasons.withLock { $0[transaction.key] = nil }
    }

    func paymentQueue(_ queue: PaymentQueue, hasTroubleWith error: StorageError) {
        bus.report(error)
    }
}
