/// Why verifyReceipt cannot answer as it should, although nothing is wrong with the receipt.
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

    /// The answer that says so.
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
