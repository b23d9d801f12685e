package import StoreModel

package enum ReplicaError: Error, Hashable, Sendable {
    /// There is only this much of a product, or of credits (nil), which may be below zero. Nothing was used.
    case notEnough(ProductIdentifier?, available: Int)
    /// A count was ended early.
    case interrupted
    /// A use could not be written down. Nothing was used.
    case notUsed(StorageError)
    /// A use was written down and counts, and afterwards something could not be read.
    case usedAndUnread(StorageError)
    case storage(StorageError)
}

extension ReplicaError: StorageErrorHolder {
    package var storageError: StorageError? {
        switch self {
        case .storage(let error), .notUsed(let error), .usedAndUnread(let error): error
        case .notEnough, .interrupted: nil
        }
    }
}

extension ReplicaError {
    /// The same error, if a use was not written down because of it.
    package var beforeUse: ReplicaError {
        switch self {
        // Nobody knows whether it is written down.
        case .storage(.uncertain): self
        case .storage(let error): .notUsed(error)
        default: self
        }
    }

    /// The same error, after a use was written down.
    package var afterUse: ReplicaError {
        if case .storage(let error) = self { .usedAndUnread(error) } else { self }
    }
}
