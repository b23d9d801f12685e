/// The state of a `PaymentTransaction` (below); the numbers are `SKPaymentTransactionState`'s, and `changed`
/// is not among those. The payment queue sets it, and its observers deliver and finish transactions by it.
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
    /// Done without a charge: a subscription changes at its next renewal, or goes on. There
    /// is nothing to deliver: finish it.
    ///
    /// StoreKit 1 has no state for it, and says `purchased` of the period that was paid before.
    case changed = 5

    package var name: String { "\(self)" }

    /// Whether a transaction may go to `next`. From all others than these two it only leaves the queue.
    package func canBecome(_ next: PaymentTransactionState) -> Bool {
        switch (self, next) {
        case (.purchasing, .deferred): true
        case (.purchasing, .purchased), (.purchasing, .failed), (.purchasing, .changed): true
        case (.deferred, .purchased), (.deferred, .failed), (.deferred, .changed): true
        default: false
        }
    }

    /// Whether `finishTransaction` is for this state. Finishing a purchasing one raises in StoreKit; a
    /// deferred one is not for finishing.
    public var canFinish: Bool { self != .purchasing && self != .deferred }
}

/// One transaction of the payment queue, as it was when it was looked at: the
/// counterpart of `SKPaymentTransaction`.
public struct PaymentTransaction: Hashable, Sendable, Identifiable {
    /// Names the transaction from the moment its payment is added, before the store has given it a number.
    public var key: IdempotencyKey
    /// The payment.
    public var payment: Payment
    /// The most that the user agreed to pay for one piece; nil where the user was not asked.
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
    /// The number of the purchase that a restored transaction brings back; only in `restored`.
    public var originalTransactionIdentifier: TransactionIdentifier?
    /// The signed transaction of that purchase, if it is another one than this: of a
    /// renewal, that of the first period.
    package var signedOriginal: SignedTransaction?
    /// The signed transaction; only in `purchased` and `restored`, and only until the store
    /// knows that it was finished.
    public var signedTransaction: SignedTransaction?
    /// When the store signed it. Of two versions of one transaction the later one counts.
    package var signedDate: Timestamp?
    /// What the store says was paid; only in `purchased`, as long as a version of it is known here.
    package var charge: Charge?
    /// When the payment was added to the queue here.
    public var addedDate: Timestamp
    /// Whether it was finished, that is, has left the queue.
    public var isFinished: Bool
    /// When the store took the money back, if it did.
    public var revocationDate: Timestamp?
    /// Whether it was paid for on another device of the account, or in its name: there
    /// is nobody here who waits for it.
    package var isFromElsewhere = false

    package init(
        key: IdempotencyKey, payment: Payment, state: PaymentTransactionState,
        transactionIdentifier: TransactionIdentifier? = nil, transactionDate: Timestamp? = nil,
        error: StoreError? = nil, renewalChange: RenewalChange? = nil,
        originalTransactionIdentifier: TransactionIdentifier? = nil, signedOriginal: SignedTransaction? = nil,
        signedTransaction: SignedTransaction? = nil, signedDate: Timestamp? = nil, addedDate: Timestamp,
        isFinished: Bool = false, revocationDate: Timestamp? = nil, priceLimit: Money? = nil,
        charge: Charge? = nil
    ) {
        self.key = key
        self.payment = payment
        self.priceLimit = priceLimit
        self.state = state
        self.transactionIdentifier = transactionIdentifier
        self.transactionDate = transactionDate
        self.error = error
        self.renewalChange = renewalChange
        self.originalTransactionIdentifier = originalTransactionIdentifier
        self.signedOriginal = signedOriginal
        self.signedTransaction = signedTransaction
        self.signedDate = signedDate ?? signedTransaction?.signedDate
        self.charge = charge
        self.addedDate = addedDate
        self.isFinished = isFinished
        self.revocationDate = revocationDate
    }

    /// Whether somebody cancelled it, which is no failure.
    package var isCancelled: Bool { state == .failed && error?.isCancellation == true }

    /// The key: a transaction keeps it through all its states.
    public var id: IdempotencyKey { key }
}

extension PaymentTransaction {
    /// The receipt, in base64: the `receipt-data` of verifyReceipt. There as
    /// long as the signed transaction is.
    public var transactionReceipt: String? { signedTransaction.flatMap(TransactionReceipt.init)?.base64 }

    /// The purchase that a restored transaction brings back, with its payment, its number, its date and its
    /// receipt; only in `restored`. Of the renewal of a subscription it is the first purchase. It was
    /// finished before, and its key is this transaction's.
    public var original: PaymentTransaction? {
        guard state == .restored, let signed = signedOriginal ?? signedTransaction,
            let payload = signed.unverifiedPayload, payload.transactionId == originalTransactionIdentifier
        else { return nil }
        var payment = MutablePayment(product: payload.productId)
        payment.quantity = payload.quantity
        let date = Timestamp(milliseconds: payload.purchaseDate)
        return PaymentTransaction(
            key: key, payment: Payment(payment), state: .purchased,
            transactionIdentifier: payload.transactionId,
            transactionDate: date, signedTransaction: signed, addedDate: date, isFinished: true,
            revocationDate: payload.revocationDate.map(Timestamp.init(milliseconds:)), charge: Charge(signed))
    }
}

/// What was paid with a transaction, as the store signed it.
package struct Charge: Hashable, Sendable {
    /// What was paid for all pieces together.
    package var price: Money
    /// How an introductory or another offer was paid, if there was one.
    package var offer: OfferMode?
    /// When the period ends that was paid; subscriptions only.
    package var expiresDate: Timestamp?
    /// Whether the store renewed a subscription with it.
    package var isRenewal = false

    package init(price: Money, offer: OfferMode? = nil, expiresDate: Timestamp? = nil) {
        self.price = price
        self.offer = offer
        self.expiresDate = expiresDate
    }

    /// What a signed transaction says; nothing of it is checked. Nil if it cannot be read.
    package init?(_ signed: SignedTransaction) {
        guard let payload = signed.unverifiedPayload else { return nil }
        self.init(payload)
    }

    package init(_ payload: TransactionPayload) {
        self.init(
            price: Money(milliunits: payload.price, currency: payload.currency),
            offer: payload.offerDiscountType,
            expiresDate: payload.expiresDate.map(Timestamp.init(milliseconds:)))
        isRenewal = payload.transactionReason == "RENEWAL"
    }
}
