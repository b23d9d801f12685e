internal import StoreDatabase
internal import StoreModel

/// What payments, refunds and reversals do to subscriptions.
extension Checkout {
    /// Makes renewals of the account that are due, as many as one transaction makes.
    ///
    /// - Returns: true where nothing more is due; false where more may be.
    func catchUp(_ database: any StoreTransaction) throws -> Bool { try subscriptionService.catchUp(database) }

    var subscriptionService: SubscriptionService {
        SubscriptionService(account: account, store: store, settings: settings, keeping: keeping)
    }

    /// Ends the subscription if its current period was refunded; a period that has passed changes nothing.
    func endSubscription(with record: PurchaseRecord, _ database: any StoreTransaction) throws {
        guard var subscription = try subscription(inPeriodOf: record, database),
            subscription.perform(.revoke, at: now) != nil
        else { return }
        try SubscriptionTable.save(subscription, database)
    }

    /// Lets the subscription go on whose current period's refund was reversed, until the end of that period.
    func reinstateSubscription(with record: PurchaseRecord, _ database: any StoreTransaction) throws {
        guard var subscription = try subscription(inPeriodOf: record, database) else { return }
        subscription.reinstate(at: now)
        try SubscriptionTable.save(subscription, database)
    }

    /// The subscription whose current period the purchase paid for.
    private func subscription(inPeriodOf record: PurchaseRecord, _ database: any StoreTransaction) throws
        -> Subscription?
    {
        guard let period = record.period,
            let subscription = try SubscriptionTable.find(original: period.subscription, database),
            subscription.transaction == record.number
        else { return nil }
        return subscription
    }
}
