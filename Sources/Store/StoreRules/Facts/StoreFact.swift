internal import Crypto
package import StoreModel

/// Something that happened at the store. Every command of the rules ends in facts, and `Checkout.post` tells
/// the followers of them.
package enum StoreFact {
    /// A payment was made or has changed; `before` is nil for a new one.
    case payment(PaymentEvent, PurchaseRecord, before: PurchaseRecord?)
    case used(Use)
    /// A subscription moved. Its new period is paid and written, but the subscription itself may not be
    /// written yet.
    case subscription(SubscriptionEvent, Subscription)
    case refundRequested(PurchaseRecord, RefundReason)
    case refundDeclined(PurchaseRecord)
}

/// What happened to a payment.
package enum PaymentEvent: Hashable, Sendable {
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
    /// Ended, because another payment was made in its place.
    case resolved
    /// The store itself charged the next period of a subscription.
    case renewed
    case refunded, refundReversed
    /// The payment was charged twice, and this charge was refunded.
    case refundedTwin
    /// A family no longer shares it with the customer.
    case sharingEnded
    /// Its transaction was signed anew because something happened to another one.
    case signedAnew
    case finished
    /// A device, or another copy of the store, brought it back.
    case readmitted

    /// What happened to a new payment, or to one that was approved.
    init(of record: PurchaseRecord, isApproved: Bool = false) {
        switch record.status {
        case .purchased where isApproved: self = .approved
        case .purchased: self = record.original == nil ? .bought : .grantedAgain
        case .changed: self = .changed
        case .deferred: self = .deferred
        case .interrupted: self = .interrupted
        case .failed, .lapsed, .revoked: self = .failed(record.error ?? .unknownServerError)
        }
    }
}

extension StoreFact {
    /// The goods that the account gained by the fact; the amount is negative if it lost them. After a change,
    /// a payment may bring other goods than before.
    var gains: [(goods: Goods, amount: Int)] {
        switch self {
        case .used(let use): return [(use.goods, -use.amount)]
        case .payment(_, let record, let before):
            let lost = before?.worth.map { (goods: $0.goods, amount: -$0.amount) }
            guard let gained = record.worth else { return lost.map { [$0] } ?? [] }
            guard let lost else { return [gained] }
            guard lost.goods == gained.goods else { return [lost, gained] }
            return [(gained.goods, gained.amount + lost.amount)]
        case .subscription, .refundRequested, .refundDeclined: return []
        }
    }

    /// What goes into the account's mark; nil if the fact changes neither purchases nor uses.
    var text: String? {
        switch self {
        case .payment(_, let record, _):
            // Each version has its own signature.
            "payment \(record.number) \(record.status.rawValue) \(record.isFinished) "
                + String(decoding: (record.signed?.rawValue ?? "").utf8.suffix(86), as: UTF8.self)
        case .used(let use): "use \(use.id) \(use.productIdentifier?.rawValue ?? "") \(use.amount)"
        case .subscription, .refundRequested, .refundDeclined: nil
        }
    }
}

extension Use {
    var goods: Goods { productIdentifier.map { .pieces($0) } ?? .credits }
}

extension PurchaseRecord {
    /// What it brings that can be used up. Nil if there is nothing, or it was not paid or was refunded.
    var worth: (goods: Goods, amount: Int)? {
        guard status == .purchased, original == nil, let kind = history?.kind else { return nil }
        return MonkeyCredits.brought(by: request.productIdentifier, kind, quantity: request.quantity)
    }
}

extension Checkout {
    /// Tells the followers of a fact, in the transaction that writes its rows; they write in it, too. A
    /// fact that changes purchases or uses goes through `append`.
    func post(_ fact: StoreFact, _ database: any StoreTransaction) throws {
        for follower in store.followers { try follower.follow(fact, of: self, database) }
    }

    /// Writes the account's next change, with its revision and mark, and tells the followers of its fact. The
    /// streams of the account are told when it is durable.
    func append(_ change: AccountChangeTable.Change, _ database: any StoreTransaction) throws {
        try AccountChangeTable.insert(change, of: account.identifier, database)
        store.tellChange(of: account.identifier, database)
        try post(change.fact, database)
    }
}

extension AccountChangeTable.State {
    /// The account's next change: what happened, and the account after it, with the next revision and mark.
    func after(_ fact: StoreFact) throws -> AccountChangeTable.Change {
        let gains = fact.gains
        let gain = gains.first { $0.goods == .credits }?.amount ?? 0
        let (credits, isTooMany) = credits.addingReportingOverflow(gain)
        guard !isTooMany else {
            throw UnreadableRow(table: "accountChange", row: mark.revision, column: "credits")
        }
        let state = Self(mark: mark.next((fact.text ?? "").utf8), credits: credits)
        return AccountChangeTable.Change(fact: fact, gains: gains, state: state)
    }
}

extension ReplicaMark {
    /// The mark after one more change.
    fileprivate func next(_ change: some Collection<UInt8>) -> ReplicaMark {
        let hash = SHA256.hash(data: Array(mark.utf8) + change)
        return ReplicaMark(revision: revision + 1, mark: Base64URL.encode(Array(hash.prefix(16))))
    }
}

/// Follows the facts, and may keep its own rows about them. The store gets its followers when it is opened.
package protocol FactFollower: Sendable {
    /// Called in the transaction of the fact, by the checkout of its account. A database may run that
    /// transaction more than once.
    func follow(_ fact: StoreFact, of checkout: Checkout, _ database: any StoreTransaction) throws

    /// What `follow` reads when an account buys: a database may fetch it ahead.
    func reads(for account: Account) -> [StoreRead]

    /// What developers' servers were told about a purchase: the last `limit`, the oldest first.
    func deliveries(
        about purchase: Int64, limit: Int, _ database: any StoreTransaction
    ) throws -> [NotificationDelivery]

    /// Removes rows that nobody needs at `date`, at most `limit`, and returns how many.
    func removeOver(at date: Timestamp, limit: Int, _ database: any StoreTransaction) throws -> Int

    /// Checks rows that came from another store, and signs anew what that one signed.
    func takeReceived(by store: AppStore, _ database: any StoreTransaction) throws

    /// Signs rows anew that were not signed with the signer's key, or not under its certificates.
    func signAnew(by signer: TransactionSigner, _ database: any StoreTransaction) throws
}

/// A follower that keeps no rows.
extension FactFollower {
    package func reads(for account: Account) -> [StoreRead] { [] }
    package func deliveries(
        about purchase: Int64, limit: Int, _ database: any StoreTransaction
    ) -> [NotificationDelivery] { [] }
    package func removeOver(at date: Timestamp, limit: Int, _ database: any StoreTransaction) -> Int { 0 }
    package func takeReceived(by store: AppStore, _ database: any StoreTransaction) {}
    package func signAnew(by signer: TransactionSigner, _ database: any StoreTransaction) {}
}
