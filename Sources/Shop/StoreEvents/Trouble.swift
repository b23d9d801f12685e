package import StoreModel

/// The errors that a person is told, in one list: events carry them, and `Strings.sentence(for:)` has a whole
/// sentence for each, in each language. The application makes them of the errors of its parts.
package enum Trouble: Hashable, Sendable {
    // Files on this device, and who the store is.
    case storage(StorageError)
    case trust(TrustError)
    case untrusted
    // What the store or the payment queue says of a payment.
    case storeNotReached
    case alreadySubscribed
    case numberTaken
    case unreadableAnswer
    case keyUsed
    case offerCannotWait
    case offerNotForCustomer
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
    case notInCatalogue(product: String)
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
    /// Nobody is signed in, and settings belong to an account.
    case settingsNeedAccount
    // Signing in.
    case signInNeeded
    case accountTaken
    case tooManyAttempts(seconds: Int?)
    case wrongPassword
    case badName
    case badPassword
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
    // Of catalogues, backups and terminals, and whatever nobody thought of: English in every language.
    case described(String)
}

extension Trouble {
    /// What an error of the store, of the way to it, or of this device says besides its domain and its code.
    /// Nil for one that says no more, or says it in the store's own words.
    package init?(saidBy error: StoreError) {
        switch error.detail {
        case .storage(let error)?: self = .storage(error)
        case .trust(let error)?: self = .trust(error)
        case .wait(let seconds)?: self = .tooManyAttempts(seconds: seconds)
        case .unreadableAnswer?: self = .unreadableAnswer
        case .purchasesOfADay?: self = .tooManyPurchases
        case .keyUsed?: self = .keyUsed
        case .offerCannotWait?: self = .offerCannotWait
        case .badName?: self = .badName
        case .badPassword?: self = .badPassword
        case nil:
            switch error {
            case .alreadySubscribed: self = .alreadySubscribed
            case .numberTaken: self = .numberTaken
            case .tooManyAttempts: self = .tooManyAttempts(seconds: nil)
            case .tooManyRequests: self = .tooManyRequests
            case .ineligibleForOffer: self = .offerNotForCustomer
            case .untrusted: self = .untrusted
            default: return nil
            }
        }
    }
}
