internal import Crypto
internal import FoundationEssentials

/// A transaction as the store signed it: a compact JWS (RFC 7515, ES256) over a `TransactionPayload`. Whoever credits
/// it, as the credit ledger does, checks it with a `TransactionVerifier` first (both below).
public struct SignedTransaction: RawRepresentable, Hashable, Sendable, Codable {
    /// `header.payload.signature`, each part base64url without padding.
    public let rawValue: String

    /// Takes the text as the store sent it; nothing is checked before a `TransactionVerifier` has seen it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether the store signed this after `other`, as both say themselves: of two about the same transaction the later one
    /// counts. Nothing is checked; false where one of them does not say it.
    package func isLater(than other: SignedTransaction) -> Bool {
        guard let signedDate, let otherDate = other.signedDate else { return false }
        return signedDate > otherDate
    }

    /// Its own signing date; nothing is checked.
    package var signedDate: Timestamp? {
        struct Dated: Decodable { var signedDate: Timestamp }
        return unverified(Dated.self)?.signedDate
    }

    package var unverifiedPayload: TransactionPayload? { unverified(TransactionPayload.self) }

    /// Header, payload and signature.
    fileprivate var parts: [Substring] {
        // Bytes, not characters: looking for the bounds of characters costs more than the signature.
        rawValue.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// The content, with the signature ignored; nil where it cannot be read.
    private func unverified<Content: Decodable>(_: Content.Type) -> Content? {
        guard parts.count == 3, let body = Base64URL.decode(parts[1]) else { return nil }
        return try? ReceivedJSON.decode(Content.self, from: body)
    }
}

/// The content of a signed transaction. The names are those of Apple's `JWSTransactionDecodedPayload`; dates are milliseconds
/// since 1970, the price is in thousandths.
package struct TransactionPayload: Hashable, Sendable, Codable {
    package var transactionId: TransactionIdentifier
    /// The number of the first purchase; differs from `transactionId` for restores and renewals only.
    package var originalTransactionId: TransactionIdentifier
    package var bundleId: String
    package var productId: ProductIdentifier
    package var type: ProductKind
    /// How many, 1…10.
    package var quantity: Int
    package var purchaseDate: Int64
    package var originalPurchaseDate: Int64
    package var signedDate: Int64
    package var environment: StoreEnvironment
    package var appAccountToken: AccountIdentifier?
    /// `PURCHASED` or `FAMILY_SHARED`.
    package var inAppOwnershipType: String
    /// `PURCHASE` or `RENEWAL`.
    package var transactionReason: String
    /// The country of the storefront, ISO 3166-1 alpha-3.
    package var storefront: String
    /// The unit price in thousandths.
    package var price: Int64
    /// The price's currency, ISO 4217.
    package var currency: String
    package var revocationDate: Int64?
    /// Why it went back: 1 for a fault of the application, 0 for anything else.
    package var revocationReason: Int?
    /// The number of the customer's download of the application, a decimal string: the same for all that is bought in it.
    package var appTransactionId: String?
    /// Binds the transaction to a device, as in StoreKit 2: base64 of the SHA-384 of the nonce and the device's identifier,
    /// both UUIDs in lower case. Nil where the store has only one device.
    package var deviceVerification: String?
    package var deviceVerificationNonce: String?
    /// The end of the paid period; subscriptions only, as all that follows.
    package var expiresDate: Int64?
    package var subscriptionGroupIdentifier: String?
    /// The number of this purchase of a period: a decimal string. It stays where the store gives the period another transaction.
    package var webOrderLineItemId: String?
    /// Whether an upgrade put an end to it; never false.
    package var isUpgraded: Bool?
    /// The kind of its offer: 1 introductory, 2 promotional, 3 code, 4 win-back.
    package var offerType: Int?
    package var offerIdentifier: String?
    package var offerDiscountType: OfferMode?
    /// How long one period of the offer is (ISO 8601).
    package var offerPeriod: String?

    package init(
        transactionId: TransactionIdentifier, originalTransactionId: TransactionIdentifier, bundleId: String,
        productId: ProductIdentifier, type: ProductKind, quantity: Int, purchaseDate: Int64,
        originalPurchaseDate: Int64, signedDate: Int64, environment: StoreEnvironment,
        appAccountToken: AccountIdentifier?, inAppOwnershipType: String = "PURCHASED",
        transactionReason: String = "PURCHASE", storefront: String, price: Int64, currency: String,
        revocationDate: Int64? = nil, revocationReason: Int? = nil, appTransactionId: String? = nil
    ) {
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
        self.bundleId = bundleId
        self.productId = productId
        self.type = type
        self.quantity = quantity
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate
        self.signedDate = signedDate
        self.environment = environment
        self.appAccountToken = appAccountToken
        self.inAppOwnershipType = inAppOwnershipType
        self.transactionReason = transactionReason
        self.storefront = storefront
        self.price = price
        self.currency = currency
        self.revocationDate = revocationDate
        self.revocationReason = revocationReason
        self.appTransactionId = appTransactionId
    }
}

extension TransactionPayload {
    /// Whether both pay for the same period of a subscription, whatever number the store gave the transaction.
    package func paysForPeriod(of other: TransactionPayload) -> Bool {
        guard let lineItem = webOrderLineItemId, let otherLineItem = other.webOrderLineItemId else { return false }
        return originalTransactionId == other.originalTransactionId && productId == other.productId
            && purchaseDate == other.purchaseDate
            && (lineItem == otherLineItem || isLineItemOfTransaction || other.isLineItemOfTransaction)
    }

    /// Whether the line item's number follows from the transaction's and not from the period, as in earlier versions.
    private var isLineItemOfTransaction: Bool {
        guard let transaction = Int64(transactionId.rawValue), let lineItem = webOrderLineItemId.flatMap({ Int64($0) })
        else { return false }
        return transaction - lineItem == 1_998_000_000_000_000
    }

    /// Whether all its moments lie in the years 1 to 9999, which dates are written with.
    fileprivate var hasDates: Bool {
        [purchaseDate, originalPurchaseDate, signedDate, revocationDate, expiresDate].allSatisfy { date in
            date.map { (-62_135_596_800_000...253_402_300_799_999).contains($0) } ?? true
        }
    }

    /// Whether a transaction's own number, product and quantity are these.
    package func describes(_ transaction: PaymentTransaction) -> Bool {
        transactionId == transaction.transactionIdentifier && productId == transaction.payment.productIdentifier
            && quantity == transaction.payment.quantity
    }

    /// `device` is the device's identifier; `nonce` was not used before. Both are UUIDs.
    package mutating func bind(to device: String, nonce: String) {
        deviceVerificationNonce = nonce
        deviceVerification = Self.deviceVerification(of: device, nonce: nonce)
    }

    package func isBound(to device: String) -> Bool {
        guard let deviceVerification, let deviceVerificationNonce else { return false }
        return deviceVerification == Self.deviceVerification(of: device, nonce: deviceVerificationNonce)
    }

    private static func deviceVerification(of device: String, nonce: String) -> String {
        Data(SHA384.hash(data: Data((nonce + device).lowercased().utf8))).base64EncodedString()
    }
}

/// The environment of a purchase; the words are Apple's.
package enum StoreEnvironment: String, Hashable, Sendable, Codable {
    case sandbox = "Sandbox"
    case production = "Production"
}

/// Checks that the store signed a transaction, for this application, this account and this environment. A local store has
/// one for its customer.
public struct TransactionVerifier: Sendable {
    package enum Failure: Error, Hashable, Sendable {
        /// Not three base64url parts with a readable header and payload.
        case malformed
        /// Not signed, signed by another key, or changed afterwards.
        case wrongSignature
        case wrongApplication(String)
        case wrongAccount
        case wrongEnvironment(StoreEnvironment)
    }

    private let publicKey: P256.Signing.PublicKey
    private let bundleIdentifier: String
    private let account: AccountIdentifier
    private let environment: StoreEnvironment

    /// Trusts one store key, a P-256 key in X9.63 form (65 bytes); throws `Failure.malformed` if it is not.
    package init(
        publicKey: [UInt8], bundleIdentifier: String, account: AccountIdentifier, environment: StoreEnvironment
    ) throws(Failure) {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey) else { throw .malformed }
        self.publicKey = key
        self.bundleIdentifier = bundleIdentifier
        self.account = account
        self.environment = environment
    }

    /// The payload, if everything about the signed transaction is right.
    package func verify(_ signed: SignedTransaction) throws(Failure) -> TransactionPayload {
        let parts = signed.parts
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let body = Base64URL.decode(parts[1]),
            let signatureBytes = Base64URL.decode(parts[2]),
            let algorithm = try? ReceivedJSON.decode(Header.self, from: header),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signatureBytes)
        else { throw .malformed }
        let signedText = signed.rawValue.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count)
        guard algorithm.alg == "ES256", publicKey.isValidSignature(signature, for: Data(signedText)) else {
            throw .wrongSignature
        }
        guard let payload = try? ReceivedJSON.decode(TransactionPayload.self, from: body) else { throw .malformed }
        guard payload.hasDates else { throw .malformed }
        guard payload.bundleId == bundleIdentifier else { throw .wrongApplication(payload.bundleId) }
        guard payload.environment == environment else { throw .wrongEnvironment(payload.environment) }
        guard payload.appAccountToken == account else { throw .wrongAccount }
        return payload
    }

    /// Whether the store signed what a transaction says: its number, product and quantity, and whether it was refunded. An
    /// observer asks before it delivers a transaction, or takes back what it delivered.
    public func verifies(_ transaction: PaymentTransaction) -> Bool {
        guard let signed = transaction.signedTransaction, let payload = try? verify(signed) else { return false }
        return payload.describes(transaction)
            && (payload.revocationDate == nil) == (transaction.revocationDate == nil)
    }

    private struct Header: Decodable {
        var alg: String
    }
}
