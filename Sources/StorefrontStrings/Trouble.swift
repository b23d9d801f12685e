package import FileSystem
package import StoreModel

/// The errors that a person is told, in one list. `Strings.sentence(for:)` has a whole sentence for each, in each
/// language. `monkeystore` makes them of the errors of its parts, which have no prose.
package enum Trouble: Hashable, Sendable {
    // Files on this device, and who the store is.
    case storage(StorageError)
    case trust(TrustError)
    case untrusted(reason: String)
    // What the store or the payment queue says of a payment.
    case storeNotReached
    case alreadySubscribed
    case numberTaken
    case unreadableAnswer
    case paymentKept(StoreError)
    // What proves a purchase, and what is used.
    case purchaseNotProved
    case notEnoughCredits(balance: Int)
    case notEnoughPieces(product: String, left: Int)
    case recountInterrupted
    // The store's place, as the options give it.
    case noAddress
    case badAddress(text: String)
    case catalogueElsewhere
    case appleIdentifierElsewhere
    case badAdminToken(path: String)
    case builtWithoutRemote
    // The store's administration.
    case noTransactionFound
    case invalidAction
    case notEntitled
    case cannotPlay(reason: String)
    case noAnswer(store: String)
    case refused(store: String, status: Int)
    case unreadableList
    case signInForSubscriptions
    // Books, letters and settings.
    case bookNotHere
    case bookNotOwned
    case bookUnreadable
    case bookNotText(path: String)
    case letterNeedsSubscription
    case letterExpired
    case settingsNeedAccount
    // Signing in.
    case signInNeeded
    case accountTaken
    case tooManyAttempts(seconds: Int?)
    case wrongPassword
    // Limits of the store.
    case tooManyPurchases
    case tooManyRequests
    // The picture of --picture.
    case pictureUnreadable(file: String, reason: String)
    case pictureNotAFile(file: String)
    case pictureEmpty(file: String)
    case pictureTooLarge(file: String, megabytes: Int)
    case pictureTooManyPixels(file: String, width: Int, height: Int, millions: Int)
    case notAPicture(file: String)
    case pictureDamaged(file: String)
}

extension Trouble {
    /// Which limit of the store an error is about; nil for other errors.
    package init?(limit error: StoreError) {
        switch (error.domain, error.code) {
        case (.account, StoreError.tooManyAttempts.code): self = .tooManyAttempts(seconds: error.secondsToWait)
        case (.http, StoreError.tooManyRequests.code):
            self = error == .tooManyPurchases ? .tooManyPurchases : .tooManyRequests
        default: return nil
        }
    }
}
