public import DurableStorage
public import StoreModel

/// Why the credit ledger did not do what it was asked to. Nothing was written.
public enum CreditError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why a transaction is no proof of a purchase.
    public enum Doubt: Hashable, Sendable {
        /// It carries no signed transaction.
        case unsigned
        /// Its signed transaction is not the store's word for this application and account.
        case signature(TransactionVerifier.Failure)
        /// It says something else than its signed transaction does.
        case contradiction
        /// The signed quantity is not 1…10.
        case quantityOutOfRange(Int)
        /// The store took the money back: there is nothing to credit.
        case revoked
        /// The store has not taken the money back: there is nothing to revoke.
        case notRevoked
    }

    /// The transaction is no proof of what it is to be used for.
    case notVerified(Doubt)
    /// The transaction is not for monkey credits.
    case unknownProduct(ProductIdentifier)
    /// There are fewer credits than were to be spent.
    case notEnough(balance: Int)
    /// Fewer than one credit was to be spent.
    case nothingToSpend
    /// The ledger was changed by something else than this program; an audit says what it is and puts it right.
    case tampered
    /// The ledger's file or key cannot be used.
    case storage(StorageError)

    /// What happened, what it means for the money, what to do.
    public var description: String {
        switch self {
        case .notVerified(.revoked):
            "The store took the money for this purchase back, so it brings no credits."
        case .notVerified(.notRevoked):
            "The store does not say that this purchase was refunded, so its credits stay."
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
        case .storage(let error):
            error.description
        }
    }
}
