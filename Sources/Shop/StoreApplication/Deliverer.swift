internal import StoreEvents
internal import StoreModel

/// Delivers one kind of goods. `InAppPurchaseManager` finds the first deliverer that claims what was bought,
/// and finishes the transaction when the deliverer has delivered it. A new kind of goods is a new deliverer,
/// and a line in `Application.init`, before those that claim more.
protocol Deliverer: Sendable {
    var account: AccountManager { get }
    /// Whether it delivers these goods, unless one before it does.
    func claims(_ goods: Goods) -> Bool
    /// Delivers a purchase durably. A repetition changes nothing. Calls `finish`, now or later, when the
    /// transaction may be finished, and not at all if it cannot be delivered now.
    ///
    /// - Throws: why it cannot be recorded.
    func deliver(_ transaction: PaymentTransaction, finish: @escaping @Sendable () -> Void) throws
    /// Takes back what a refunded purchase had brought. A repetition changes nothing.
    func takeBack(_ transaction: PaymentTransaction) throws
}

/// What a purchase is for, as the store signed it.
struct Goods: Hashable {
    let product: ProductIdentifier
    let kind: ProductKind
    /// Whether there is content to download from a content server.
    let hasContent: Bool
}

/// What most goods need: the purchase is recorded in the account.
extension Deliverer {
    func deliver(_ transaction: PaymentTransaction, finish: @escaping @Sendable () -> Void) throws {
        try record(transaction)
        finish()
    }

    func takeBack(_ transaction: PaymentTransaction) throws {
        try account.merge([transaction], because: .refund)
    }

    /// Records a purchase in the account.
    func record(_ transaction: PaymentTransaction) throws {
        try account.merge([transaction], because: transaction.isFromElsewhere ? .elsewhere : .purchase)
    }
}

/// Delivers what is used up: monkey credits, and pieces of other products.
struct ConsumableDeliverer: Deliverer {
    let account: AccountManager

    func claims(_ goods: Goods) -> Bool { !goods.kind.isRestorable }
}

/// Delivers what is owned, for good or for a time: filters, and subscriptions with the
/// credits of their periods.
struct OwnedProductDeliverer: Deliverer {
    let account: AccountManager

    func claims(_ goods: Goods) -> Bool { goods.kind.isRestorable }
}

extension [any Deliverer] {
    /// The first deliverer that claims these goods. Goods that nobody claims are not delivered, and their
    /// transaction is not finished.
    func claiming(_ goods: Goods) throws(UnclaimedGoods) -> any Deliverer {
        if let deliverer = first(where: { $0.claims(goods) }) { return deliverer }
        throw UnclaimedGoods(product: goods.product)
    }
}

/// The application has no deliverer for what was bought.
struct UnclaimedGoods: Error, Hashable, CustomStringConvertible {
    let product: ProductIdentifier

    var description: String {
        "This version can't deliver \(product). You don't pay again: it waits for a version that can."
    }
}
