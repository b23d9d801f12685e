public import StoreModel

/// Why a ``StoreTestSession`` did not do what a test asked for. The cases that `SKTestError` also has are
/// named as there. If one is thrown, nothing has changed, except as `purchaseFailed` says.
public enum StoreTestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no configuration file at this path.
    case fileNotFound(path: String)
    /// The configuration file's URL is not a file URL.
    case invalidURL
    /// The configuration file cannot be used. The sentence says why, and where.
    case invalidConfiguration(String)
    /// This is not a valid bundle identifier.
    case invalidBundleIdentifier(String)
    /// No country of the App Store has this code.
    case invalidStorefront(String)
    /// No locale has this identifier.
    case invalidLocale(String)
    /// The configuration has no such product.
    case invalidProductIdentifier(ProductIdentifier)
    /// The product is not an auto-renewable subscription.
    case invalidProductType(ProductIdentifier)
    /// The product is not sold in this quantity. The range holds the quantities that are.
    case invalidQuantity(ClosedRange<Int>)
    /// The subscription has no such offer, or the offer is introductory and cannot be redeemed.
    case invalidOffer(String)
    /// Two of the options are of the same kind.
    case conflictingOptions
    /// The clock would be more than a hundred years away, or out of the years 2001 to 2099.
    case clockTooFar
    /// The store refused the purchase, or its answer was lost, as `StoreError.connectionLost` says: then the
    /// store may have charged it.
    case purchaseFailed(StoreError)
    /// There is no such transaction.
    case noTransactionFound
    /// The customer never had a subscription of this product, or has changed to another one.
    case noSubscriptionFound
    /// The state of the transaction or the subscription does not allow this.
    case invalidAction
    /// The store could not be used.
    case serviceUnavailable(StorageError)

    /// What is wrong, in one sentence.
    public var description: String {
        switch self {
        case .fileNotFound(let path): "There is no configuration file at \(path.debugDescription)."
        case .invalidURL: "The URL of a configuration file is that of a file."
        case .invalidConfiguration(let sentence): sentence
        case .serviceUnavailable(let error): error.description
        case .invalidBundleIdentifier(let text):
            "\(text.debugDescription) is not a bundle identifier: it has 1 to 155 letters, digits, hyphens and periods."
        case .invalidStorefront(let code):
            "\(code.debugDescription) is not a country of the App Store: a storefront is named by three letters, such as USA."
        case .invalidLocale(let identifier): "\(identifier.debugDescription) is not a locale, such as en_US."
        case .invalidProductIdentifier(let product):
            "The configuration has no product \(product.rawValue.debugDescription); nothing was done."
        case .invalidProductType(let product):
            "\(product) is not an auto-renewable subscription; nothing was done."
        case .invalidQuantity(let range) where range.count == 1:
            "This product is sold one at a time; nothing was charged."
        case .invalidQuantity(let range):
            "The quantity is \(range.lowerBound) to \(range.upperBound); nothing was charged."
        case .invalidOffer(let offer):
            "The product has no offer \(offer.debugDescription) that can be redeemed; nothing was charged."
        case .conflictingOptions: "A purchase has each kind of option once; nothing was charged."
        case .purchaseFailed(let error):
            error.explanation
                ?? "The purchase failed (\(error.domain.rawValue) \(error.code)); nothing was charged, or its answer was lost."
        case .clockTooFar:
            "The clock can be moved by a hundred years at most, and stays in the years 2001 to 2099; it was not moved."
        case .noTransactionFound: "There is no such transaction."
        case .noSubscriptionFound: "The customer has no subscription of this product."
        case .invalidAction: "The transaction is not in a state for that; nothing was changed."
        }
    }

    init(_ error: StoreAdministrationError) {
        switch error {
        case .noTransactionFound: self = .noTransactionFound
        case .invalidAction: self = .invalidAction
        case .serviceUnavailable(let error): self = .serviceUnavailable(error)
        // A configuration does not lose a product. The other errors are for stores at an address and
        // their screens.
        case .notInCatalogue, .notEntitled, .failed, .cannotPlay, .notShareable, .keyOfSeveral,
            .noAuthorityKeys:
            self = .unexpected(error)
        }
    }

    /// An error whose reason a test does not know.
    static func unexpected(_ error: any Error) -> StoreTestError {
        .serviceUnavailable(StorageError(wrapping: error, path: "the store of the test"))
    }
}
