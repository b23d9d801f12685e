internal import Crypto
internal import FoundationEssentials

/// Checks that the store signed a transaction for this application, this account and this environment. The
/// replica of the account asks it before it merges, and observers in other packages ask it before they
/// deliver. A local store has one for its customer.
public struct TransactionVerifier: Sendable {
    package enum Failure: Error, Hashable, Sendable {
        /// Not three base64url parts with a readable header and payload.
        case malformed
        /// Not signed, signed by another key, or changed afterwards.
        case wrongSignature
        case wrongApplication(String)
        case wrongAccount
        case wrongEnvironment(StoreEnvironment)
    }

    private let publicKey: P256.Signing.PublicKey
    private let bundleIdentifier: String
    private let appTransaction: String
    private let environment: StoreEnvironment

    /// Trusts one store key, a P-256 key in X9.63 form (65 bytes); throws `Failure.malformed` if
    /// it is not such a key. `appTransaction` is the account's number at the store, which all
    /// its transactions have (`appTransactionId`).
    package init(
        publicKey: [UInt8], bundleIdentifier: String, appTransaction: String, environment: StoreEnvironment
    ) throws(Failure) {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey) else { throw .malformed }
        self.publicKey = key
        self.bundleIdentifier = bundleIdentifier
        self.appTransaction = appTransaction
        self.environment = environment
    }

    /// The payload, if everything about the signed transaction is right.
    package func verify(_ signed: SignedTransaction) throws(Failure) -> TransactionPayload {
        guard let jws = CompactJWS(signed.rawValue), let header = Base64URL.decode(jws.header),
            let body = jws.payloadBytes,
            let signatureBytes = Base64URL.decode(jws.signature),
            let algorithm = try? ReceivedJSON.decode(Header.self, from: header),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signatureBytes)
        else { throw .malformed }
        guard algorithm.alg == "ES256",
            publicKey.isValidSignature(signature, for: Data(jws.signedText.utf8))
        else { throw .wrongSignature }
        guard let payload = try? ReceivedJSON.decode(TransactionPayload.self, from: body) else {
            throw .malformed
        }
        guard payload.hasDates else { throw .malformed }
        guard payload.bundleId == bundleIdentifier else { throw .wrongApplication(payload.bundleId) }
        guard payload.environment == environment else { throw .wrongEnvironment(payload.environment) }
        guard payload.appTransactionId == appTransaction else { throw .wrongAccount }
        return payload
    }

    /// Whether the store signed what a transaction says: its number, product and quantity, and whether it was
    /// refunded. An observer asks before it delivers a transaction, or takes back what it delivered.
    public func verifies(_ transaction: PaymentTransaction) -> Bool {
        guard let signed = transaction.signedTransaction, let payload = try? verify(signed) else {
            return false
        }
        return payload.describes(transaction)
            && (payload.revocationDate == nil) == (transaction.revocationDate == nil)
    }

    private struct Header: Decodable {
        var alg: String
    }
}

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
    /// What the store signed, and the numbers of the purchase: the replica records it by them.
    package typealias Proof = (payload: TransactionPayload, number: Int64, original: Int64)

    /// The content that the store signed for a transaction, which is what counts. The transaction's own
    /// fields must agree with it.
    package func proof(of transaction: PaymentTransaction) throws(VerificationFailure) -> Proof {
        guard let signed = transaction.signedTransaction else { throw .unsigned }
        return try proof(of: signed) { $0.describes(transaction) }
    }

    /// The content of a signed transaction. `agrees` says whether it agrees with what else is known of it.
    package func proof(
        of signed: SignedTransaction, agrees: (TransactionPayload) -> Bool
    ) throws(VerificationFailure) -> Proof {
        let payload: TransactionPayload
        do { payload = try verify(signed) } catch { throw .signature(error) }
        guard agrees(payload) else { throw .contradiction }
        guard Payment.quantities.contains(payload.quantity) else {
            throw .quantityOutOfRange(payload.quantity)
        }
        guard let number = payload.transactionId.number, let original = payload.originalTransactionId.number
        else { throw .signature(.malformed) }
        return (payload, number, original)
    }
}

extension TransactionIdentifier {
    /// The number whose decimal form this is; nil if it is another text.
    package var number: Int64? { Int64(rawValue).flatMap { $0 > 0 && String($0) == rawValue ? $0 : nil } }
}
