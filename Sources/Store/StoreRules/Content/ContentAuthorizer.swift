internal import FoundationEssentials
package import StoreModel

/// Decides whether a receipt gives a right to content, for the server's `ContentRoutes` and for
/// `EmbeddedContent`. The store verifies each receipt anew; nothing is remembered from one request to the
/// next. The receipt must have a purchase of the product that was not refunded. Of a subscription, the latest
/// period counts: it must not be over, unless its grace period still lasts. The receipt must be made for this
/// application, and for the client that sends it.
///
/// Receipts are bound to clients as Apple binds them. A receipt has a hash of the device's identifier
/// (attribute 5), and each account has its own identifier on each device. Without that identifier, the
/// receipt is refused: it may have come into other hands. A receipt does not show a later refund, so an old
/// one is refused, and the application fetches a new one from the store. A receipt with a future date is
/// refused, too, because it would stay new for too long.
package struct ContentAuthorizer: Sendable {
    package static let longestReceiptAge = Duration.seconds(3600)
    /// The machines that make and verify a receipt may be different, and their clocks may differ.
    static let leastReceiptAge = Duration.seconds(-300)

    /// Statuses after which it may help to ask again: the store is in trouble, or the secret is wrong.
    private static func isTrouble(_ status: Int) -> Bool {
        [21004, 21005, 21009].contains(status) || 21100...21199 ~= status
    }

    private let verification: any ReceiptVerification
    private let bundleIdentifier: BundleIdentifier
    private let sharedSecret: String?
    private let log: @Sendable (String) -> Void

    package init(
        verification: any ReceiptVerification, bundleIdentifier: BundleIdentifier,
        sharedSecret: String?, log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.verification = verification
        self.bundleIdentifier = bundleIdentifier
        self.sharedSecret = sharedSecret
        self.log = LineLimit.limited(log)
    }

    /// Admits a request with an app receipt in base64 to the content of a product. `device` is the identifier
    /// of the device that sends it. Throws a `StoreError` of the domain `content`.
    package func admit(_ receipt: String, from device: String, to product: ProductIdentifier)
        async throws(StoreError)
    {
        guard !receipt.isEmpty else { throw StoreError(content: .receiptMissing) }
        let answer = try await verify(receipt)
        guard let verified = answer.receipt, let bytes = Data(base64Encoded: receipt) else {
            throw StoreError(content: .receiptNotAuthentic)
        }
        guard verified.bundleIdentifier == bundleIdentifier.rawValue else {
            throw StoreError(content: .otherApplication)
        }
        guard AppReceipt.isBound(Array(bytes), to: Array(device.utf8)) else {
            throw StoreError(content: .otherAccount)
        }
        guard let age = verified.age, Self.leastReceiptAge <= age, age <= Self.longestReceiptAge else {
            throw StoreError(content: .receiptTooOld)
        }
        let purchases = verified.counting.filter { $0.product == product }
        guard !purchases.isEmpty else { throw StoreError(content: .notBought) }
        let paid = purchases.filter { $0.cancelled == nil }
        guard !paid.isEmpty else { throw StoreError(content: .refunded) }
        guard paid.contains(where: answer.isInForce) else { throw StoreError(content: .notBought) }
    }

    /// Asks production first, and the sandbox only if production sends the receipt there.
    private func verify(_ receipt: String) async throws(StoreError) -> VerificationAnswer {
        let production = try await ask(about: receipt, at: .production)
        let answer = production.status == 21007 ? try await ask(about: receipt, at: .sandbox) : production
        if answer.status == 0 { return answer }
        guard Self.isTrouble(answer.status) else { throw StoreError(content: .receiptNotAuthentic) }
        log("verifyReceipt answers \(answer.status).")
        throw StoreError(content: .cannotVerify)
    }

    private func ask(
        about receipt: String, at environment: StoreEnvironment
    ) async throws(StoreError) -> VerificationAnswer {
        do {
            var fields = ["receipt-data": receipt]
            fields["password"] = sharedSecret
            let body = try SentJSON.encode(fields)
            let json = try await verification.answer(to: body, at: environment)
            if let answer = try? ReceivedJSON.decode(VerificationAnswer.self, from: json) { return answer }
            log("verifyReceipt answers with something that is not a status.")
        } catch {
            log("verifyReceipt does not answer: \(error)")
        }
        throw StoreError(content: .cannotVerify)
    }
}

/// The part of verifyReceipt's answer that `ContentAuthorizer` reads.
struct VerificationAnswer: Decodable {
    struct Receipt: Decodable {
        var bundleIdentifier: String
        /// When the receipt was made, in milliseconds.
        var created: String
        /// When it was verified, on the same clock.
        var requested: String
        var purchases: [Purchase]

        private enum CodingKeys: String, CodingKey {
            case bundleIdentifier = "bundle_id"
            case created = "receipt_creation_date_ms"
            case requested = "request_date_ms"
            case purchases = "in_app"
        }

        var age: Duration? {
            guard let created = Int64(created), let requested = Int64(requested) else { return nil }
            let (age, isTooFar) = requested.subtractingReportingOverflow(created)
            return isTooFar ? nil : .milliseconds(age)
        }

        /// The purchases without the earlier periods of subscriptions. A subscription may be of another product
        /// since. A later period has a higher number, even if a clock went back. If a period was charged twice,
        /// its first charge says which place it has.
        var counting: [Purchase] {
            let firstCharges = Dictionary(
                purchases.filter { $0.expires != nil }.map { ($0.period, $0) },
                uniquingKeysWith: { $0.place < $1.place ? $0 : $1 })
            let latest = Dictionary(
                firstCharges.values.map { ($0.subscription, $0) },
                uniquingKeysWith: { $0.place > $1.place ? $0 : $1 })
            return purchases.filter { $0.expires == nil || latest[$0.subscription]?.period == $0.period }
        }
    }

    struct Purchase: Decodable {
        var product: ProductIdentifier
        var number: String?
        /// The number of its first purchase.
        var subscription: String?
        /// The number of the period, which has nothing to do with the order of periods.
        var period: String?
        /// When the period ends; nil for what is no subscription.
        var expires: String?
        /// When it was refunded; nil if it was not.
        var cancelled: String?

        private enum CodingKeys: String, CodingKey {
            case product = "product_id"
            case number = "transaction_id"
            case subscription = "original_transaction_id"
            case period = "web_order_line_item_id"
            case expires = "expires_date_ms"
            case cancelled = "cancellation_date_ms"
        }

        /// Its place in the order of purchases.
        fileprivate var place: Int64 { number.flatMap { Int64($0) } ?? 0 }
    }

    /// What comes after the latest period of a subscription.
    struct Renewal: Decodable {
        var subscription: String?
        /// When the grace period ends; nil without a grace period.
        var graceEnd: String?

        private enum CodingKeys: String, CodingKey {
            case subscription = "original_transaction_id"
            case graceEnd = "grace_period_expires_date_ms"
        }
    }

    var status: Int
    /// Nil if the status says why.
    var receipt: Receipt?
    /// Nil if the customer has no subscription.
    var renewals: [Renewal]?

    private enum CodingKeys: String, CodingKey {
        case status
        case receipt
        case renewals = "pending_renewal_info"
    }

    /// Whether a purchase is for good, or its paid period or the grace period after it is not over.
    fileprivate func isInForce(_ purchase: Purchase) -> Bool {
        guard let expires = purchase.expires else { return true }
        let graces = renewals?.filter { $0.subscription == purchase.subscription }.map(\.graceEnd) ?? []
        let end = (graces + [expires]).compactMap { $0.flatMap { Int64($0) } }.max()
        guard let end, let now = receipt.flatMap({ Int64($0.requested) }) else { return false }
        return now < end
    }
}

/// Verifies receipts for a content server: the store's own verifyReceipt, or a third
/// party's service that answers like it.
package protocol ReceiptVerification: Sendable {
    /// The answer to the body of a verifyReceipt request to the address of `environment`; both are JSON.
    func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8]
}

extension AppStore: ReceiptVerification {
    package func answer(to body: [UInt8], at environment: StoreEnvironment) async throws -> [UInt8] {
        verifyReceipt(body, at: environment).json
    }
}
