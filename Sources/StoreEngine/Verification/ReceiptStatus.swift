/// The statuses of verifyReceipt, Apple's numbers.
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
