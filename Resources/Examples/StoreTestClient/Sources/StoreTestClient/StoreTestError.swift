/// Why a session did not do what it was asked for. Cases that `SKTestError` has, too, have the same names. If
/// an error is thrown, nothing has changed, unless `purchaseFailed` or `serviceUnavailable` says otherwise.
public enum StoreTestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no configuration file at this path, or it cannot be read.
    case fileNotFound(path: String)
    /// A configuration file's URL is not that of a file.
    case invalidURL
    /// The server does not make such a store; the sentence says why.
    case invalidConfiguration(String)
    /// The administrator's token is not the server's.
    case invalidAdminToken
    /// The session's store was removed, or nobody used it for its lifetime.
    case sessionEnded
    /// No country of the App Store has this code, or the locale does not exist.
    case invalidStorefront(String, locale: String)
    /// The configuration has no such product.
    case invalidProductIdentifier(String)
    /// The product is no auto-renewable subscription.
    case invalidProductType(String)
    /// The product is not sold in this quantity at once; the sentence says how many are.
    case invalidQuantity(String)
    /// The subscription has no such offer, or it is an introductory offer, which nobody redeems.
    case invalidOffer(String)
    /// Two of the options are of the same kind.
    case conflictingOptions
    /// The clock would be more than a hundred years away, or out of the years 2001 to 2099.
    case clockTooFar
    /// The store refused the purchase, or its answer was lost.
    case purchaseFailed(StoreError)
    /// There is no such transaction.
    case noTransactionFound
    /// The customer never had a subscription of this product, or has changed to another one.
    case noSubscriptionFound
    /// The transaction or the subscription is not in a state for that.
    case invalidAction
    /// The server's answer was not one that it should give, and it may have done what it was asked for. The
    /// sentence says why.
    case serviceUnavailable(String)

    /// What is wrong, in one sentence.
    public var description: String {
        switch self {
        case .fileNotFound(let path): "There is no configuration file at \(path.debugDescription)."
        case .invalidURL: "The URL of a configuration file is that of a file."
        case .invalidConfiguration(let sentence), .serviceUnavailable(let sentence),
            .invalidQuantity(let sentence):
            sentence
        case .invalidAdminToken: "The administrator's token is missing or wrong."
        case .sessionEnded: "The session's store is not there any more; nothing was done."
        case .invalidStorefront(let country, let locale):
            "\(country.debugDescription) is not a country of the App Store, such as USA, or \(locale.debugDescription) is not a "
                + "locale, such as en_US."
        case .invalidProductIdentifier(let product):
            "The configuration has no product \(product.debugDescription); nothing was done."
        case .invalidProductType(let product):
            "\(product.debugDescription) is not an auto-renewable subscription; nothing was done."
        case .invalidOffer(let offer):
            "The product has no offer \(offer.debugDescription) that can be redeemed; nothing was charged."
        case .conflictingOptions: "A purchase has each kind of option once; nothing was charged."
        case .clockTooFar:
            "The clock goes a hundred years ahead or back, in the years 2001 to 2099; it was not moved."
        case .purchaseFailed(let error):
            error.message
                ?? "The purchase failed (\(error.domain) \(error.code)); nothing was charged, or its answer was lost."
        case .noTransactionFound: "There is no such transaction."
        case .noSubscriptionFound: "The customer has no subscription of this product."
        case .invalidAction: "The transaction is not in a state for that; nothing was changed."
        }
    }
}

/// An error of the store, or of the connection to it: a domain and a code, as in StoreKit.
public struct StoreError: Error, Hashable, Sendable, Codable {
    /// The system that numbered it, such as `SKErrorDomain`.
    public var domain: String
    /// The number within the domain.
    public var code: Int
    /// The store's own text about it, if any.
    public var message: String?

    /// An error from its domain and code.
    public init(domain: String, code: Int, message: String? = nil) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    /// `SKError.unknown`, 0.
    public static let unknown = StoreError(domain: "SKErrorDomain", code: 0)
}
