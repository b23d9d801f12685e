public import StoreModel

// The errors of `PaymentQueue`: `add(_:)` throws `PaymentError`, and `finishTransaction(_:)` throws
// `FinishError`, both to the application. The journal throws `JournalError` to the queue.

/// Why `PaymentQueue.add(_:)` does not take a payment, where StoreKit raises an exception.
public enum PaymentError: Error, Hashable, Sendable {
    /// No products request has brought a product of that name.
    case unknownProduct
    /// Not 1…10 pieces, or more than one of what is bought for good.
    case quantityOutOfRange
}

/// Why what the store said can never be written to the journal.
enum JournalError: Error, Hashable {
    /// The store gave a payment the number of another one.
    case numberTaken(TransactionIdentifier)
}

/// Why a transaction cannot be finished.
public enum FinishError: Error, Hashable, Sendable {
    /// Still purchasing or deferred. StoreKit raises "Cannot finish a purchasing transaction"; what counts is
    /// the state in the queue, not the one in the caller's copy.
    case notFinishable(PaymentTransactionState)
    /// The journal could not be written: the transaction is still in the queue,
    /// and comes back at the next start.
    case storage(StorageError)
}

extension StorageError {
    /// What a use of the journal threw.
    init(journal error: any Error) { self.init(wrapping: error, path: "the journal") }
}
