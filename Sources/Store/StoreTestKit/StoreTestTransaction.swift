public import FoundationEssentials
public import StoreModel
internal import StoreRules

/// A transaction of a ``StoreTestSession`` at the moment when a test read it: the counterpart
/// of `SKTestTransaction`.
public struct StoreTestTransaction: Hashable, Sendable {
    /// The transaction's number. A transaction that failed or waits for its approval has a number too.
    public let identifier: TransactionIdentifier
    /// The number of the purchase that it renews or repeats; otherwise its own number.
    public let originalTransactionIdentifier: TransactionIdentifier
    /// The product.
    public let productIdentifier: ProductIdentifier
    /// How many were bought.
    public let quantity: Int
    /// Its state. It stays `purchased` after a refund.
    public let state: PaymentTransactionState
    /// What it changes about a subscription without a charge, and when; only for `changed`.
    public let renewalChange: RenewalChange?
    /// When it was paid, on the store's clock; nil if nothing was paid.
    public let purchaseDate: Date?
    /// The end of the period that it paid for; subscriptions only.
    public let expirationDate: Date?
    /// When the money was given back.
    public let cancelDate: Date?
    /// Whether the subscription will renew. This is set on its newest transaction only, and is false on
    /// earlier ones.
    public let autoRenewingEnabled: Bool
    /// Whether it waits for `resolveIssueForTransaction`: it is an interrupted purchase, or the newest
    /// transaction of a subscription whose renewal was not paid.
    public let hasPurchaseIssue: Bool
    /// Whether it waits for an approval.
    public let pendingAskToBuyConfirmation: Bool
    /// Whether the customer was asked to agree to a higher price and has not answered. This is set on a
    /// subscription's newest transaction only.
    public let isPendingPriceIncreaseConsent: Bool
    /// The signed transaction, as servers get it; nil if nothing was paid.
    public let signedTransaction: SignedTransaction?

    init(_ summary: TransactionSummary) {
        identifier = summary.transactionIdentifier
        originalTransactionIdentifier = summary.originalTransactionIdentifier
        productIdentifier = summary.productIdentifier
        quantity = summary.quantity
        state =
            switch summary.status {
            case .purchased, .revoked: .purchased
            case .deferred: .deferred
            case .changed: .changed
            case .failed, .interrupted, .lapsed: .failed
            }
        renewalChange = summary.change
        purchaseDate = summary.purchaseDate?.date
        expirationDate = summary.expirationDate?.date
        cancelDate = summary.revocationDate?.date
        autoRenewingEnabled = summary.isAutoRenewing
        hasPurchaseIssue = summary.status == .interrupted || summary.isRenewalUnpaid
        pendingAskToBuyConfirmation = summary.status == .deferred
        isPendingPriceIncreaseConsent = summary.isPriceConsentPending
        signedTransaction = summary.signedTransaction
    }
}

/// What its signed transaction says.
extension StoreTestTransaction {
    /// What was paid for all pieces, 0 for what the customer owned already; nil if nothing was signed.
    public var price: Money? { payload.map { Money(milliunits: $0.price, currency: $0.currency) } }

    /// The token by which the developer's server knows the customer; nil if the purchase brought none, or if
    /// nothing was signed.
    public var appAccountToken: UUID? { payload?.appAccountToken.flatMap { UUID(uuidString: $0.rawValue) } }

    /// The identifier of the offer that applied, of an offer code its reference name; nil if there was no
    /// offer, or an introductory one, or if nothing was signed.
    public var offerIdentifier: String? { payload?.offerIdentifier }

    private var payload: TransactionPayload? { signedTransaction?.unverifiedPayload }
}
