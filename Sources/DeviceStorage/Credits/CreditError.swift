package import FileSystem
package import StoreModel

/// Why the credit ledger did not do what it was asked to. Nothing was written.
package enum CreditError: Error, Hashable, Sendable, CustomStringConvertible {
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

    /// What happened, what it means for the money, what to do.
    package var description: String {
        switch self {
        case .notVerified(.revoked):
            "The store took the money for this purchase back, so it brings no credits."
        case .notVerified(.notRevoked):
            "The store does not say that this purchase was refunded, so its credits stay."
        case .notVerified(.otherDevice):
            "The store signed this purchase for another device, so it brings no credits here. Where a backup was restored here, "
                + "they come at the next contact with the store."
        case .notVerified(.notInQueue):
            "This purchase was dealt with before, so it brings no credits."
        case .notVerified:
            "The store's signature does not prove this purchase, so it brings no credits; ask the store's support."
        case .unknownProduct(let product):
            "\(product) is not for monkey credits, so nothing was credited; use a version of the program that sells it."
        case .notEnough(let balance):
            "There are only \(balance) monkey credits, so nothing was spent; buy some first."
        case .nothingToSpend:
            "Nothing was spent; spend at least one credit."
        case .tampered:
            "The credit ledger was changed by another program, so nothing was counted; start again to have it checked."
        case .interrupted:
            "The credit ledger was not looked through to its end; nothing was changed."
        case .storage(let error):
            error.description
        }
    }
}
