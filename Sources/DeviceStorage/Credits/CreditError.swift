package import FileSystem
package import StoreModel

/// Why `CreditManager` did not do what it was asked to; nothing was written. Below is `CreditResult`: what it did with
/// a purchase or a refund. `InAppPurchaseManager`, `SpendingManager` and commands handle them.
package enum CreditError: Error, Hashable, Sendable {
    /// The transaction is no proof of what it is to be used for.
    case notVerified(VerificationFailure)
    /// The transaction is not for monkey credits.
    case unknownProduct(ProductIdentifier)
    case notEnough(balance: Int)
    case nothingToSpend
    /// The ledger was changed by something else than this program; an audit says what it is and puts it right.
    case tampered
    /// An audit was ended before it was through.
    case interrupted
    /// The ledger's file or key cannot be used.
    case storage(StorageError)
}

/// What `CreditManager` did with a transaction.
package enum CreditResult: Hashable, Sendable {
    /// Its credits were added, for the first time or after a refund that the store took back. `credits` is less than it was
    /// bought for only where it may be one of the entries that were removed from the ledger, or are not
    /// in an older copy of it: its credits may be spent.
    case credited(credits: Int, balance: Int)
    /// It was credited before, or the period of the subscription was, under another number; nothing changed.
    case alreadyCredited(balance: Int)
    /// Its credits were taken back; 0 when it was never credited. It cannot be credited any more, unless the store takes
    /// the refund back.
    case revoked(credits: Int, balance: Int)
    /// It was revoked before; nothing changed.
    case alreadyRevoked(balance: Int)
}
