public import StoreModel

/// What an application registers with a `PaymentQueue` to hear what becomes of transactions: the counterpart
/// of `SKPaymentTransactionObserver`. The queue does not retain it, and may call it on any thread, one call
/// after the other.
///
/// Of several programs on one journal, only the one that fetches a change, such as a refund, hears of it at
/// once. The others hear what became of the payments that they know, and at their next start of everything
/// that is not finished. So what one of them delivers has to lie where all of them find it.
public protocol PaymentTransactionObserver: AnyObject, Sendable {
    /// Transactions are new or have changed. Deliver purchased ones, then finish them. Finish those that
    /// failed, and those that changed a subscription without a charge. A deferred one comes again as
    /// purchased if it was approved, and as failed with `StoreError.paymentCancelled` if it was declined, as
    /// if the user had cancelled it.
    ///
    /// An unfinished transaction comes again at every start, and when an observer registers: as purchasing if
    /// the store has not answered its payment. If another device has finished it meanwhile, or a later
    /// version of it, it comes once, with `isFinished`. A purchasing one that another program on the same
    /// journal has finished comes like that, too.
    ///
    /// `isFinished` does not say that it was delivered here. Keep a note of each transaction that you
    /// deliver, by its identifier, and deliver each purchased or restored one of which there is no note. If
    /// the notes are on this device alone, leave those that another device has paid for (`isFromElsewhere`).
    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction])

    /// Transactions have left the queue: they were finished, their request for approval lapsed, or a restore
    /// brought them and their purchases come again: with a later restore, or signed again, for example for a
    /// refund. Only these come without `isFinished`.
    func paymentQueue(_ queue: PaymentQueue, removedTransactions transactions: [PaymentTransaction])

    /// The store took these transactions back, for example with a refund. If you have a note of one, take
    /// back what it brought, and remove the note. Then finish it again. If the refund is reversed, the same
    /// transaction comes as purchased once more. The product of a revoked transaction may have been bought
    /// again, before or after this call: what the other transaction brought stays.
    ///
    /// One that another device has finished meanwhile comes once, with `isFinished`: take back what is here.
    /// Apple only tells an application's server (with a `REFUND` notification). Here the queue carries it,
    /// because there may be no server.
    func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction])

    /// The store gave no answer to a payment, or the answer could not be written down. The queue keeps the
    /// payment and sends it again by itself.
    func paymentQueue(
        _ queue: PaymentQueue, isWaitingToSend transaction: PaymentTransaction, because error: StoreError)

    /// A restore succeeded. Everything that it brought, perhaps nothing, has been handed out: refunded
    /// purchases as revoked, all others as `restored`.
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: PaymentQueue)

    /// A restore failed. What was handed out before stays, and the next restore starts from the beginning.
    func paymentQueue(_ queue: PaymentQueue, restoreCompletedTransactionsFailedWithError error: StoreError)

    /// The journal cannot be read or written at the moment. Nothing is lost: the queue tries again.
    func paymentQueue(_ queue: PaymentQueue, hasTroubleWith error: StorageError)
}

/// The calls that only bring news: an observer that does not implement them does nothing.
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
