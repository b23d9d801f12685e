internal import StoreModel
internal import StorefrontStrings

extension StoreError {
    /// The sentence for why some content is not here: what happened, and what it means. What was paid stays paid.
    var contentSentence: String {
        if domain == .device, let sentence = Language.english.strings.ownSentence(self) { return sentence }
        return switch contentCode {
        case .otherContent:
            "The content server sends something else than it promises; nothing of it was kept. Try again later."
        case .tooLong: "The content server sends more than it promises; nothing of it was kept. Try again later."
        case .refunded: "The store says that this was refunded, so the content server does not give it."
        case .notBought: "The store does not say that this account bought it, so the content server does not give it."
        case .otherAccount: "The content server takes this for another account's purchase. Restore, and fetch it again."
        case .receiptMissing, .receiptNotAuthentic, .otherApplication, .receiptTooOld:
            "The content server does not accept the store's receipt. It is not paid again; try again later."
        case .noSuchContent: "The content server does not have it now. It is not paid again; try again later."
        case .cannotVerify: "The content server cannot ask the store about the receipt. It tries again by itself."
        case nil: "The content server cannot be reached. It goes on by itself, and is not paid again."
        }
    }
}
