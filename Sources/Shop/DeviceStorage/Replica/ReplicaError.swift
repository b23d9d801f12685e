package import StoreModel

package enum ReplicaError: Error, Hashable, Sendable {
    /// There is only this much of a product, or of credits (nil), which may be below zero. Nothing was used.
    case notEnough(ProductIdentifier?, available: Int)
    /// A count was ended early.
    case interrupted
    case storage(StorageError)
}

extension ReplicaError: StorageErrorHolder {
    package var storageError: StorageError? {
        if case .storage(let error) = self { error } else { nil }
    }
}
