/// The state of a `PaymentTransaction` (below). The numbers are those of `SKPaymentTransactionState`, which
/// does not have `changed`. The payment queue sets the state, and its observers deliver and finish
/// transactions by it.
public enum PaymentTransactionState: Int, Hashable, Sendable, Codable, CaseIterable {
    /// Added to the queue; the store has not answered.
    case purchasing = 0
    /// Paid: deliver it, then finish it.
    case purchased = 1
    /// Refused, cancelled or broken: finish it.
    case failed = 2
    /// Bought before, brought back by a restore.
    case restored = 3
    /// Waits for another person's approval.
    case deferred = 4
    /// Done without a charge: a subscription changes at its next renewal, or goes on. There is nothing to
    /// deliver. Finish it.
    ///
    /// StoreKit 1 has no such state: it says `purchased`, with the period that was paid before.
    case changed = 5

    package var name: String { "\(self)" }

    /// Whether a transaction may go to `next`. After `purchased`, `failed`, `restored` and `changed`, it can
    /// only leave the queue.
    package func canBecome(_ next: PaymentTransactionState) -> Bool {
        switch (self, next) {
        case (.purchasing, .deferred): true
        case (.purchasing, .purchased), (.purchasing, .failed), (.purchasing, .changed): true
        case (.deferred, .purchased), (.deferred, .failed), (.deferred, .changed): true
        default: false
        }
    }

    /// Whether `finishTransaction` accepts this state. StoreKit raises an exception for a purchasing
    /// transaction; a deferred one waits for its answer.
    public var canFinish: Bool { self != .purchasing && self != .deferred }
}

/// One transaction of the payment queue, at one moment: the counterpart of `SKPaymentTransaction`.
public struct PaymentTransaction: Hashable, Sendable, Identifiable {
    /// Names the transaction as soon as its payment is added, before the store has given it a number.
    public var key: IdempotencyKey
    /// The payment.
    public var payment: Payment
    /// The most that the user agreed to pay for one piece; nil if the user was not asked.
    package var priceLimit: Money?
    /// The state of the transaction.
    public var state: PaymentTransactionState
    /// The store's number; only in `purchased` and `restored`.
    public var transactionIdentifier: TransactionIdentifier?
    /// When the store took it; only in `purchased` and `restored`.
    public var transactionDate: Timestamp?
    /// The error; only in `failed`.
    public var error: StoreError?
    /// What changes about the subscription, and when; only in `changed`.
    public var renewalChange: RenewalChange?
    /// The number of the purchase that a restored transaction began with; only in `restored`.
    public var originalTransactionIdentifier: TransactionIdentifier?
    /// The signed transaction of that purchase, if it is not this one. For a renewal, it is that
    /// of the first period.
    package var signedOriginal: SignedTransaction?
    /// The signed transaction; only in `purchased` and `restored`, and only until the store knows that the
    /// transaction was finished.
    public var signedTransaction: SignedTransaction?
    /// When the store signed it. Of two versions of one transaction, the later one counts.
    package var signedDate: Timestamp?
    /// What the store says was paid; only in `purchased`, as long as a version of it is known here.
    package var charge: Charge?
    /// When the payment was added to the queue here.
    public var addedDate: Timestamp
    /// Whether it was finished, which means that it has left the queue.
    public var isFinished: Bool
    /// When the store took the purchase back, if it did.
    public var revocationDate: Timestamp?
    /// Whether it was paid for on another device of the account, or in the account's name: nobody here waits
    /// for it. A renewal of a subscription is from elsewhere on no device, and neither is what a restore
    /// brings back.
    public var isFromElsewhere = false
    /// What changed about a purchase that was paid before, if the store has signed it again. It is not kept:
    /// only those who hear of the new version as it comes from the store know it.
    package var amendment: Amendment?

    /// What a later version of a purchase brings.
    package enum Amendment: Hashable, Sendable {
        case refundReversed
        /// The end of a subscription's period was moved, or an upgrade ended it.
        case periodMoved
    }

    package init(
        key: IdempotencyKey, payment: Payment, state: PaymentTransactionState,
        transactionIdentifier: TransactionIdentifier? = nil, transactionDate: Timestamp? = nil,
        error: StoreError? = nil, originalTransactionIdentifier: TransactionIdentifier? = nil,
        signedOriginal: SignedTransaction? = nil, signedTransaction: SignedTransaction? = nil,
        signedDate: Timestamp? = nil, addedDate: Timestamp, isFinished: Bool = false,
        revocationDate: Timestamp? = nil, charge: Charge? = nil
    ) {
        self.key = key
        self.payment = payment
        self.state = state
        self.transactionIdentifier = transactionIdentifier
        self.transactionDate = transactionDate
        self.error = error
        self.originalTransactionIdentifier = originalTransactionIdentifier
        self.signedOriginal = signedOriginal
        self.signedTransaction = signedTransaction
        self.signedDate = signedDate ?? signedTransaction?.signedDate
        self.charge = charge
        self.addedDate = addedDate
        self.isFinished = isFinished
        self.revocationDate = revocationDate
    }

    /// The key of a purchase whose payment has another transaction here, which has the payment's key.
    package static func key(
        of number: TransactionIdentifier, paidWith payment: IdempotencyKey
    ) -> IdempotencyKey {
        IdempotencyKey(rawValue: "\(payment)/\(number)")
    }

    /// What the store finds it by: its number, or its payment's key if it has none. A payment that was charged
    /// twice has two transactions there.
    package var storeKey: IdempotencyKey {
        transactionIdentifier.map { IdempotencyKey(rawValue: $0.rawValue) } ?? key
    }

    /// Which of the actions that the store allows for its payment are for this transaction. If the payment
    /// failed here and was charged after all, the purchase is another transaction, and only that is refunded.
    package func actions(of allowed: Set<TransactionAction>) -> Set<TransactionAction> {
        switch state {
        case .failed, .changed: allowed.subtracting([.refund, .reverseRefund])
        case .purchasing, .purchased, .restored, .deferred: allowed
        }
    }

    /// Whether nobody approved it in time. StoreKit has no state for that: it stays deferred.
    package var isLapsed: Bool { state == .deferred && isFinished }

    /// Whether somebody cancelled it, which is not a failure.
    package var isCancelled: Bool { state == .failed && error?.isCancellation == true }

    /// The key. A transaction keeps it through all its states.
    public var id: IdempotencyKey { key }
}

extension PaymentTransaction {
    /// The receipt, in base64: the `receipt-data` of verifyReceipt. It exists as long as the signed
    /// transaction is here.
    public var transactionReceipt: String? { signedTransaction.flatMap(TransactionReceipt.init)?.base64 }

    /// When the paid period of a subscription ends, as the store signed it last; nil for other products.
    public var expirationDate: Timestamp? {
        let charge = charge ?? signedTransaction.flatMap { Charge($0) }
        return charge?.expiresDate
    }

    /// The purchase that a restored transaction began with, with its payment, number, date and receipt; only
    /// in `restored`. For all periods of a subscription, it is the first one, so it is not what to deliver.
    /// It was finished before, and has the same key as this transaction.
    public var original: PaymentTransaction? {
        guard state == .restored, let signed = signedOriginal ?? signedTransaction,
            let payload = signed.unverifiedPayload, payload.transactionId == originalTransactionIdentifier
        else { return nil }
        let payment = Payment(
            product: payload.productId, quantity: payload.quantity,
            username: payload.appAccountToken?.rawValue)
        return PaymentTransaction(
            key: key, payment: payment, state: .purchased,
            transactionIdentifier: payload.transactionId, transactionDate: payload.purchaseDate,
            signedTransaction: signed, addedDate: payload.purchaseDate, isFinished: true,
            revocationDate: payload.revocationDate, charge: Charge(signed))
    }
}

/// What was paid with a transaction, as the store signed it.
package struct Charge: Hashable, Sendable {
    /// What was paid for all pieces together.
    package var price: Money
    /// How an introductory or other offer was paid, if there was one.
    package var offer: OfferMode?
    /// When the paid period ends; subscriptions only.
    package var expiresDate: Timestamp?
    /// Whether this is a renewal of a subscription.
    package var isRenewal = false

    package init(price: Money, offer: OfferMode? = nil, expiresDate: Timestamp? = nil) {
        self.price = price
        self.offer = offer
        self.expiresDate = expiresDate
    }

    /// What a signed transaction says. Nothing is checked. Nil if it cannot be read.
    package init?(_ signed: SignedTransaction) {
        guard let payload = signed.unverifiedPayload else { return nil }
        self.init(payload)
    }

    package init(_ payload: TransactionPayload) {
        self.init(
            price: Money(milliunits: payload.price, currency: payload.currency),
            offer: payload.offerDiscountType, expiresDate: payload.expiresDate)
        isRenewal = payload.transactionReason == "RENEWAL"
    }
}
