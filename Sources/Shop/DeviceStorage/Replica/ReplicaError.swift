package import StoreModel

/// What a merge did not take. It took the rest.
package enum ReplicaRefusal: Error, Hashable, Sendable {
    /// The transaction does not prove a purchase of this account.
    case purchase(TransactionIdentifier, VerificationFailure)
    /// The use is known with another amount or product, or its amount is outside `Use.amounts`.
    case use(UseIdentifier)
}

package enum ReplicaError: Error, Hashable, Sendable {
    /// There is only this much of a product, or of credits (nil), which may be below zero. Nothing was used.
    case notEnough(ProductIdentifier?, available: Int)
    /// A count was ended early.
    case interrupted
    case storage(StorageError)
}
