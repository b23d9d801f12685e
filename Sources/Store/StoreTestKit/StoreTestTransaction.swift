public import FoundationEssentials
public import StoreModel
internal import StoreRules

/// A transaction of a ``StoreTestSession``, as it was when a test looked at it: the
/// counterpart of `SKTestTransaction`.
public struct StoreTestTransaction: Hashable, Sendable {
    /// The transaction's number. One that waits for its approval, or failed, has one, too.
    public let identifier: TransactionIdentifier
    /// The purchase that it renews or repeats; its own number otherwise.
    public let originalTransactionIdentifier: TransactionIdentifier
    /// The product.
    public let productIdentifier: ProductIdentifier
    /// How many.
    public let quantity: Int
    /// Its state; `purchased` also where the money went back.
    public let state: PaymentTransactionState
    /// What it changes about a subscription without a charge, and when; only in `changed`.
    public let renewalChange: RenewalChange?
    /// When it was paid, on the store's clock; nil where nothing was.
    public let purchaseDate: Date?
    /// When the period ends that it paid for; subscriptions only.
    public let expirationDate: Date?
    /// When the money went back.
    public let cancelDate: Date?
    /// Whether the subscription will renew. Said of its newest transaction; false for earlier ones.
    public let autoRenewingEnabled: Bool
    /// Whether it waits for `resolveIssueForTransaction`: an interrupted purchase, or the newest transaction
    /// of a subscription whose renewal was not paid.
    public let hasPurchaseIssue: Bool
    /// Whether it waits for an approval.
    public let pendingAskToBuyConfirmation: Bool
    /// Whether the customer was asked to agree to a higher price and has not answered. Said of a
    /// subscription's newest transaction.
    public let isPendingPriceIncreaseConsent: Bool
    /// The signed transaction, as servers get it; nil where nothing was paid.
    public let signedTransaction: SignedTransaction?

    init(_ summary: TransactionSummary) {
        identifier = summary.transactionIdentifier
        originalTransactionIdentifier = summary.originalTransactionIdentifier
        productIdentifier = summary.productIdentifier
        quantity = summary.quantity
        state =
            switch summary.status {
            case "purchased", "revoked": .purchased
            case "deferred": .deferred
            case "changed": .changed
            default: .failed
            }
        renewalChange = summary.change
        purchaseDate = summary.purchaseDate?.date
        expirationDate = summary.expirationDate?.date
        cancelDate = summary.revocationDate?.date
        autoRenewingEnabled = summary.isAutoRenewing
        hasPurchaseIssue = summary.status == "interrupted" || summary.isRenewalUnpaid
        pendingAskToBuyConfirmation = summary.status == "deferred"
        isPendingPriceIncreaseConsent = summary.isPriceConsentPending
        signedTransaction = summary.signedTransaction
    }
}

extension Timestamp {
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
