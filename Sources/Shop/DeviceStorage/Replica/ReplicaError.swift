package import StoreModel

/// What a merge did not take; the rest of it was taken.
package enum ReplicaRefusal: Error, Hashable, Sendable {
    /// The transaction is no proof of a purchase of this account.
    case purchase(TransactionIdentifier, VerificationFailure)
    /// The use is known with another amount or product, or its amount is outside `Use.amounts`.
    case use(UseIdentifier)
}

package enum ReplicaError: Error, Hashable, Sendable {
    /// There is only so much of a product, or of credits (nil), which may be below zero. Nothing was used.
    case notEnough(ProductIdentifier?, available: Int)
    /// A count was ended before it was through.
    case interrupted
    case storage(StorageError)
}
