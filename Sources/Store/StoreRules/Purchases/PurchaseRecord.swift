package import StoreModel

/// One payment as the store keeps it in `PurchaseTable`. Below are its status and the moves that it can make.
/// `Checkout` writes it; receipts, the Server API and the administration read it.
package struct PurchaseRecord: Hashable, Sendable {
    /// The store's own number for the payment. The numbers grow roughly in the order of the requests.
    package let number: Int64
    package let account: AccountIdentifier
    package let request: PurchaseRequest
    package var status: PurchaseStatus
    /// Why it failed; in `failed` and `interrupted` only.
    package var error: StoreError?
    /// What it changes about a subscription; in `changed` only.
    package var change: RenewalChange?
    /// The signed transaction; in `purchased` and `revoked` only.
    package var signed: SignedTransaction?
    /// When it was paid, or refunded; in `purchased` and `revoked` only.
    package var date: Timestamp?
    /// Which period of a subscription it paid for; nil for everything else.
    package var period: Period?
    /// Its place in the customer's history; in `purchased` and `revoked` only.
    package var history: History?
    /// The UUID by which the application knows its user (`appAccountToken`); nil if it gave none. If the
    /// developer's server sets one later, only the server is told: what was signed stays.
    package var appAccountToken: String?
    /// The number of the purchase that this one repeats: the account owned the product, so nothing
    /// was charged.
    package var original: Int64?
    /// Why the customer wants the money back, until that is decided; in `purchased` only.
    package var refundRequest: RefundReason?
    /// Whether the application has dealt with its present version.
    package var isFinished = false

    /// A period of a subscription. Each is paid once: no two purchases are for the same one.
    package struct Period: Hashable, Sendable {
        /// The number of the purchase that the subscription began with.
        package let subscription: Int64
        package let number: Int64
    }

    /// Whether it is the first of its transactions: no renewal, and no repetition of what the account owned.
    package var isOriginal: Bool { original == nil && (period.map { $0.subscription == number } ?? true) }

    package struct History: Hashable, Sendable {
        package let kind: ProductKind
        package let purchaseDate: Timestamp
        /// The account's change that brought this version. `Checkout` sets it when it writes the version.
        /// History and restores use this order.
        package var revision: Int64 = 0
    }

    /// The transaction's number. It is longer than Apple's numbers, which have at most 16 digits and which
    /// JavaScript does not round. It is computed from the store's number, so the two cannot disagree.
    package var transactionIdentifier: TransactionIdentifier { Self.transactionIdentifier(of: number) }

    package static func transactionIdentifier(of number: Int64) -> TransactionIdentifier {
        // A number from a damaged row must not end the program.
        TransactionIdentifier(rawValue: String(firstIdentifier &+ number))
    }

    /// The store's number of the payment with this transaction identifier; nil if it is not this store's.
    package static func number(of transaction: TransactionIdentifier) -> Int64? {
        guard let identifier = Int64(transaction.rawValue), identifier > firstIdentifier else { return nil }
        return identifier - firstIdentifier
    }

    private static let firstIdentifier: Int64 = 2_000_000_000_000_000

    /// What the administration can do with it: nothing for a repeated purchase, because only the first one
    /// was paid, and nothing once a family no longer shares it.
    package var actions: Set<TransactionAction> { original == nil && !isSharingOver ? status.actions : [] }

    /// Whether it was taken back because a family no longer shares it. No money went back.
    package var isSharingOver: Bool { status == .revoked && signed?.isShared == true }

    /// The payment fails: nothing is charged.
    mutating func fail(_ reason: StoreError) {
        status = .failed
        error = reason
    }

    var outcome: PurchaseOutcome {
        let result: PurchaseOutcome.Result
        switch (status, signed, date) {
        case (.purchased, let signed?, let date?): result = .purchased(signed, transactionIdentifier, date)
        case (.revoked, let signed?, let date?): result = .revoked(signed, transactionIdentifier, date)
        case (.deferred, _, _): result = .deferred
        case (.changed, _, _): result = change.map { .changed($0) } ?? .failed(.unknownServerError)
        default: result = .failed(error ?? .unknownServerError)
        }
        return PurchaseOutcome(to: request, result)
    }
}

extension PurchaseOutcome {
    init(to request: PurchaseRequest, _ result: Result) {
        self.init(
            key: request.key, productIdentifier: request.productIdentifier, quantity: request.quantity,
            result: result)
    }
}

/// The status of a purchase in the store. These are the only moves that the administration can make:
///
///     deferred     approve -> purchased; or failed or changed, if the charge comes to that
///     deferred     decline -> failed
///     deferred     lapse   -> lapsed
///     interrupted  resolve -> failed, and a new purchase in `purchased`
///     purchased    refund  -> revoked
///     revoked      reverse -> purchased
///
/// Everything else is refused; `changed`, `failed` and `lapsed` are final.
package enum PurchaseStatus: String, Sendable, Codable, CaseIterable {
    case purchased
    case deferred
    /// Waited for an approval that did not come.
    case lapsed
    /// Nothing was charged: a subscription changes at its next renewal, or goes on.
    case changed
    case failed
    /// Refused, until it is resolved.
    case interrupted
    /// It was paid, and then refunded.
    case revoked

    /// Whether it was charged, even if it was refunded since.
    package var isCharged: Bool { self == .purchased || self == .revoked }

    /// The status after `action`; nil if this status does not allow it.
    func after(_ action: TransactionAction) -> PurchaseStatus? {
        switch (self, action) {
        case (.deferred, .approve): .purchased
        case (.deferred, .decline): .failed
        case (.deferred, .lapse): .lapsed
        case (.interrupted, .resolve): .failed
        case (.purchased, .refund): .revoked
        case (.revoked, .reverseRefund): .purchased
        default: nil
        }
    }

    package var actions: Set<TransactionAction> {
        Set(TransactionAction.allCases.filter { after($0) != nil })
    }
}
