package import FileSystem
package import StoreModel

/// Why the credit ledger did not do what it was asked to. Nothing was written.
package enum CreditError: Error, Hashable, Sendable {
    /// The transaction is no proof of what it is to be used for.
    case notVerified(VerificationFailure)
    /// The transaction is not for monkey credits.
    case unknownProduct(ProductIdentifier)
    /// There are fewer credits than were to be spent.
    case notEnough(balance: Int)
    /// Fewer than one credit was to be spent.
    case nothingToSpend
    /// The ledger was changed by something else than this program; an audit says what it is and puts it right.
    case tampered
    /// An audit was ended before it was through.
    case interrupted
    /// The ledger's file or key cannot be used.
    case storage(StorageError)
}
