package import StoreModel

/// The errors that people are told about, in one list. Events carry them, and `Strings.sentence(for:)` has a
/// whole sentence for each, in each language. The application makes them from the errors of its parts, and
/// its managers throw them.
package enum Trouble: Error, Hashable, Sendable {
    // Files on this device, and the identity of the store.
    case storage(StorageError)
    case trust(TrustError)
    case untrusted
    // What the store or the payment queue says about a payment.
    case storeNotReached
    case alreadySubscribed
    case numberTaken
    case unreadableAnswer
    case keyUsed
    case offerCannotWait
    case offerNotForCustomer
    case paymentKept(StoreError)
    // Proofs of purchase, and uses.
    case purchaseNotProved
    /// The store sent purchases that its signature does not prove. They do not count, and are asked for again.
    case purchasesLeftOut
    /// The high-water mark of the account cannot be written. This run goes on without its file.
    case highWaterMarkNotKept(StorageError)
    case notEnoughCredits(balance: Int)
    case notEnoughPieces(product: String, left: Int)
    case notUsed(StorageError)
    case usedAndUnread
    /// The account has another use with the identifier of this one, which was not done.
    case useTaken
    case recountInterrupted
    // The store's address, as the options give it.
    case noAddress
    case badAddress(text: String)
    case catalogueElsewhere
    case appleIdentifierElsewhere
    case badAdminToken(path: String)
    /// The program was built without the trait `Remote`.
    case builtWithoutRemote
    // The store's administration.
    case noTransactionFound
    case invalidAction
    case notEntitled
    case cannotPlay(ScenarioRefusal)
    case notInCatalogue(product: String)
    case noAnswer(store: String)
    case refused(store: String, status: Int)
    /// What was asked for may have been done.
    case unreadableMaybeDone
    case signInForSubscriptions
    // Books, letters and settings.
    case bookNotHere
    case bookNotOwned
    case bookUnreadable
    case bookNotText(path: String)
    case letterNeedsSubscription
    case letterExpired
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
    // The picture for `--picture`.
    case pictureUnreadable(file: String, reason: String)
    /// A folder, a device or another file without a size.
    case pictureNotAFile(file: String)
    case pictureEmpty(file: String)
    case pictureTooLarge(file: String, megabytes: Int)
    case pictureTooManyPixels(file: String, width: Int, height: Int, millions: Int)
    /// The file does not begin like a PNG or JPEG.
    case notAPicture(file: String)
    case pictureDamaged(file: String)
    // Catalogues, backups, terminals, and any other error: English in every language.
    case described(String)
}

extension Trouble {
    /// Whether it comes by itself, not because of a command. Then no wait for a command's answer ends.
    package var isUnsolicited: Bool {
        switch self {
        case .paymentKept, .purchasesLeftOut, .highWaterMarkNotKept: true
        default: false
        }
    }

    /// What an error of the store, of the way to it, or of this device says besides its domain and its code.
    /// Nil if it says no more, or says it in the store's own words.
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
        case .scenario(let refusal)?: self = .cannotPlay(refusal)
        case .notInCatalogue(let product)?:
            self = .notInCatalogue(product: product.rawValue.debugDescription)
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
