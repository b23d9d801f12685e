public import StoreModel

/// What an application registers with a `PaymentQueue` to be told what becomes of transactions: the
/// counterpart of `SKPaymentTransactionObserver`. The queue does not retain it, and may call it on
/// any thread, one call after the other.
public protocol PaymentTransactionObserver: AnyObject, Sendable {
    /// Transactions are new or have changed: deliver what is purchased, then finish it; finish what failed,
    /// and what changed a subscription without a charge. An unfinished transaction comes again at every
    /// start, and when an observer registers. One that another program on the same journal has delivered and
    /// finished meanwhile comes once, with `isFinished`: there is nothing to do but to say so.
    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction])

    /// Transactions have left the queue: they were finished, or their request for approval lapsed.
    func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction])

    /// The store took the money of these back; each is to be finished again when that has been dealt with.
    /// Apple tells an application's server only (a `REFUND` notification); here the queue carries it,
    /// because there may be no server.
    func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction])

    /// The store gave no answer for a payment, or the answer could not be written down; the queue keeps the
    /// payment and sends it again by itself.
    func paymentQueue(
        _ queue: PaymentQueue, isWaitingToSend transaction: PaymentTransaction, because error: StoreError)

    /// A restore worked: everything that there is has been handed out as `restored`, which may be nothing.
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue)

    /// A restore failed; what was handed out before stays, and the next restore begins from the beginning.
    func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: StoreError)

    /// The journal cannot be written at the moment. Nothing is lost: the queue tries again.
    func paymentQueue(_ queue: PaymentQueue, hasTroubleWith error: StorageError)
}

/// What is news only: an observer that does not say what to do about it does nothing.
extension PaymentTransactionObserver {
    /// Does nothing.
    public func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction]) {}

    /// Does nothing: the queue sends the payment again by itself.
    public func paymentQueue(
        _ queue: PaymentQueue, isWaitingToSend transaction: PaymentTransaction, because error: StoreError
    ) {}

    /// Does nothing.
    public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue) {}

    /// Does nothing.
    public func paymentQueue(
        _ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: StoreError
    ) {}

    /// Does nothing: the queue tries again by itself.
    public func paymentQueue(_ queue: PaymentQueue, hasTroubleWith error: StorageError) {}
}
