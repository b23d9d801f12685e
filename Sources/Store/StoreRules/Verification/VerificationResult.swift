package import StoreModel

/// The answer of verifyReceipt. `AppStore.verifyReceipt`, below, gives it to the server's routes and
/// `ContentAuthorizer`. It is sent with HTTP 200, no matter what the status is.
package struct VerificationResult: Hashable, Sendable {
    /// The status, which is also in the body: 0, or a number from 21000.
    package let status: Int
    package let json: [UInt8]

    /// The size of the largest request that is read, in bytes: the largest receipt in base64, with room for a
    /// backslash before each slash and for the other fields.
    package static let largestRequest = ReceiptVerifier.largestReceipt / 2 * 3

    /// The answer to a request that was not a POST.
    package static let unreadableRequest = VerificationResult(.unreadableRequest)
    /// The answer to a request that is larger than the largest.
    package static let malformed = VerificationResult(.malformed)
    /// The answer if too many requests wait.
    package static let unavailable = VerificationResult(.unavailable)

    /// An error inside the store. A code outside 21100…21199 becomes the nearest one in that range.
    static func internalError(code: Int, isRetryable: Bool) -> VerificationResult {
        let codes = ReceiptStatus.internalErrors
        let status = ReceiptStatus(rawValue: min(max(code, codes.lowerBound), codes.upperBound))
        return VerificationResult(status, isRetryable: isRetryable)
    }

    /// A status without a receipt. For internal errors, `isRetryable` says whether it helps to ask again.
    /// In Apple's archived guide the field is `is-retryable`, a number. In Apple's answers it is this.
    init(_ status: ReceiptStatus, isRetryable: Bool? = nil) {
        self.init(status) { $0.field("is_retryable", isRetryable) }
    }

    init(_ status: ReceiptStatus, _ fields: (inout JSONWriter) -> Void) {
        self.status = status.rawValue
        json = JSONWriter.object { writer in
            writer.field("status", Int64(status.rawValue))
            fields(&writer)
        }
    }
}

/// The statuses of verifyReceipt; the numbers are Apple's.
struct ReceiptStatus: RawRepresentable, Hashable, Sendable {
    let rawValue: Int

    /// The receipt is authentic and for this address.
    static let valid = ReceiptStatus(rawValue: 0)
    /// The request was not a POST, or its body is not a JSON object.
    static let unreadableRequest = ReceiptStatus(rawValue: 21000)
    /// `receipt-data` is missing or is not a receipt.
    static let malformed = ReceiptStatus(rawValue: 21002)
    static let notAuthentic = ReceiptStatus(rawValue: 21003)
    /// `password` is not the shared secret.
    static let wrongSecret = ReceiptStatus(rawValue: 21004)
    /// The receipt server cannot answer now.
    static let unavailable = ReceiptStatus(rawValue: 21005)
    /// An authentic legacy receipt of a subscription that has run out.
    static let expired = ReceiptStatus(rawValue: 21006)
    /// A test receipt at the production address.
    static let sandboxReceipt = ReceiptStatus(rawValue: 21007)
    /// A production receipt at the test address.
    static let productionReceipt = ReceiptStatus(rawValue: 21008)
    /// The store's data could not be read.
    static let dataAccessError = ReceiptStatus(rawValue: 21009)
    /// The account that the receipt belongs to is gone.
    static let accountNotFound = ReceiptStatus(rawValue: 21010)
    static let internalErrors = 21100...21199
}

extension AppStore {
    /// Answers a request to the verifyReceipt address of `environment`; the body may be anything.
    package func verifyReceipt(_ body: [UInt8], at environment: StoreEnvironment) -> VerificationResult {
        guard let state = try? SettingsTable.state(database) else {
            return VerificationResult(.dataAccessError)
        }
        let settings = state.settings
        // The fault that the operator has set.
        if let code = settings.verificationStatus {
            let status = ReceiptStatus(rawValue: code)
            return [.unavailable, .dataAccessError, .accountNotFound].contains(status)
                ? VerificationResult(status)
                : .internalError(code: code, isRetryable: settings.isVerificationRetryable)
        }
        let verifier = ReceiptVerifier(
            certificates: signer.certificates, bundleIdentifier: application.bundleIdentifier.rawValue,
            applicationVersion: application.version, sharedSecret: sharedSecret,
            now: {
                try (state.hasAccountClocks ? self.date(ofOwnerOf: $0) : nil) ?? self.date(settings)
            },
            latest: { try self.latestReceipt(ofOwnerOf: $0) })
        do { return try verifier.verify(body: body, at: environment) } catch {
            log("A receipt could not be verified: \(error)")
            return VerificationResult(.dataAccessError)
        }
    }

    /// Now on the clock of the customer with a transaction; nil if there is no such customer.
    private func date(ofOwnerOf transaction: TransactionIdentifier?) throws -> Timestamp? {
        guard let number = transaction.flatMap(PurchaseRecord.number(of:)) else { return nil }
        return try database.read { database in
            try purchaseTable.find(number: number, database).map { try date(of: $0.account, database) }
        }
    }

    /// The bundle identifier in the receipt of a verifyReceipt request, if this store's key signed it; nil
    /// for anything else.
    package func bundleIdentifier(ofReceiptIn body: [UInt8]) -> String? {
        ReceiptVerifier.bundleIdentifier(ofReceiptIn: body, signedBy: signer.certificates)
    }

    /// The shared secret in the body of a verifyReceipt request; nil if there is none.
    package static func sharedSecret(in body: [UInt8]) -> String? { ReceiptVerifier.request(body)?.password }
}
