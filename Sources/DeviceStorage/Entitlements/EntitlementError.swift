package import FileSystem
package import StoreModel

/// Why nothing was recorded of what is owned.
package enum EntitlementError: Error, Hashable, Sendable {
    /// The transaction is no proof of a purchase.
    case notVerified(VerificationFailure)
    /// The product is not one that is bought for good.
    case unknownProduct(ProductIdentifier)
    /// The record was changed by something else than this program.
    case tampered
    /// An audit was ended before it was through.
    case interrupted
    /// The record's file or key cannot be used.
    case storage(StorageError)
}
