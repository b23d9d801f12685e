internal import StoreModel
internal import Storefront

// What `buy`, `read` and `restore` say about errors of the content server.
extension StoreError {
    /// A sentence that says why content is not here, and what that means. What was paid stays paid.
    var contentSentence: String {
        if domain == .device, let sentence = Language.english.strings.ownSentence(self) { return sentence }
        return switch contentCode {
        case .otherContent:
            "The content server sent something else than it promised, so nothing was kept. Try again later."
        case .tooLong: "The content server sent more than it promised, so nothing was kept. Try again later."
        case .refunded: "This was refunded, so there is nothing to download."
        case .notBought:
            "The store doesn't confirm that this account bought it, so there is nothing to download."
        case .otherAccount:
            "The content server takes this for another account's purchase. Restore, and download it again."
        case .receiptMissing, .receiptNotAuthentic, .otherApplication, .receiptTooOld:
            "The content server doesn't accept the store's receipt. You don't pay again; try again later."
        case .noSuchContent: "The content server doesn't have it now. You don't pay again; try again later."
        case .cannotVerify:
            "The content server can't ask the store about the receipt. This goes on at the next start, and you "
                + "don't pay again."
        case nil:
            "The content server can't be reached. This goes on at the next start, and you don't pay again."
        }
    }
}
