internal import StoreSigning

/// The answer of verifyReceipt. It goes out with HTTP 200, whatever the status is.
package struct VerificationResult: Hashable, Sendable {
    /// The status, as it stands in the body, too: 0, or a number from 21000.
    package let status: Int
    package let json: [UInt8]

    /// A status without a receipt. Of the internal errors `isRetryable` says whether it helps to ask again.
    init(_ status: ReceiptStatus, isRetryable: Bool? = nil) {
        self.init(status) { $0.field("is-retryable", isRetryable.map { $0 ? 1 : 0 }) }
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
    /// The request was not a POST, or its body is no JSON object.
    static let unreadableRequest = ReceiptStatus(rawValue: 21000)
    /// `receipt-data` is missing or is no receipt.
    static let malformed = ReceiptStatus(rawValue: 21002)
    /// The store did not sign this.
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
    /// The numbers of errors inside the store.
    static let internalErrors = 21100...21199
}

/// An answer of verifyReceipt that says that the store cannot answer, although nothing is wrong with the receipt.
package enum VerificationFault: Hashable, Sendable {
    /// The request was not a POST (21000).
    case unreadableRequest
    /// The receipt server cannot answer now (21005).
    case temporarilyUnavailable
    /// The store's data could not be read (21009).
    case dataAccessError
    /// The account that the receipt belongs to is gone (21010).
    case accountNotFound
    /// An error inside the store. `code` is 21100…21199; what lies outside counts as the nearest of these.
    case internalError(code: Int, isRetryable: Bool)

    package var result: VerificationResult {
        switch self {
        case .unreadableRequest: VerificationResult(.unreadableRequest)
        case .temporarilyUnavailable: VerificationResult(.unavailable)
        case .dataAccessError: VerificationResult(.dataAccessError)
        case .accountNotFound: VerificationResult(.accountNotFound)
        case .internalError(let code, let isRetryable):
            VerificationResult(
                ReceiptStatus(
                    rawValue: min(
                        max(code, ReceiptStatus.internalErrors.lowerBound), ReceiptStatus.internalErrors.upperBound)),
                isRetryable: isRetryable)
        }
    }
}
