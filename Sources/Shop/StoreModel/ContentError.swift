/// What can be wrong with hosted content, or with the receipt for it: the codes of
/// `StoreErrorDomain.content`. The content server refuses with them, and `DownloadAttempt` decides from them
/// whether to try again.
package enum ContentErrorCode: Int, Hashable, Sendable, CaseIterable {
    case receiptMissing = 1
    /// It is not a receipt, or it was changed or made by another store.
    case receiptNotAuthentic = 2
    case otherApplication = 3
    /// The receipt was made for another account, or for another device of the same account.
    case otherAccount = 4
    /// The receipt does not name the product, or the paid period is over.
    case notBought = 5
    /// The receipt names the product, but says that it was refunded.
    case refunded = 6
    /// The receipt is too old for a content server. Fetch a new one from the store.
    case receiptTooOld = 7
    case noSuchContent = 8
    /// The content server could not ask the store about the receipt. Try again.
    case cannotVerify = 9
    /// The content is not the one that was promised.
    case otherContent = 10
    case tooLong = 11
}

extension ContentErrorCode {
    /// What it means, for the author of the program that asks for content.
    var sentence: String {
        switch self {
        case .receiptMissing: "The request has no receipt."
        case .receiptNotAuthentic: "This is not a receipt of the store, or it was changed."
        case .otherApplication: "The receipt is another application's."
        case .otherAccount:
            "The receipt was made for another device or another account, or the request does not name its "
                + "device (Store-Device)."
        case .notBought: "The receipt does not name this product, or the period that was paid is over."
        case .refunded: "The money for this product went back."
        case .receiptTooOld: "The receipt is too old, or of the future. The store makes a new one."
        case .noSuchContent: "There is no content for this product here."
        case .cannotVerify: "The store could not be asked about the receipt; later it may succeed."
        case .otherContent: "The content is not the one that was promised."
        case .tooLong: "The content is longer than was promised."
        }
    }
}

extension StoreErrorDomain {
    package static let content = StoreErrorDomain(rawValue: "MonkeyStoreContentErrorDomain")
}

extension StoreError {
    package init(content code: ContentErrorCode) {
        self.init(domain: .content, code: code.rawValue)
    }

    package var contentCode: ContentErrorCode? { domain == .content ? ContentErrorCode(rawValue: code) : nil }
}
