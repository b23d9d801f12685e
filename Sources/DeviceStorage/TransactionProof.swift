package import FileSystem
package import StoreModel

/// Why a transaction does not prove a purchase. `CreditManager` and `Entitlements` refuse a transaction with it: they
/// record nothing without a proof (`proof(of:)`, below). `EntitlementError` says why `Entitlements` recorded nothing.
package enum VerificationFailure: Error, Hashable, Sendable {
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
    /// The store signed it for another device than this one, or for none, where it signs for devices.
    case otherDevice
    /// The queue has finished it, or given it up, since it was handed out.
    case notInQueue
}

extension TransactionVerifier {
    /// The store's word for a transaction, which is what counts; the transaction's own fields must agree with it.
    func proof(
        of transaction: PaymentTransaction
    ) throws(VerificationFailure) -> (payload: TransactionPayload, signed: SignedTransaction) {
        guard let signed = transaction.signedTransaction else { throw .unsigned }
        let payload: TransactionPayload
        do { payload = try verify(signed) } catch { throw .signature(error) }
        guard payload.describes(transaction) else { throw .contradiction }
        guard Payment.quantities.contains(payload.quantity) else { throw .quantityOutOfRange(payload.quantity) }
        return (payload, signed)
    }
}

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
