internal import StoreCatalogue
internal import StoreDatabase
internal import StoreModel
internal import StoreSigning

/// Moves the subscriptions of an account, and writes the transactions and notifications that follow. All of it runs
/// inside the caller's write transaction, so each period is paid once, however often it is computed, and by whichever
/// program.
struct SubscriptionService {
    /// How many moves one transaction makes. A program that is killed loses no more than these, and no other writer waits
    /// longer.
    static let mostMovesAtOnce = 10

    let account: Account
    let store: AppStore
    var settings: StoreSettings
    /// For the notifications of what it does.
    var keeping = NotificationKeeping.whereAddressed

    private var now: Timestamp { store.date(settings) }
    private var rules: SubscriptionRules { store.rules(settings) }

    /// Makes moves of the account's subscriptions that are due, as many as one transaction makes; returns false where
    /// more may be due.
    func catchUp(_ database: any StoreTransaction) throws -> Bool {
        var rest = Self.mostMovesAtOnce
        for subscription in try SubscriptionTable.due(at: now, of: account.identifier, database) {
            rest -= try catchUp(subscription, atMost: rest, database)
        }
        return rest > 0
    }

    /// Makes moves of a subscription that are due, at most so many, and returns how many.
    @discardableResult
    func catchUp(_ subscription: Subscription, atMost limit: Int, _ database: any StoreTransaction) throws -> Int {
        var subscription = subscription
        let rules = rules
        var moves = 0
        while moves < limit, let change = subscription.step(at: now, rules) {
            moves += 1
            try record(change, of: &subscription, database)
        }
        guard moves > 0 else { return 0 }
        try SubscriptionTable.save(subscription, database)
        try store.countChange(for: account.identifier, database)
        subscriptionsChanged(database)
        return moves
    }

    /// Takes a purchase of a subscription, or an offer of it. A charge fills the record; where nothing is charged the record
    /// says why.
    /// Returns what is to be told once the record is written.
    func buy(
        _ plan: SubscriptionPlan, with offer: CatalogueOffer? = nil, as record: inout PurchaseRecord,
        _ database: any StoreTransaction
    ) throws -> SubscriptionChange? {
        var subscription: Subscription
        var change: SubscriptionChange
        let known = try SubscriptionTable.find(group: plan.terms.group, of: account.identifier, database)
        if let offer, !offer.isFor(known) {
            record.status = .failed
            record.error = .ineligibleForOffer
            return nil
        }
        let offer = offer.map(Subscription.Offer.init)
        if var known {
            let refusal: StoreError?
            (change, refusal) = known.buy(plan, with: offer, device: record.device, at: now, rules)
            subscription = known
            if let refusal {
                record.status = .failed
                record.error = refusal
                try self.record(change, of: &subscription, database)
                try SubscriptionTable.save(subscription, database)
                return nil
            }
        } else {
            (subscription, change) = Subscription.first(
                plan, with: offer, account: account.identifier, device: record.device, purchase: record.number,
                at: now, rules)
        }
        guard record.request.allows(Money(milliunits: subscription.price, currency: store.currency)) else {
            record.status = .failed
            record.error = .priceChanged
            return nil
        }
        subscription.transaction = record.number
        try supersede(change, database)
        try fill(&record, for: subscription, change, database)
        try SubscriptionTable.save(subscription, database)
        // The account's other devices may use it, too.
        try store.countChange(for: account.identifier, database)
        subscriptionsChanged(database)
        return change
    }

    /// Does something to a subscription, and what follows from it at once.
    func perform(_ action: SubscriptionAction, on subscription: Subscription, _ database: any StoreTransaction) throws {
        var service = self
        // This customer has mended it, also where the settings let the renewals of all others fail.
        if action == .fixBilling, subscription.isUnpaid { service.settings.failsRenewals = false }
        try service.change(subscription, database) { $0.perform(action, at: now) }
    }

    /// Changes a subscription, does what follows from it at once, and returns the subscription before that. Throws
    /// `StoreAdministrationError.invalidAction` where `body` refuses.
    @discardableResult
    func change(
        _ subscription: Subscription, _ database: any StoreTransaction,
        _ body: (inout Subscription) -> SubscriptionChange?
    ) throws -> Subscription {
        var subscription = subscription
        guard let change = body(&subscription) else { throw StoreAdministrationError.invalidAction }
        try record(change, of: &subscription, database)
        try SubscriptionTable.save(subscription, database)
        try store.countChange(for: account.identifier, database)
        subscriptionsChanged(database)
        try catchUp(subscription, atMost: Self.mostMovesAtOnce, database)
        return subscription
    }

    /// Writes a change to the database, with its transaction and its notification.
    private func record(
        _ change: SubscriptionChange, of subscription: inout Subscription, _ database: any StoreTransaction
    ) throws {
        if change.isCharged {
            var renewal = PurchaseRecord(
                number: try store.nextNumber(database), account: account.identifier,
                device: subscription.device,
                // The store makes this purchase itself, so it has a key of the store's making.
                request: PurchaseRequest(key: .random(at: now), productIdentifier: subscription.product, quantity: 1),
                status: .purchased)
            renewal.appAccountToken =
                try store.purchaseTable.find(number: subscription.transaction, database)?.appAccountToken
            subscription.transaction = renewal.number
            try fill(&renewal, for: subscription, change, database)
            try store.purchaseTable.insert(renewal, database)
        }
        if change.movesEnd {
            try store.sign(subscription.transaction, database) { $0.expiresDate = subscription.expires.milliseconds }
        }
        try supersede(change, database)
        guard let notice = change.notice else { return }
        let current = try store.purchaseTable.find(number: subscription.transaction, database)
        try store.notify(
            notice.type, notice.subtype, about: current, of: subscription, in: account.environment, keeping: keeping,
            database)
    }

    private func supersede(_ change: SubscriptionChange, _ database: any StoreTransaction) throws {
        guard let upgraded = change.upgraded else { return }
        try store.sign(upgraded, database) { $0.isUpgraded = true }
    }

    private func fill(
        _ record: inout PurchaseRecord, for subscription: Subscription, _ change: SubscriptionChange,
        _ database: any StoreTransaction
    ) throws {
        let payload = TransactionPayload(
            of: subscription, number: record.number, reason: change.isPurchase ? "PURCHASE" : "RENEWAL", store: store,
            account: account, date: now)
        record.signed = try store.signer.sign(payload)
        record.date = subscription.start
        record.period = PurchaseRecord.Period(subscription: subscription.original, number: subscription.period)
        record.history = PurchaseRecord.History(
            kind: .autoRenewable, purchaseDate: subscription.start,
            modification: try store.purchaseTable.nextModification(of: account.identifier, database))
    }

    private func subscriptionsChanged(_ database: any StoreTransaction) {
        database.afterCommit { [renewals = store.renewals] in renewals.wake() }
    }
}

extension AppStore {
    func rules(_ settings: StoreSettings) -> SubscriptionRules {
        SubscriptionRules(
            rate: settings.timeRate, failsRenewals: settings.failsRenewals,
            allowsGracePeriod: settings.allowsGracePeriod, plans: plans)
    }

    /// Signs a transaction anew with something changed in it, as its customer's latest change. Whether it was finished stays
    /// as it is: there is nothing new to deliver.
    func sign(_ number: Int64, _ database: any StoreTransaction, _ change: (inout TransactionPayload) -> Void) throws {
        guard var record = try purchaseTable.find(number: number, database), let signed = record.signed else { return }
        var payload = try TransactionSigner.payload(of: signed)
        change(&payload)
        // By the later date devices know which of two counts, also where the clock was set back.
        payload.signedDate = max(try date(of: record.account, database).milliseconds, payload.signedDate + 1)
        record.signed = try signer.sign(payload)
        record.history?.modification = try purchaseTable.nextModification(of: record.account, database)
        try purchaseTable.update(record, database)
    }
}
