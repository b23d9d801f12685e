import Foundation

/// A transaction as the store of a test knows it, at the time when it was read: the counterpart
/// of `SKTestTransaction`.
public struct StoreTestTransaction: Hashable, Sendable {
    /// The states of `SKPaymentTransactionState` that a transaction of the store can be in.
    public enum State: Hashable, Sendable {
        /// Paid, even if the money went back later.
        case purchased
        /// Waits for an approval.
        case deferred
        /// Done without a charge: a subscription changes at its next renewal, or goes on. This is not a case
        /// of `SKPaymentTransactionState`.
        case changed
        /// Refused.
        case failed
    }

    /// The transaction's number. A transaction that waits for its approval, or failed, has a number, too.
    public let identifier: String
    /// The purchase that it renews or repeats; its own number otherwise.
    public let originalTransactionIdentifier: String
    /// The product.
    public let productIdentifier: String
    /// How many.
    public let quantity: Int
    /// Its state.
    public let state: State
    /// When the change that it made to a subscription takes effect, which is at the next renewal; only
    /// in `changed`.
    public let changeDate: Date?
    /// When it was paid, on the store's clock; nil if nothing was paid.
    public let purchaseDate: Date?
    /// When the period that it paid for ends; subscriptions only.
    public let expirationDate: Date?
    /// When the money went back.
    public let cancelDate: Date?
    /// Whether the subscription will renew. This is set in its newest transaction, and false in earlier ones.
    public let autoRenewingEnabled: Bool
    /// Whether it waits for `resolveIssueForTransaction`: an interrupted purchase, or the newest transaction
    /// of a subscription whose renewal was not paid.
    public let hasPurchaseIssue: Bool
    /// Whether it waits for an approval.
    public let pendingAskToBuyConfirmation: Bool
    /// Whether the customer was asked to agree to a higher price and has not answered. This is set in a
    /// subscription's newest transaction.
    public let isPendingPriceIncreaseConsent: Bool
    /// The signed transaction (JWS), as servers get it; nil if nothing was paid.
    public let signedTransaction: String?

    init(_ answer: TransactionAnswer) {
        identifier = answer.transactionIdentifier
        originalTransactionIdentifier = answer.originalTransactionIdentifier
        productIdentifier = answer.productIdentifier
        quantity = answer.quantity
        state =
            switch answer.status {
            case "purchased", "revoked": .purchased
            case "deferred": .deferred
            case "changed": .changed
            default: .failed
            }
        changeDate = (answer.change?.date).map(Self.date)
        purchaseDate = answer.purchaseDate.map(Self.date)
        expirationDate = answer.expirationDate.map(Self.date)
        cancelDate = answer.revocationDate.map(Self.date)
        autoRenewingEnabled = answer.isAutoRenewing
        hasPurchaseIssue = answer.isInterrupted || answer.isRenewalUnpaid
        pendingAskToBuyConfirmation = answer.status == "deferred"
        isPendingPriceIncreaseConsent = answer.isPriceConsentPending
        signedTransaction = answer.signedTransaction
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

/// A transaction in the answers of the server.
struct TransactionAnswer: Decodable, Sendable {
    struct Change: Decodable, Sendable {
        var date: Int64
    }

    var number: Int64
    var key: String
    var transactionIdentifier: String
    var originalTransactionIdentifier: String
    var productIdentifier: String
    var quantity: Int
    var status: String
    var change: Change?
    var purchaseDate: Int64?
    var expirationDate: Int64?
    var revocationDate: Int64?
    var isAutoRenewing: Bool
    var isPriceConsentPending: Bool
    var isRenewalUnpaid: Bool
    var signedTransaction: String?

    var isInterrupted: Bool { status == "interrupted" }
}
