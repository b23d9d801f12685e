package import FileSystem
package import StoreModel

/// Why nothing was recorded of what is owned.
package enum EntitlementError: Error, Hashable, Sendable, CustomStringConvertible {
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

    /// What happened, what it means, what to do.
    package var description: String {
        switch self {
        case .notVerified:
            "The store's signature does not prove this purchase, so it brings nothing; ask the store's support."
        case .unknownProduct(let product):
            "\(product) is not known here, so nothing was delivered; use a version of the program that sells it."
        case .tampered:
            "The record of what you own was changed by another program, so it does not count. Restore brings back what "
                + "you bought; nothing is charged for that."
        case .interrupted: "The record of what you own was not looked through to its end; nothing was changed."
        case .storage(let error): error.description
        }
    }
}
