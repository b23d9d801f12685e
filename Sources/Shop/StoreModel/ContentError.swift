/// What can be wrong with hosted content, or with the receipt for it: the codes of
/// `StoreErrorDomain.content`. The content server refuses with them; `DownloadAttempt`
/// decides by them whether to try again.
package enum ContentErrorCode: Int, Hashable, Sendable, CaseIterable {
    case receiptMissing = 1
    /// The receipt is none, was changed, or was made by another store.
    case receiptNotAuthentic = 2
    case otherApplication = 3
    /// The receipt was made for another account, or for another device of the same one.
    case otherAccount = 4
    case notBought = 5
    /// The receipt names the product, and that the money went back.
    case refunded = 6
    /// The receipt is older than a content server takes: fetch a new one from the store.
    case receiptTooOld = 7
    case noSuchContent = 8
    /// The content server could not ask the store about the receipt; try again.
    case cannotVerify = 9
    /// The content is not the one that was promised.
    case otherContent = 10
    case tooLong = 11
}

extension StoreErrorDomain {
    package static let content = StoreErrorDomain(rawValue: "MonkeyStoreContentErrorDomain")
}

extension StoreError {
    package init(content code: ContentErrorCode, message: String? = nil) {
        self.init(domain: .content, code: code.rawValue, message: message)
    }

    package var contentCode: ContentErrorCode? { domain == .content ? ContentErrorCode(rawValue: code) : nil }
}
