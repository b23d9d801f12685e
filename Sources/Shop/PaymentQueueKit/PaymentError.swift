public import StoreModel

// The errors of `PaymentQueue`: `add(_:)` throws `PaymentError`, and `finishTransaction(_:)` throws
// `FinishError`.

/// Why `PaymentQueue.add(_:)` does not take a payment. StoreKit raises an exception in this case.
public enum PaymentError: Error, Hashable, Sendable {
    /// No products request has brought a product with this identifier.
    case unknownProduct
    /// Not 1…10 pieces, or more than one piece of a restorable product.
    case quantityOutOfRange
}

/// Why a transaction cannot be finished.
public enum FinishError: Error, Hashable, Sendable {
    /// It is still purchasing or deferred, or the caller's copy is from that time, when there was nothing to
    /// deliver yet. StoreKit raises "Cannot finish a purchasing transaction".
    case notFinishable(PaymentTransactionState)
    /// The journal could not be written. The transaction is still in the queue, and comes again at the next
    /// start; after `StorageError.uncertain` perhaps not.
    case storage(StorageError)
}

extension StorageError {
    /// Wraps an error that was thrown when the journal was used.
    init(journal error: any Error) { self.init(wrapping: error, path: "the journal") }
}
