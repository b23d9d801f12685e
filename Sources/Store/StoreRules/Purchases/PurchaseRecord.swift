package import StoreModel

/// One payment, as the store keeps it in `PurchaseTable`, and its status with the moves that it can make.
/// `Checkout` writes it; receipts, the Server API and the administration read it.
package struct PurchaseRecord: Sendable {
    /// The store's own number for the payment, roughly in the order in which they were asked for.
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
    /// The UUID by which the application knows its user (`appAccountToken`); nil if it gave none. One that
    /// the developer's server sets later is told to the server alone: what was signed stays.
    package var appAccountToken: String?
    /// The number of the purchase that this one repeats: the account owned the
    /// product, so nothing was charged.
    package var original: Int64?
    /// Why the customer wants the money back, while that is not decided; in `purchased` only.
    package var refundRequest: RefundReason?
    /// Whether the application has dealt with it, as it now is.
    package var isFinished = false

    /// A period of a subscription. Each is paid once: no two purchases are for the same one.
    package struct Period: Hashable, Sendable {
        /// The number of the purchase that the subscription began with.
        package let subscription: Int64
        package let number: Int64
    }

    package struct History: Hashable, Sendable {
        package let kind: ProductKind
        package let purchaseDate: Timestamp
        /// The account's change that brought this version; `Checkout` gives it when it writes the version.
        /// History and restore are in its order.
        package var revision: Int64 = 0
    }

    /// The transaction's number, as large as those of Apple's sandbox. It is
    /// derived, so that it cannot disagree.
    package var transactionIdentifier: TransactionIdentifier { Self.transactionIdentifier(of: number) }

    package static func transactionIdentifier(of number: Int64) -> TransactionIdentifier {
        TransactionIdentifier(rawValue: String(firstIdentifier + number))
    }

    /// The store's number of the payment with this transaction identifier; nil
    /// for one that is not this store's.
    package static func number(of transaction: TransactionIdentifier) -> Int64? {
        guard let identifier = Int64(transaction.rawValue), identifier > firstIdentifier else { return nil }
        return identifier - firstIdentifier
    }

    private static let firstIdentifier: Int64 = 2_000_000_000_000_000

    /// The possible actions of the administration; none for a repeated purchase,
    /// because only the first one was paid.
    package var actions: Set<TransactionAction> { original == nil ? status.actions : [] }

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

/// The status of a purchase in the store, and the only moves that the administration can make with it.
///
///     deferred     approve -> purchased, or what it comes to then: failed, changed
///     deferred     decline -> failed
///     deferred     lapse   -> lapsed
///     interrupted  resolve -> failed, and a new purchase in `purchased`
///     purchased    refund  -> revoked
///     revoked      reverse -> purchased
///
/// Everything else is refused; `changed`, `failed` and `lapsed` are final.
package enum PurchaseStatus: String, Sendable, CaseIterable {
    case purchased
    case deferred
    /// Waited for an approval that did not come.
    case lapsed
    /// Done without a charge: a subscription changes at its next renewal, or goes on.
    case changed
    case failed
    /// Refused, until it is resolved.
    case interrupted
    /// Was paid, and the money went back.
    case revoked

    /// Whether money was taken for it; also where it went back.
    package var isCharged: Bool { self == .purchased || self == .revoked }

    /// The status after `action`; nil where the action is not for this status.
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
