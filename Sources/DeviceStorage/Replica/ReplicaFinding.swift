package import FileSystem
package import StoreModel

/// Why a replica was counted again (`AccountReplica.repair`): a sentence for the person.
package enum ReplicaFinding: Hashable, Sendable, CustomStringConvertible {
    /// The sealed sums are not as they were written.
    case sumsEdited
    case sumsMissing
    /// Rows of purchases or uses were edited, removed or added.
    case rowsEdited
    /// The database is an earlier copy than the high-water mark knows.
    case olderCopy
    /// The key is gone, or is not the one that sealed what is here.
    case keyMissing
    case markMissing
    /// The database and the key are another account's.
    case anotherAccount

    /// What happened, and what it means for the money.
    package var description: String {
        let what =
            switch self {
            case .sumsEdited: "The balance on this device was edited."
            case .sumsMissing: "The balance was removed from this device."
            case .rowsEdited: "Purchases or uses on this device were edited or removed."
            case .olderCopy: "The purchases on this device are an older copy; what was used since then stays used."
            case .keyMissing: "The key that seals the balance on this device is missing."
            case .markMissing: "The mark that secures the balance on this device is missing."
            case .anotherAccount: "The purchases on this device were another account's, and do not count."
            }
        return what + " All purchases were checked and counted again, and the store is asked for the rest; "
            + "no purchase is lost."
    }
}

/// What a merge did not take; the rest of it was taken.
package enum ReplicaRefusal: Error, Hashable, Sendable {
    /// The transaction is no proof of a purchase of this account.
    case purchase(TransactionIdentifier, VerificationFailure)
    /// The use is known with another amount or product, or is of an amount that is none.
    case use(UseIdentifier)
}

package enum ReplicaError: Error, Hashable, Sendable {
    /// There is only so much, which may be below zero. Nothing was used.
    case notEnough(available: Int)
    /// A count was ended before it was through.
    case interrupted
    case storage(StorageError)
}
