internal import StoreDatabase
package import StoreModel

/// What became of a payment: `AppStore.facts` tells it to those who follow all accounts, such as the presenter of a demo,
/// when it is durable. Changes by other programs are not told.
package struct PurchaseFact: Hashable, Sendable {
    package enum Event: Hashable, Sendable {
        case bought
        /// The account owned it; nothing was charged.
        case grantedAgain
        /// A subscription changed, or will; nothing was charged.
        case changed
        /// Waits for an approval.
        case deferred
        case interrupted
        case failed(StoreError)
        case approved, declined
        /// No approval came.
        case lapsed
        case refunded, refundReversed
    }

    package let event: Event
    /// The name of the account; nil for the store's own.
    package let account: String?
    package let product: ProductIdentifier
    /// The product's name for people; empty if it has none. Another party's text.
    package let title: String
    package let quantity: Int

    package init(_ event: Event, account: String?, product: ProductIdentifier, title: String, quantity: Int) {
        self.event = event
        self.account = account
        self.product = product
        self.title = title
        self.quantity = quantity
    }
}

extension PurchaseFact.Event {
    /// What became of a new payment.
    init?(ofNew record: PurchaseRecord) {
        switch record.status {
        case .purchased: self = record.original == nil ? .bought : .grantedAgain
        case .changed: self = .changed
        case .deferred: self = .deferred
        case .interrupted: self = .interrupted
        case .failed: self = .failed(record.error ?? .unknownServerError)
        case .lapsed, .revoked: return nil
        }
    }

    /// What an action did to a payment; nil for one that makes another payment.
    init?(of action: TransactionAction, on record: PurchaseRecord) {
        switch action {
        case .approve:
            guard record.status == .purchased else {
                self.init(ofNew: record)
                return
            }
            self = .approved
        case .decline: self = .declined
        case .lapse: self = .lapsed
        case .refund: self = .refunded
        case .reverseRefund: self = .refundReversed
        case .resolve: return nil
        }
    }
}

extension Checkout {
    /// Tells those who follow the store.
    func tell(_ event: PurchaseFact.Event?, about record: PurchaseRecord, _ database: any StoreTransaction) {
        guard let event, !store.facts.isEmpty else { return }
        let fact = PurchaseFact(
            event, account: account.name, product: record.request.productIdentifier,
            title: store.products[record.request.productIdentifier]?.localizedTitle ?? "",
            quantity: record.request.quantity)
        database.afterCommit { [facts = store.facts] in facts.tell(fact) }
    }
}
