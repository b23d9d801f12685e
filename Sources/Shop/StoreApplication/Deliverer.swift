internal import StoreEvents
internal import StoreModel

/// Delivers one kind of goods. `InAppPurchaseManager` finds the first deliverer that claims what was bought,
/// and finishes the transaction when the deliverer has delivered it. A new kind of goods that needs more than
/// `AccountDeliverer` does is a new deliverer, and a line in `Application.init`.
protocol Deliverer: Sendable {
    var account: AccountManager { get }
    /// Whether it delivers this product, unless one before it does.
    func claims(_ product: SoldProduct) -> Bool
    /// Delivers a purchase durably. A repetition changes nothing. Calls `finish`, now or later, when the
    /// transaction may be finished, and not at all if it cannot be delivered now.
    ///
    /// - Throws: why it cannot be recorded.
    func deliver(_ transaction: PaymentTransaction, finish: @escaping @Sendable () -> Void) throws
    /// Takes back what a refunded purchase had brought. A repetition changes nothing.
    func takeBack(_ transaction: PaymentTransaction) throws
}

/// What a purchase is for, as the store signed it.
struct SoldProduct: Hashable {
    let identifier: ProductIdentifier
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

/// Delivers what no other deliverer claims: monkey credits, pieces of other products, filters, and
/// subscriptions with the credits of their periods.
struct AccountDeliverer: Deliverer {
    let account: AccountManager

    func claims(_ product: SoldProduct) -> Bool { true }
}
