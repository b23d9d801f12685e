internal import Crypto
internal import FoundationEssentials
internal import StoreModel
internal import StoreSigning

/// Answers verifyReceipt. The checks come in the order that clients rely on: is it a receipt, is it authentic, is it
/// for this address, is the secret right.
///
/// Only what this store wrote itself, and exactly as it wrote it, is authentic. The receipt is a snapshot: the answer says
/// what is in it, not what has become of the purchases since.
///
/// A receipt of another application that this store signed is authentic, and the answer names the application: to compare
/// it is the sender's duty, as with Apple. Sent with a secret it is 21004, because a secret belongs to one application.
struct ReceiptVerifier: Sendable {
    /// The largest receipt that is looked at, in bytes: more than two thousand purchases. It bounds what reading takes: at
    /// worst a hundred times as much memory, for a tenth of a second.
    static let largestReceipt = 1 << 19

    let certificates: CertificateChain
    let bundleIdentifier: String
    /// The secret that senders must know; nil where none is asked for.
    let sharedSecret: String?
    let now: @Sendable () -> Timestamp
    /// The present subscriptions of the customer with a transaction; nil where there are none.
    var latest: @Sendable (TransactionIdentifier) -> LatestReceipt? = { _ in nil }

    /// Answers a request that came to the address of `environment`.
    func verify(body: [UInt8], at environment: StoreEnvironment) -> VerificationResult {
        guard body.count <= Self.largestReceipt * 2 else { return VerificationResult(.malformed) }
        guard let request = VerificationRequest(json: body) else { return VerificationResult(.unreadableRequest) }
        do {
            return switch try Self.receipt(request, signedBy: certificates) {
            case .app(let receipt): answer(receipt, to: request, at: environment)
            case .transaction(let receipt): answer(receipt, to: request, at: environment)
            }
        } catch {
            return VerificationResult(error == .malformed ? .malformed : .notAuthentic)
        }
    }

    /// The bundle identifier in the receipt of a request's body; nil where there is no authentic one.
    static func bundleIdentifier(ofReceiptIn body: [UInt8], signedBy certificates: CertificateChain) -> String? {
        guard body.count <= largestReceipt * 2, let request = VerificationRequest(json: body),
            let receipt = try? receipt(request, signedBy: certificates)
        else { return nil }
        return switch receipt {
        case .app(let receipt): receipt.bundleIdentifier
        case .transaction(let receipt): receipt.bundleIdentifier
        }
    }

    private enum Receipt {
        case app(AppReceipt)
        case transaction(LegacyReceipt)
    }

    private static func receipt(
        _ request: VerificationRequest, signedBy certificates: CertificateChain
    ) throws(ReceiptError) -> Receipt {
        guard let bytes = request.receiptData.flatMap({ Data(base64Encoded: $0) }).map(Array.init),
            bytes.count <= largestReceipt
        else { throw .malformed }
        // A property list begins with a brace; everything else is, or is not, an app receipt.
        return bytes.first == UInt8(ascii: "{")
            ? .transaction(try LegacyReceipt(bytes, signedBy: certificates))
            : .app(try AppReceipt(bytes, signedBy: certificates))
    }

    private func answer(
        _ receipt: AppReceipt, to request: VerificationRequest, at environment: StoreEnvironment
    ) -> VerificationResult {
        if let refusal = wrongPlace(receipt.environment, environment) { return VerificationResult(refusal) }
        let hasSubscription = receipt.purchases.contains { $0.expiresDate != nil }
        guard isSecretRight(request.password, for: receipt.bundleIdentifier, isNeeded: hasSubscription) else {
            return VerificationResult(.wrongSecret)
        }
        return VerificationResult(.valid) { writer in
            writer.field("environment", receipt.environment.rawValue)
            let subscription = receipt.purchases.first { $0.expiresDate != nil }
            let latest = subscription.flatMap { self.latest($0.transactionIdentifier) }
            writer.field("receipt") { $0.receipt(receipt, requested: latest?.date ?? now()) }
            if let latest { writer.latest(latest, withoutOld: request.excludesOldTransactions) }
        }
    }

    private func answer(
        _ receipt: LegacyReceipt, to request: VerificationRequest, at environment: StoreEnvironment
    ) -> VerificationResult {
        if let refusal = wrongPlace(receipt.environment, environment) { return VerificationResult(refusal) }
        let expires = receipt.purchase.expiresDate
        guard isSecretRight(request.password, for: receipt.bundleIdentifier, isNeeded: expires != nil) else {
            return VerificationResult(.wrongSecret)
        }
        var newest = receipt
        let original = receipt.purchase.originalTransactionIdentifier
        let latest = expires == nil ? nil : latest(receipt.purchase.transactionIdentifier)
        if let period = latest?.periods.first(where: { $0.originalTransactionId == original }) {
            newest.purchase = InAppPurchase(period)
        }
        let isExpired = newest.purchase.expiresDate.map { $0 <= latest?.date ?? now() } ?? false
        return VerificationResult(isExpired ? .expired : .valid) { writer in
            writer.field("receipt") { $0.fields(receipt.fields) }
            if isExpired {
                writer.field("latest_expired_receipt_info") { $0.fields(newest.fields) }
            } else if let latest {
                writer.field("latest_receipt", latest.receipt)
                writer.field("latest_receipt_info") { $0.fields(newest.fields) }
            }
        }
    }

    /// The status that sends the sender to the other address.
    private func wrongPlace(_ receipt: StoreEnvironment, _ address: StoreEnvironment) -> ReceiptStatus? {
        guard receipt != address else { return nil }
        return receipt == .sandbox ? .sandboxReceipt : .productionReceipt
    }

    private func isSecretRight(_ password: String?, for bundle: String, isNeeded: Bool) -> Bool {
        guard let sharedSecret else { return true }
        guard let password else { return !isNeeded }
        // Digests are compared in constant time.
        let isEqual = SHA256.hash(data: Array(password.utf8)) == SHA256.hash(data: Array(sharedSecret.utf8))
        return isEqual && bundle == bundleIdentifier
    }
}
