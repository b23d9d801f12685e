package import FileSystem
package import StoreModel

/// Why nothing was recorded of what is owned.
package enum EntitlementError: Error, Hashable, Sendable {
    /// The transaction is no proof of a purchase.
    case notVerified(VerificationFailure)
    /// There are fewer pieces left of the product than are to be used up: so many.
    case notEnough(ProductIdentifier, left: Int)
    /// The record was changed by something else than this program.
    case tampered
    /// An audit was ended before it was through.
    case interrupted
    /// The record's file or key cannot be used.
    case storage(StorageError)
}
