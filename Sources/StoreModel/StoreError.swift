// The errors that the store, the way to it and this device give: a domain and a code each. The payment queue and the
// clients of the store pass them on, and the screens and commands have sentences for them.

/// The party that numbered an error.
public struct StoreErrorDomain: RawRepresentable, Hashable, Sendable, Codable {
    /// The domain's name.
    public let rawValue: String

    /// A domain by its name; unknown ones are kept as they are.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// StoreKit's own codes, 0…20.
    public static let storeKit = StoreErrorDomain(rawValue: "SKErrorDomain")
    /// The store server's codes, such as 5002 and 5020.
    package static let storeServer = StoreErrorDomain(rawValue: "SSServerErrorDomain")
    /// Trouble between here and the store; the negative numbers of `NSURLErrorDomain`.
    public static let network = StoreErrorDomain(rawValue: "NSURLErrorDomain")
    /// Trouble with signing in to a store that has accounts; the codes are HTTP's.
    package static let account = StoreErrorDomain(rawValue: "MonkeyStoreAccountErrorDomain")
    /// Requests that HTTP or the server's limits do not allow; the codes are HTTP's.
    package static let http = StoreErrorDomain(rawValue: "MonkeyStoreHTTPErrorDomain")
    /// Purchases that change a subscription without a charge.
    package static let subscription = StoreErrorDomain(rawValue: "MonkeyStoreSubscriptionErrorDomain")
    /// Trouble with the files of this device.
    package static let device = StoreErrorDomain(rawValue: "MonkeyStoreDeviceErrorDomain")
}

/// An error of the store, or of the way to it: a domain and a code, as StoreKit has them.
public struct StoreError: Error, Hashable, Sendable, Codable {
    /// The party that numbered it.
    public var domain: StoreErrorDomain
    /// The number within the domain.
    public var code: Int
    /// The store's own text about it, if any. Another party's text: clean it before it goes to a terminal.
    public var message: String?

    /// An error from its domain and code.
    public init(domain: StoreErrorDomain, code: Int, message: String? = nil) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    /// `SKError.unknown`, 0; what users see with it is "Cannot connect to the store".
    public static let cannotConnect = StoreError(domain: .storeKit, code: 0)
    /// `SKError.paymentCancelled`, 2.
    public static let paymentCancelled = StoreError(domain: .storeKit, code: 2)
    /// Whether a purchase was cancelled, and has not failed.
    package var isCancellation: Bool { domain == Self.paymentCancelled.domain && code == Self.paymentCancelled.code }
    /// `SKError.paymentInvalid`, 3.
    package static let paymentInvalid = StoreError(domain: .storeKit, code: 3)
    /// `SKError.paymentNotAllowed`, 4: purchases are switched off on this device.
    public static let paymentNotAllowed = StoreError(domain: .storeKit, code: 4)
    /// `SKError.storeProductNotAvailable`, 5.
    package static let productNotAvailable = StoreError(domain: .storeKit, code: 5)
    /// `SKError.invalidOfferPrice`, 14: the price is higher by now than the one that the customer agreed to.
    package static let priceChanged = StoreError(domain: .storeKit, code: 14)
    /// 3038 of `ASDServerErrorDomain`, seen with interrupted purchases: the account needs attention first, and the purchase
    /// may come through later as a new transaction.
    package static let interrupted = StoreError(domain: StoreErrorDomain(rawValue: "ASDServerErrorDomain"), code: 3038)
    /// The store server's "unknown error", 5002.
    package static let unknownServerError = StoreError(domain: .storeServer, code: 5002)
    /// The store server's "Forgot your password?", 5020.
    package static let forgottenPassword = StoreError(domain: .storeServer, code: 5020)
    /// `NSURLErrorNotConnectedToInternet`, -1009: the request never left.
    public static let networkDown = StoreError(domain: .network, code: -1009)
    /// `NSURLErrorNetworkConnectionLost`, -1005: the request left, and no answer came.
    package static let connectionLost = StoreError(domain: .network, code: -1005)

    /// `NSURLErrorServerCertificateUntrusted`, -1202: the server has not proved to be the store, so the request was not sent.
    package static func untrusted(_ sentence: String) -> StoreError {
        StoreError(domain: .network, code: -1202, message: sentence)
    }

    /// Whether it is `untrusted`; the message is then the sentence for the person.
    package var isAboutTrust: Bool { domain == .network && code == -1202 }

    /// `NSURLErrorCancelled`, -999: the caller no longer waits.
    package static let requestCancelled = StoreError(domain: .network, code: -999)

    /// The answer is not one of a store. The store may have carried out the request.
    package static let unreadableAnswer = StoreError(
        domain: .storeServer, code: unknownServerError.code,
        message: "The store answered with something that this program cannot read.")

    /// Nobody is signed in, or the store no longer knows the session: sign in, and send the same request again.
    package static let signInNeeded = StoreError(domain: .account, code: 401)
    package static let accountTaken = StoreError(domain: .account, code: 409)
    /// Too many failed attempts to sign in; the message says how long to wait.
    package static let tooManyAttempts = StoreError(domain: .account, code: 429)

    /// The account has bought as often as one may in a day.
    package static let tooManyPurchases = StoreError(
        domain: .http, code: 429,
        message: "This account has bought as often as one may in a day; nothing was charged.")
    /// The store takes no more requests of the account or of its network for a moment.
    package static let tooManyRequests = StoreError(domain: .http, code: 429, message: "Too many requests.")

    /// The seconds that the message names, where it is `tooManyAttempts`.
    package var secondsToWait: Int? {
        domain == .account && code == 429 ? message?.split(separator: " ").lazy.compactMap { Int($0) }.first : nil
    }

    package static let alreadySubscribed = StoreError(
        domain: .subscription, code: 1, message: "You are subscribed to this already. Nothing was charged.")
    /// The files of this device could not be written; `sentence` says why and what to do.
    package static func deviceTrouble(_ sentence: String) -> StoreError {
        StoreError(domain: .device, code: 1, message: sentence)
    }

    /// The store gave a payment the number of another one, so its answer cannot be kept on this device.
    package static let numberTaken = StoreError(
        domain: .device, code: 2,
        message:
            "The store gave this purchase the number of another one, so it cannot be written down here. It may have been "
            + "charged; it is asked for again at the next start. Ask the store's support.")

    /// Whether nothing is wrong but the network, so that the same request may succeed later.
    public var isNetworkFailure: Bool { domain == .network }
}
