package import StoreModel

/// Something that the account bought for good, a period of a subscription, or pieces of a product that is bought again
/// and again, by one transaction that carries the store's signature: what `Entitlements` records.
package struct Entitlement: Hashable, Sendable {
    package let transactionIdentifier: TransactionIdentifier
    /// The number of the first purchase; differs for what was bought again, and for renewals.
    package let originalTransactionIdentifier: TransactionIdentifier
    package let productIdentifier: ProductIdentifier
    package let purchaseDate: Timestamp
    /// When the period ends that was paid; subscriptions only.
    package let expiresDate: Timestamp?
    /// When the store took the money back, if it did: then it is owned no longer.
    package let revocationDate: Timestamp?
    /// When the store signed this: of two about the same transaction the later one counts, for a refund can be reversed.
    package let signedDate: Timestamp
    /// How many pieces were bought of a product that is bought again and again (a consumable, a non-renewing subscription); nil for
    /// others.
    package let pieces: Int?
    /// How many of them are used up.
    var used = 0
    /// The proof.
    package let signedTransaction: SignedTransaction

    /// Whether its period begins before another one's; of two that begin at one moment the store numbers the later one higher.
    func begins(before other: Entitlement) -> Bool {
        func number(_ entitlement: Entitlement) -> UInt64 { UInt64(entitlement.transactionIdentifier.rawValue) ?? 0 }
        return (purchaseDate, number(self)) < (other.purchaseDate, number(other))
    }

    var left: Int { revocationDate == nil ? (pieces ?? 0) - used : 0 }

    /// Whether it may be used: it was not refunded, and is not over at `now`, a moment on the store's clock.
    package func isInForce(at now: Timestamp) -> Bool {
        revocationDate == nil && expiresDate.map { now < $0 } ?? true
    }
}

extension Entitlement {
    /// What a verified transaction says.
    init(_ payload: TransactionPayload, _ signed: SignedTransaction) {
        self.init(
            transactionIdentifier: payload.transactionId, originalTransactionIdentifier: payload.originalTransactionId,
            productIdentifier: payload.productId, purchaseDate: Timestamp(milliseconds: payload.purchaseDate),
            expiresDate: payload.expiresDate.map(Timestamp.init(milliseconds:)),
            revocationDate: payload.revocationDate.map(Timestamp.init(milliseconds:)),
            signedDate: Timestamp(milliseconds: payload.signedDate),
            pieces: payload.type.isRestorable ? nil : payload.quantity, signedTransaction: signed)
    }
}
