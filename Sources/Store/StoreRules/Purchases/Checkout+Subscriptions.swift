internal import StoreModel

/// The rules for an account's subscriptions. They change a subscription, and write the transactions that
/// follow. Purchases, `RenewalRun` and the actions of customers and operators (`AppStore`) call them. Each
/// period is paid once, no matter how often or by which program it is computed.
extension Checkout {
    /// How many moves one transaction makes. A program that is killed loses no more than these, and other
    /// writers wait no longer than they take.
    static let mostMovesAtOnce = 10

    private var rules: SubscriptionRules {
        var rules = store.rules(settings)
        // As Apple says of `recentSubscriptionStartDate`: sixty days, and ten minutes in the sandbox.
        rules.forgivenLapse = .seconds(account.environment == .sandbox ? 600 : 60 * 86_400)
        return rules
    }

    /// Makes the moves of the account's subscriptions that are due, as many as one transaction makes. Returns
    /// false if more may be due.
    package func catchUp(_ database: any StoreTransaction) throws -> Bool {
        var rest = Self.mostMovesAtOnce
        for subscription in try SubscriptionTable.due(at: now, of: account.identifier, database) {
            rest -= try catchUp(subscription, atMost: rest, database)
        }
        return rest > 0
    }

    /// Makes the moves of a subscription that are due, at most `limit`, and returns how many.
    @discardableResult
    func catchUp(
        _ subscription: Subscription, atMost limit: Int, _ database: any StoreTransaction
    ) throws -> Int {
        var subscription = subscription
        let rules = rules
        if rules.plans[subscription.renewalProduct] == nil, try store.hasOtherCatalogue(database) { return 0 }
        let now = now
        var moves = 0
        // If the clock jumps far ahead, many are due. Each is dated as if the store had made it in time.
        while moves < limit {
            var dated = self
            dated.moment = subscription.moment(ofStepAt: now)
            guard let change = subscription.step(at: now, rules) else { break }
            moves += 1
            try dated.apply(change, to: &subscription, database)
        }
        if moves > 0 { try save(subscription, database) }
        return moves
    }

    /// Buys a subscription, or redeems an offer of it. A charge fills the record. If nothing is charged, the
    /// record says what changed, or why it failed. Returns the fact to post after the purchase.
    func buy(
        _ plan: SubscriptionPlan, with offer: CatalogueOffer?, as record: inout PurchaseRecord,
        _ database: any StoreTransaction
    ) throws -> StoreFact? {
        var subscription: Subscription
        let event: SubscriptionEvent
        let known = try store.subscription(in: plan.terms.group, of: account.identifier, database)
        if let offer, !offer.isFor(known) {
            record.fail(.ineligibleForOffer)
            return nil
        }
        let offer = offer.map(Subscription.Offer.init)
        if let known {
            subscription = known
            let purchase = subscription.buy(
                plan, with: offer, at: now, paidUntil: try paidUntil(known, database), rules)
            switch purchase {
            case .charged(let begun): event = begun
            case .changed(let kind, let change):
                record.status = .changed
                // A renewal that waits for its payment is tried again now.
                record.change = RenewalChange(kind, from: subscription.isUnpaid ? now : subscription.expires)
                try changeWithoutCharge(
                    subscription, change, wasAutoRenewing: known.isAutoRenewing, database)
                return nil
            case .refused(let error):
                record.fail(error)
                return nil
            }
        } else {
            subscription = Subscription.first(
                plan, with: offer, account: account.identifier, purchase: record.number,
                at: now, rules)
            event = .began
        }
        guard
            record.request.allows(Money(milliunits: subscription.price, currency: store.assortment.currency))
        else {
            record.fail(.priceChanged)
            return nil
        }
        let isUpgrade = if case .upgraded = event { true } else { false }
        // As Apple says, the token stays with a subscription that goes on.
        if record.appAccountToken == nil, isUpgrade || event == .recovered {
            record.appAccountToken =
                try store.purchaseTable.find(number: subscription.transaction, database)?.appAccountToken
        }
        if isUpgrade { try markUpgraded(subscription.transaction, database) }
        subscription.transaction = record.number
        try pay(&record, for: subscription, isPurchase: true, database)
        try save(subscription, database)
        return .subscription(event, subscription)
    }

    /// Tells what a purchase changed without a charge, and writes the subscription. If a renewal waits for
    /// its payment, the moves that follow are made at once.
    private func changeWithoutCharge(
        _ subscription: Subscription, _ event: SubscriptionEvent, wasAutoRenewing: Bool,
        _ database: any StoreTransaction
    ) throws {
        try post(.subscription(event, subscription), database)
        if !wasAutoRenewing, event != .autoRenewing(true) {
            try post(.subscription(.autoRenewing(true), subscription), database)
        }
        try write(subscription, database)
        if subscription.isUnpaid { try catchUp(subscription, atMost: Self.mostMovesAtOnce, database) }
    }

    /// Performs an action on a subscription, and whatever follows from it at once.
    func perform(
        _ action: SubscriptionAction, on subscription: Subscription, _ database: any StoreTransaction
    ) throws {
        var checkout = self
        // This customer has fixed the billing, even if the settings make all other renewals fail.
        if action == .fixBilling, subscription.isUnpaid { checkout.settings.failsRenewals = false }
        try checkout.change(subscription, database) { $0.perform(action, at: now) }
    }

    /// Changes a subscription, makes the moves that follow at once, and returns the subscription as it was
    /// before those moves. Throws `StoreAdministrationError.invalidAction` if `body` refuses.
    @discardableResult
    package func change(
        _ subscription: Subscription, _ database: any StoreTransaction,
        _ body: (inout Subscription) -> SubscriptionChange?
    ) throws -> Subscription {
        var subscription = subscription
        guard let change = body(&subscription) else { throw StoreAdministrationError.invalidAction }
        try apply(change, to: &subscription, database)
        try save(subscription, database)
        try catchUp(subscription, atMost: Self.mostMovesAtOnce, database)
        return subscription
    }

    /// Ends the subscription if its current period was refunded. A refund of an earlier period
    /// changes nothing. Returns the fact to post after the refund.
    @discardableResult
    func endSubscription(with record: PurchaseRecord, _ database: any StoreTransaction) throws -> StoreFact? {
        guard var subscription = try subscription(inPeriodOf: record, database),
            let change = subscription.perform(.refundPeriod, at: now)
        else { return nil }
        // It does not renew, even if the refund is reversed.
        subscription.decisions += 1
        try write(subscription, database)
        return change.event.map { .subscription($0, subscription) }
    }

    /// Reinstates the subscription if the refund of its current period was reversed. It then goes on until
    /// the end of that period.
    func reinstateSubscription(with record: PurchaseRecord, _ database: any StoreTransaction) throws {
        guard var subscription = try subscription(inPeriodOf: record, database) else { return }
        subscription.reinstate(at: now)
        try write(subscription, database)
    }

    /// The end of what is paid. A refund takes away the last period, and perhaps others before it.
    private func paidUntil(
        _ subscription: Subscription, _ database: any StoreTransaction
    ) throws -> Timestamp {
        guard subscription.phase == .revoked else { return subscription.expires }
        let last = try store.purchaseTable.lastPaid(of: subscription, database)?.signed
        return try last.flatMap { try TransactionSigner.payload(of: $0).expiresDate }
            ?? subscription.originalDate
    }

    /// The subscription whose current period the purchase paid for.
    func subscription(
        inPeriodOf record: PurchaseRecord, _ database: any StoreTransaction
    ) throws -> Subscription? {
        let subscription = try SubscriptionTable.find(of: record, database)
        return subscription?.transaction == record.number ? subscription : nil
    }

    /// Writes all that a change brings except the subscription itself: the transaction of a new period, or
    /// the present one with another end.
    private func apply(
        _ change: SubscriptionChange, to subscription: inout Subscription, _ database: any StoreTransaction
    ) throws {
        let key = IdempotencyKey.renewing(subscription.original, period: subscription.period)
        if change.isCharged, let paid = try store.purchaseTable.find(key, of: account.identifier, database) {
            // This period was charged before an earlier copy of the database was put back, and a device has
            // given the charge back since.
            subscription.transaction = paid.number
        } else if change.isCharged {
            var renewal = PurchaseRecord(
                number: try store.nextNumber(database), account: account.identifier,
                // The store makes this purchase itself, so it also makes the key.
                request: PurchaseRequest(key: key, productIdentifier: subscription.product, quantity: 1),
                status: .purchased)
            renewal.appAccountToken =
                try store.purchaseTable.find(number: subscription.transaction, database)?.appAccountToken
            subscription.transaction = renewal.number
            try pay(&renewal, for: subscription, isPurchase: false, database)
            try write(renewal, .renewed, database)
        }
        if change.movesEnd {
            try sign(subscription.transaction, database) { $0.expiresDate = subscription.expires }
        }
        if let event = change.event { try post(.subscription(event, subscription), database) }
    }

    /// Says of a purchase that an upgrade ended it.
    func markUpgraded(_ number: Int64, _ database: any StoreTransaction) throws {
        try sign(number, database) { $0.isUpgraded = true }
    }

    private func pay(
        _ record: inout PurchaseRecord, for subscription: Subscription, isPurchase: Bool,
        _ database: any StoreTransaction
    ) throws {
        record.period = PurchaseRecord.Period(
            subscription: subscription.original, number: subscription.period)
        try pay(&record, payload(of: record, subscription, isPurchase: isPurchase), database)
    }

    /// Signs a transaction anew with a change. If it was finished, it stays finished: there is nothing new
    /// to deliver.
    private func sign(
        _ number: Int64, _ database: any StoreTransaction, _ change: (inout TransactionPayload) -> Void
    ) throws {
        guard var record = try store.purchaseTable.find(number: number, database), record.signed != nil else {
            return
        }
        let before = record
        try sign(&record, database, change)
        record.isFinished = before.isFinished
        try write(record, from: before, .signedAnew, database)
    }

    /// Writes a subscription that has moved. All devices of the account learn of it.
    private func save(_ subscription: Subscription, _ database: any StoreTransaction) throws {
        try write(subscription, database)
        try store.countOtherChange(of: account.identifier, database)
    }

    /// Writes a subscription. Something else may be due next.
    func write(_ subscription: Subscription, _ database: any StoreTransaction) throws {
        try SubscriptionTable.save(subscription, database)
        database.afterCommit { [renewals = store.renewals] in renewals.wake() }
    }
}
