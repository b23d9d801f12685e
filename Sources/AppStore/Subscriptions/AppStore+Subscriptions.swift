internal import DurableStorage
internal import GRDB
public import StoreModel

/// Everybody's subscriptions: renewals that are due, and what an operator does to them.
extension AppStore {
    /// The subscriptions of an account, or of everybody; what is due has happened.
    public func subscriptions(of account: AccountIdentifier? = nil) throws(StoreTestingError) -> [SubscriptionSummary] {
        try backRoom {
            try makeDueRenewals(of: account)
            return try database.read { database in
                try (account.map { try SubscriptionTable.all(of: $0, database) } ?? SubscriptionTable.all(database))
                    .map { try summary(of: $0, database) }
            }
        }
    }

    /// Does something to a subscription.
    ///
    /// - Parameter original: the transaction that it began with.
    /// - Throws: `StoreTestingError.noTransactionFound`, or `invalidAction` where the subscription is not in a state for it.
    public func perform(
        _ action: SubscriptionAction, on original: TransactionIdentifier
    ) throws(StoreTestingError) -> SubscriptionSummary {
        let standing = try backRoom {
            try database.write { database in
                let (subscription, desk) = try desk(for: original, database)
                if action == .revoke {
                    guard subscription.actions.contains(.revoke) else { throw StoreTestingError.invalidAction }
                    let session = AccountSession(store: self, account: desk.account, device: subscription.device)
                    let current = try purchaseTable.find(number: subscription.transaction, database)
                    guard let current else { throw StoreTestingError.noTransactionFound }
                    try session.checkout(database).perform(.refund, on: current.request.key, database)
                } else {
                    try desk.perform(action, on: subscription, database)
                }
                guard let after = try SubscriptionTable.find(original: subscription.original, database) else {
                    throw StoreTestingError.noTransactionFound
                }
                return try summary(of: after, database)
            }
        }
        updateFeed.refresh()
        return standing
    }

    /// Makes renewals from now on when they are due, until the store is released. Where it was not started they are made
    /// when somebody asks for what they concern.
    public func startRenewals() {
        renewals.start { [weak self] in
            guard let self else { return nil }
            do {
                try makeDueRenewals()
                let (next, now) = try database.read { (try SubscriptionTable.nextDue($0), try date($0)) }
                return next.map { .milliseconds(max($0.milliseconds - now.milliseconds, 1)) }
            } catch {
                log("Renewals are late: \(error)")
                return .seconds(60)
            }
        }
    }

    /// The subscription that began with a transaction, and the desk of its account; what is due has happened.
    func desk(
        for original: TransactionIdentifier, _ database: Database
    ) throws -> (Subscription, SubscriptionDesk) {
        guard let number = PurchaseRecord.number(of: original),
            let before = try SubscriptionTable.find(original: number, database),
            let account = try AccountTable.find(before.account, database)
        else { throw StoreTestingError.noTransactionFound }
        let desk = SubscriptionDesk(account: account, store: self, settings: try TestingTable.settings(database))
        try desk.catchUp(before, database)
        guard let subscription = try SubscriptionTable.find(original: number, database) else {
            throw StoreTestingError.noTransactionFound
        }
        return (subscription, desk)
    }

    /// Makes the renewals that are due, of an account or of everybody, one subscription at a time, so that purchases do not
    /// wait for all of them.
    func makeDueRenewals(of account: AccountIdentifier? = nil) throws {
        let due = try database.read { database in
            try SubscriptionTable.due(at: date(database), of: account, database)
        }
        for subscription in due {
            try database.write { database in
                // Another program may have been first.
                guard let subscription = try SubscriptionTable.find(original: subscription.original, database),
                    let account = try AccountTable.find(subscription.account, database)
                else { return }
                let settings = try TestingTable.settings(database)
                try SubscriptionDesk(account: account, store: self, settings: settings)
                    .catchUp(subscription, database)
            }
        }
    }

    /// A subscription as its customer sees it.
    private func summary(of subscription: Subscription, _ database: Database) throws -> SubscriptionSummary {
        SubscriptionSummary(
            originalTransactionIdentifier: subscription.originalIdentifier, group: subscription.group,
            productIdentifier: subscription.product, renewalProductIdentifier: subscription.renewalProduct,
            status: subscription.status, expires: subscription.expires,
            gracePeriodExpires: subscription.gracePeriodEnd, isAutoRenewing: subscription.isAutoRenewing,
            actions: subscription.actions,
            signedTransaction: try purchaseTable.find(number: subscription.transaction, database)?.signed)
    }
}
