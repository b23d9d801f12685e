package import StoreModel

/// Why a transaction does not prove a purchase of this account. `AccountReplica` takes
/// nothing without a proof.
package enum VerificationFailure: Error, Hashable, Sendable {
    case unsigned
    /// Its signed transaction was not signed by the store for this application and account.
    case signature(TransactionVerifier.Failure)
    /// It contradicts its signed transaction.
    case contradiction
    /// The signed quantity is not 1…10.
    case quantityOutOfRange(Int)
}

extension TransactionVerifier {
    /// The content that the store signed for a transaction, which is what counts. The transaction's own
    /// fields must agree with it.
    package func proof(
        of transaction: PaymentTransaction
    ) throws(VerificationFailure) -> (payload: TransactionPayload, signed: SignedTransaction) {
        guard let signed = transaction.signedTransaction else { throw .unsigned }
        let payload: TransactionPayload
        do { payload = try verify(signed) } catch { throw .signature(error) }
        guard payload.describes(transaction) else { throw .contradiction }
        guard Payment.quantities.contains(payload.quantity) else {
            throw .quantityOutOfRange(payload.quantity)
        }
        return (payload, signed)
    }
}
