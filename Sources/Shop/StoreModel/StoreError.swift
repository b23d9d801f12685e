// The errors of the store, of the way to it and of this device, each with a domain and a code. The payment
// queue and the clients of the store pass them on, and the screens and commands have sentences for them.

/// The party that numbered an error.
public struct StoreErrorDomain: RawRepresentable, Hashable, Sendable, Codable {
    /// The domain's name.
    public let rawValue: String

    /// A domain by its name; unknown ones are kept as they are.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// StoreKit's own codes, 0…20.
    public static let storeKit = StoreErrorDomain(rawValue: "SKErrorDomain")
    /// The store server's codes, such as 5002 and 5020.
    public static let storeServer = StoreErrorDomain(rawValue: "SSServerErrorDomain")
    /// Trouble between here and the store; the negative numbers of `NSURLErrorDomain`.
    public static let network = StoreErrorDomain(rawValue: "NSURLErrorDomain")
    /// Trouble with signing in to a store that has accounts; the codes are HTTP's.
    package static let account = StoreErrorDomain(rawValue: "MonkeyStoreAccountErrorDomain")
    /// Requests that HTTP or the server's limits do not allow; the codes are HTTP's.
    package static let http = StoreErrorDomain(rawValue: "MonkeyStoreHTTPErrorDomain")
    /// Purchases that change a subscription without a charge.
    package static let subscription = StoreErrorDomain(rawValue: "MonkeyStoreSubscriptionErrorDomain")
    /// Trouble with what is kept on this device. With code 1, a file cannot be used, for example because the
    /// disk is full, and `StoreError.detail` says which and why. A transaction that failed with it was not
    /// sent; after `StorageError.uncertain`, the next start may send it. With code 2, the store gave a
    /// payment the number of another one, and may have charged it.
    public static let device = StoreErrorDomain(rawValue: "MonkeyStoreDeviceErrorDomain")
}

/// An error of the store, or of the way to it: a domain and a code, as in StoreKit, and a value with whatever
/// else is known. It is the same in a journal, on the wire and on the bus. People read a sentence that the
/// screen makes from it.
public struct StoreError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The party that numbered it.
    public var domain: StoreErrorDomain
    /// The number within the domain.
    public var code: Int
    /// The store's own text about it, if any. Another party's text: clean it before it goes to a terminal.
    public var message: String?
    /// Whatever else is known, as in StoreKit's `userInfo`.
    public var detail: Detail?

    /// An error from its domain and code.
    public init(domain: StoreErrorDomain, code: Int, message: String? = nil, detail: Detail? = nil) {
        self.domain = domain
        self.code = code
        self.message = message
        self.detail = detail
    }

    /// Reads an error. A detail that only a newer program knows is left out.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        domain = try values.decode(StoreErrorDomain.self, forKey: .domain)
        code = try values.decode(Int.self, forKey: .code)
        message = try values.decodeIfPresent(String.self, forKey: .message)
        guard try values.contains(.detail) && !values.decodeNil(forKey: .detail) else { return }
        _ = try values.nestedContainer(keyedBy: CodingKeys.self, forKey: .detail)  // It is an object.
        detail = try? values.decode(Detail.self, forKey: .detail)
    }

    /// Whether an error has the domain and the code of `pattern`, and its detail if the pattern has one: for
    /// `switch` and `catch`.
    public static func ~= (pattern: StoreError, error: StoreError) -> Bool {
        error.domain == pattern.domain && error.code == pattern.code
            && (pattern.detail == nil || error.detail == pattern.detail)
    }

    /// `SKError.unknown`, 0; what users see with it is "Cannot connect to the store".
    public static let cannotConnect = StoreError(domain: .storeKit, code: 0)
    /// `SKError.paymentCancelled`, 2.
    public static let paymentCancelled = StoreError(domain: .storeKit, code: 2)
    /// Whether a purchase was cancelled, which is not a failure.
    package var isCancellation: Bool { Self.paymentCancelled ~= self }
    /// `SKError.paymentInvalid`, 3.
    package static let paymentInvalid = StoreError(domain: .storeKit, code: 3)
    /// The payment's key was used for another payment.
    package static let keyUsed = StoreError(domain: .storeKit, code: 3, detail: .keyUsed)
    /// A payment that has to wait cannot keep its offer.
    package static let offerCannotWait = StoreError(domain: .storeKit, code: 3, detail: .offerCannotWait)
    /// The name or the password of a new account is not valid.
    package static func badCredentials(_ detail: Detail) -> StoreError {
        StoreError(domain: .storeKit, code: 3, detail: detail)
    }
    /// `SKError.paymentNotAllowed`, 4: purchases are switched off on this device.
    public static let paymentNotAllowed = StoreError(domain: .storeKit, code: 4)
    /// `SKError.storeProductNotAvailable`, 5: the store no longer sells the product when the payment reaches
    /// it. Nothing was charged.
    public static let productNotAvailable = StoreError(domain: .storeKit, code: 5)
    /// `SKError.invalidOfferPrice`, 14: the price is now higher than the one that the customer agreed to, or
    /// in another currency. Nothing was charged.
    public static let priceChanged = StoreError(domain: .storeKit, code: 14)
    /// `SKError.ineligibleForOffer`, 18.
    package static let ineligibleForOffer = StoreError(domain: .storeKit, code: 18)
    /// 3038 of `ASDServerErrorDomain`, seen with interrupted purchases. The account needs attention first,
    /// and the purchase may come through later as a new transaction. Nothing is charged until then.
    public static let interrupted = StoreError(
        domain: StoreErrorDomain(rawValue: "ASDServerErrorDomain"), code: 3038)
    /// The store server's "unknown error", 5002. A transaction that failed with it was not charged. A payment
    /// that waits because of it is sent again, and charged once.
    public static let unknownServerError = StoreError(domain: .storeServer, code: 5002)
    /// The answer is not a store's. The store may have carried out the request.
    package static let unreadableAnswer = StoreError(
        domain: .storeServer, code: 5002, detail: .unreadableAnswer)
    /// The store server's "Forgot your password?", 5020: the name or the password is wrong. Nothing was
    /// charged.
    public static let forgottenPassword = StoreError(domain: .storeServer, code: 5020)
    /// `NSURLErrorNotConnectedToInternet`, -1009: the request was never sent.
    public static let networkDown = StoreError(domain: .network, code: -1009)
    /// `NSURLErrorNetworkConnectionLost`, -1005: the request was sent, and no answer came. The store may have
    /// carried it out. The queue sends a payment again under the same key, so it is charged once.
    public static let connectionLost = StoreError(domain: .network, code: -1005)
    /// `NSURLErrorServerCertificateUntrusted`, -1202: the server has not proved that it is the store, so the
    /// request was not sent.
    package static let untrusted = StoreError(domain: .network, code: -1202)

    /// `untrusted`, with the reason. If there is no store, it is `NSURLErrorResourceUnavailable`, -1008.
    package static func untrusted(_ reason: TrustError) -> StoreError {
        let code = if case .noStore = reason { -1008 } else { untrusted.code }
        return StoreError(domain: .network, code: code, detail: .trust(reason))
    }

    /// Whether it is `untrusted`.
    package var isAboutTrust: Bool { Self.untrusted ~= self }

    /// `NSURLErrorCancelled`, -999: the caller no longer waits.
    package static let requestCancelled = StoreError(domain: .network, code: -999)

    /// Nobody is signed in, or the store no longer knows the session. Sign in, and send
    /// the same request again.
    package static let signInNeeded = StoreError(domain: .account, code: 401)
    package static let accountTaken = StoreError(domain: .account, code: 409)
    /// Too many failed attempts to sign in. The detail says how long to wait, if the store said so.
    package static let tooManyAttempts = StoreError(domain: .account, code: 429)

    /// The store accepts no more requests from the account, or from its network, for a moment.
    package static let tooManyRequests = StoreError(domain: .http, code: 429)
    /// The account, or all accounts of its network, have made as many purchases as are allowed in a day.
    package static let tooManyPurchases = StoreError(domain: .http, code: 429, detail: .purchasesOfADay)

    /// The customer has this subscription already, and it renews. Nothing was charged.
    public static let alreadySubscribed = StoreError(domain: .subscription, code: 1)
    /// The files of this device could not be used.
    package static func deviceTrouble(_ error: StorageError) -> StoreError {
        StoreError(domain: .device, code: 1, detail: .storage(error))
    }

    /// The store gave a payment the number of another one, so its answer cannot be kept on this device.
    package static let numberTaken = StoreError(domain: .device, code: 2)

    /// Whether only the network is at fault, so that the same request may succeed later.
    public var isNetworkFailure: Bool { domain == .network }
}

extension StoreError {
    /// Whatever is known of an error besides its domain and its code.
    public enum Detail: Hashable, Sendable, Codable {
        /// What is wrong with a file of this device, or of a store in this process.
        case storage(StorageError)
        /// Why the server has not proved that it is the store.
        case trust(TrustError)
        /// After how many seconds the same request may succeed.
        case wait(seconds: Int)
        /// What came is not a store's answer.
        case unreadableAnswer
        /// The limit is the one on purchases in a day.
        case purchasesOfADay
        /// The payment's key was used for another payment.
        case keyUsed
        /// The payment would have to wait, and its offer cannot.
        case offerCannotWait
        /// The account's name is too short or too long, or has characters that cannot be shown.
        case badName
        /// The account's password is too short or too long.
        case badPassword
        /// Why a scenario is not played.
        case scenario(ScenarioRefusal)
        /// The store's catalogue no longer has the product of a purchase that waits.
        case notInCatalogue(ProductIdentifier)

        // The values that a store sends have names. Those of the other cases are only in tables of devices.
        private enum ScenarioCodingKeys: String, CodingKey { case _0 = "refusal" }
        private enum NotInCatalogueCodingKeys: String, CodingKey { case _0 = "product" }
    }
}

// How databases keep an error: one column each for the domain, the code, the message, and the detail as JSON.
extension StoreError {
    /// An error from its columns. A detail that cannot be read is left out.
    package init(domain: String, code: Int, message: String?, detailJSON: String?) {
        let detail = detailJSON.flatMap { try? ReceivedJSON.decode(Detail.self, from: $0.utf8) }
        self.init(domain: StoreErrorDomain(rawValue: domain), code: code, message: message, detail: detail)
    }

    /// What the detail's column has.
    package var detailJSON: String? {
        detail.flatMap { try? SentJSON.text($0) }
    }
}

// Sentences in English, for logs and for developers. No program reads them again.
extension StoreError {
    /// What the store said about it, or what its detail or its code means. Nil if only its number is known.
    package var explanation: String? { message ?? detail?.explanation ?? codeExplanation }

    /// What a store's answer to a request says about it: `explanation`, or what the code means there. Nil if
    /// only its number is known.
    package var sentenceInAnswers: String? { explanation ?? codeInAnswers }

    /// What is known of it, in one sentence.
    public var description: String { explanation ?? "\(domain.rawValue) \(code)" }

    private var codeExplanation: String? {
        switch self {
        case .alreadySubscribed: "You are subscribed to this already. Nothing was charged."
        case .ineligibleForOffer: "This offer is not for this customer. Nothing was charged."
        case .tooManyRequests: "Too many requests."
        case .numberTaken:
            "The store gave this purchase the number of another one, so this device cannot record it. It may "
                + "have been charged; the store is asked again at the next start. Ask the store's support."
        default: nil
        }
    }

    /// Sentences that are true of every request. On a device, or for a purchase that failed, the same code
    /// may mean more or less.
    private var codeInAnswers: String? {
        switch self {
        case .cannotConnect: "The store cannot be reached at the moment."
        case .unknownServerError: "The server failed; its log may say why."
        case .forgottenPassword: "The name or the password is wrong."
        case .networkDown:
            "The network of the customers is down (network), so the request did not reach the store."
        case .connectionLost: "The answer was lost (network); the store may have done what was asked for."
        case .signInNeeded:
            "Nobody is signed in: the session's token is missing, or the store does not know it."
        case .accountTaken: "There is an account with this name already."
        case .tooManyAttempts: "Too many attempts; Retry-After says when the next one may succeed."
        default: contentCode?.sentence
        }
    }
}

extension StoreError.Detail {
    fileprivate var explanation: String {
        switch self {
        case .storage(let error): error.description
        case .trust(let error): error.description
        case .wait(let seconds): "Too many failed attempts; try again in \(seconds) s."
        case .unreadableAnswer: "The store answered with something that this program cannot read."
        case .purchasesOfADay: "This account has bought as often as one may in a day; nothing was charged."
        case .keyUsed: "This key was used for another payment."
        case .offerCannotWait:
            "The settings make purchases wait, and an offer cannot wait. Nothing was charged."
        case .badName: "A name has \(CredentialLengths.nameRule)."
        case .badPassword: "A password has 8 to 256 characters."
        case .scenario(let refusal): refusal.description
        case .notInCatalogue(let product): StoreAdministrationError.notInCatalogue(product).description
        }
    }
}
