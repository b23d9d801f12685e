internal import Crypto
internal import FoundationEssentials
internal import StoreModel

/// Answers verifyReceipt, for `AppStore.verifyReceipt`. The checks come in the order that clients rely on: is
/// it a receipt, is it authentic, is it for this address, is the secret right.
///
/// Only what this store wrote itself, and exactly as it wrote it, is authentic. The receipt is a snapshot:
/// the answer says what is in it, not what happened to the purchases since.
///
/// A receipt that this store signed for another application is authentic, and the answer names the
/// application. As with Apple, the sender has to compare it. If it comes with a secret, the status is 21004,
/// because a secret belongs to one application.
struct ReceiptVerifier: Sendable {
    /// The largest receipt that is read, in bytes: more than ten thousand purchases, which are as many as an
    /// account usually may make in a day and leave unfinished. It limits what reading takes.
    static let largestReceipt = 3 << 20

    let certificates: CertificateChain
    let bundleIdentifier: String
    let applicationVersion: String
    /// The secret that senders must know.
    let sharedSecret: String
    /// Now on the clock of the customer with a transaction. The argument is nil if a receipt has
    /// no transaction.
    let now: @Sendable (TransactionIdentifier?) throws -> Timestamp
    /// What is newer than a receipt, for the customer with a transaction; nil if the customer has
    /// no subscriptions.
    var latest: @Sendable (TransactionIdentifier) throws -> LatestReceipt? = { _ in nil }

    /// Answers a request that came to the address of `environment`. Throws what `now` and `latest` throw.
    func verify(body: [UInt8], at environment: StoreEnvironment) throws -> VerificationResult {
        guard body.count <= VerificationResult.largestRequest else { return VerificationResult(.malformed) }
        guard let request = Self.request(body) else {
            return VerificationResult(.unreadableRequest)
        }
        let receipt: any VerifiedReceipt
        do { receipt = try Self.receipt(request, signedBy: certificates) } catch {
            return VerificationResult(error == .malformed ? .malformed : .notAuthentic)
        }
        guard receipt.environment == environment else {
            return VerificationResult(receipt.environment == .sandbox ? .sandboxReceipt : .productionReceipt)
        }
        let subscription = receipt.subscription
        guard isSecretRight(request.password, for: receipt.bundleIdentifier, isNeeded: subscription != nil)
        else {
            return VerificationResult(.wrongSecret)
        }
        let latest = try subscription.flatMap { try self.latest($0.transactionIdentifier) }
        return receipt.answer(
            latest, at: try latest?.date ?? now(receipt.anyTransaction),
            withoutOld: request.excludesOldTransactions,
            applicationVersion: applicationVersion)
    }

    /// The bundle identifier in the receipt of a request's body; nil if there is no authentic receipt.
    static func bundleIdentifier(
        ofReceiptIn body: [UInt8], signedBy certificates: CertificateChain
    ) -> String? {
        guard let request = Self.request(body) else { return nil }
        return try? receipt(request, signedBy: certificates).bundleIdentifier
    }

    /// A request by its body; nil if it cannot be read, or is too long.
    static func request(_ body: [UInt8]) -> VerificationRequest? {
        guard body.count <= VerificationResult.largestRequest else { return nil }
        return try? ReceivedJSON.decode(VerificationRequest.self, from: body)
    }

    private static func receipt(
        _ request: VerificationRequest, signedBy certificates: CertificateChain
    ) throws(ReceiptError) -> any VerifiedReceipt {
        guard let bytes = request.receiptData.flatMap({ Data(base64Encoded: $0) }).map(Array.init),
            bytes.count <= largestReceipt
        else { throw .malformed }
        // A property list begins with a brace. Everything else must be an app receipt.
        if bytes.first == UInt8(ascii: "{") { return try LegacyReceipt(bytes, signedBy: certificates) }
        return try AppReceipt(bytes, signedBy: certificates)
    }

    private func isSecretRight(_ password: String?, for bundle: String, isNeeded: Bool) -> Bool {
        guard let password else { return !isNeeded }
        // Digests are compared in constant time.
        let isEqual = SHA256.hash(data: Array(password.utf8)) == SHA256.hash(data: Array(sharedSecret.utf8))
        return isEqual && bundle == bundleIdentifier
    }
}

private protocol VerifiedReceipt {
    var environment: StoreEnvironment { get }
    var bundleIdentifier: String { get }
    /// One of its transactions, which all belong to one customer.
    var anyTransaction: TransactionIdentifier? { get }
    /// Its first purchase of a subscription.
    var subscription: InAppPurchase? { get }

    /// The answer if everything is right.
    ///
    /// - Parameters:
    ///   - latest: what is newer than the receipt.
    ///   - applicationVersion: the store's version, for a receipt that has none.
    func answer(
        _ latest: LatestReceipt?, at now: Timestamp, withoutOld: Bool, applicationVersion: String
    ) -> VerificationResult
}

extension AppReceipt: VerifiedReceipt {
    fileprivate var anyTransaction: TransactionIdentifier? { purchases.first?.transactionIdentifier }
    fileprivate var subscription: InAppPurchase? { purchases.first { $0.expiresDate != nil } }

    fileprivate func answer(
        _ latest: LatestReceipt?, at now: Timestamp, withoutOld: Bool, applicationVersion: String
    ) -> VerificationResult {
        VerificationResult(.valid) { writer in
            writer.field("environment", environment.rawValue)
            writer.field("receipt") { $0.receipt(self, requested: now) }
            if let latest { writer.latest(latest, withoutOld: withoutOld) }
        }
    }
}

extension LegacyReceipt: VerifiedReceipt {
    fileprivate var anyTransaction: TransactionIdentifier? { payload.transactionId }
    fileprivate var subscription: InAppPurchase? { purchase.expiresDate == nil ? nil : purchase }

    fileprivate func answer(
        _ latest: LatestReceipt?, at now: Timestamp, withoutOld: Bool, applicationVersion: String
    ) -> VerificationResult {
        let original = payload.originalTransactionId
        let period = latest?.latest[original]
        let renewal = latest?.subscriptions.first { $0.originalIdentifier == original }
        var newest = self
        if let period { newest.payload = period.payload }
        let isExpired = newest.purchase.expiresDate.map { $0 <= now } ?? false
        return VerificationResult(isExpired ? .expired : .valid) { writer in
            if let renewal { writer.legacyRenewal(renewal) }
            writer.field("receipt") { $0.fields(fields(applicationVersion: applicationVersion)) }
            if isExpired {
                writer.field("latest_expired_receipt_info") {
                    $0.fields(newest.fields(applicationVersion: applicationVersion))
                }
            } else if let period {
                writer.field("latest_receipt", TransactionReceipt(period.signed)?.base64)
                writer.field("latest_receipt_info") {
                    $0.fields(newest.fields(applicationVersion: applicationVersion))
                }
            }
        }
    }
}

/// The body of verifyReceipt. A field of the wrong type counts as missing; a password of the wrong type
/// counts as a wrong secret.
struct VerificationRequest: Decodable {
    let receiptData: String?
    /// The sender's shared secret; nil if the sender gave none.
    let password: String?
    /// Whether only the newest renewal of each subscription is wanted.
    let excludesOldTransactions: Bool

    private enum CodingKeys: String, CodingKey {
        case receiptData = "receipt-data"
        case password
        case excludesOldTransactions = "exclude-old-transactions"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        receiptData = try? values.decode(String.self, forKey: .receiptData)
        excludesOldTransactions = (try? values.decode(Bool.self, forKey: .excludesOldTransactions)) ?? false
        let hasPassword = values.contains(.password) && (try? values.decodeNil(forKey: .password)) != true
        password = hasPassword ? (try? values.decode(String.self, forKey: .password)) ?? "" : nil
    }
}
