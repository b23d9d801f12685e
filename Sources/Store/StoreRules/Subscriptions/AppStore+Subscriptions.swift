package import StoreModel

/// The subscriptions of all accounts: the renewals that are due, and what operators do to subscriptions.
/// Programs start the renewals. `AccountSession`, `ServerAPI` and the server's routes for administrators call
/// the rest.
extension AppStore {
    /// The subscriptions of an account, or of all accounts, after the renewals that are due.
    package func subscriptions(
        of account: AccountIdentifier? = nil
    ) throws(StoreAdministrationError) -> [SubscriptionSummary] {
        try administration {
            if let account { try makeDueRenewals(of: account) } else { try makeDueRenewals() }
            return try database.read { database in
                try
                    (account.map { try SubscriptionTable.all(of: $0, database) }
                    ?? SubscriptionTable.all(database))
                    .map { try summary(of: $0, database) }
            }
        }
    }

    /// Performs an action on the subscription that a transaction is of.
    package func perform(
        _ action: SubscriptionAction, on transaction: TransactionIdentifier
    ) throws(StoreAdministrationError) -> SubscriptionSummary {
        try change(transaction) { checkout, subscription, database in
            guard action == .refundPeriod else {
                return try checkout.perform(action, on: subscription, database)
            }
            guard subscription.actions.contains(.refundPeriod) else {
                throw StoreAdministrationError.invalidAction
            }
            try checkout.perform(.refund, on: payment(for: subscription, database), database)
        }
    }

    /// Ends a family's sharing of the subscription that a transaction is of.
    package func endSharing(
        ofSubscription transaction: TransactionIdentifier
    ) throws(StoreAdministrationError) -> SubscriptionSummary {
        try change(transaction) { try $0.endSharing(of: payment(for: $1, $2), $2) }
    }

    /// The payment for the current period.
    private func payment(
        for subscription: Subscription, _ database: any StoreTransaction
    ) throws -> PurchaseRecord {
        guard let current = try purchaseTable.find(number: subscription.transaction, database) else {
            throw StoreAdministrationError.noTransactionFound
        }
        return current
    }

    private func change(
        _ transaction: TransactionIdentifier,
        _ work: (Checkout, Subscription, any StoreTransaction) throws -> Void
    ) throws(StoreAdministrationError) -> SubscriptionSummary {
        let standing = try administration {
            try writeCaughtUp(for: { try owner(of: transaction, $0) }) { checkout, database in
                try work(checkout, subscription(of: transaction, database), database)
                return try summary(of: subscription(of: transaction, database), database)
            }
        }
        updateFeed.refresh()
        return standing
    }

    /// The longest pause between two looks for due renewals while there are subscriptions. A pause is measured by
    /// a clock that stands still while the machine sleeps, and the wall clock may be set forward.
    static let longestPause = Duration.seconds(300)

    /// Makes renewals when they are due, from now on, until the store is released. If this was not called,
    /// renewals are made when somebody asks for something that they concern. A server says on which of its
    /// threads.
    package func startRenewals(on executor: (any TaskExecutor)? = nil) {
        beginCheckOfUnpaid()
        renewals.start(on: executor) { [weak self] in
            guard let self else { return nil }
            do {
                // The run may miss renewals that fall due while it runs.
                let (start, machineStart) = (try database.read(date), time.now())
                try makeDueRenewals()
                let next = try database.read { try pauseToNextDue(after: start, machineStart, $0) }
                return database.longestWait(next.map { min($0, Self.longestPause) })
            } catch {
                log("Renewals are late: \(error)")
                return .seconds(60)
            }
        }
    }

    /// How long nothing is due; nil if nothing will ever be, by a clock that goes. `start` is a moment on the
    /// store's clock, and `machineStart` the same moment on the machine's.
    func pauseToNextDue(
        after start: Timestamp, _ machineStart: Timestamp, _ database: any StoreTransaction
    ) throws -> Duration? {
        let state = try SettingsTable.state(database)
        let next =
            try state.settings.frozenAt == nil
            ? SubscriptionTable.nextDue(after: start, state, database) : nil
        let nextOfOwn =
            try state.hasAccountClocks
            ? SubscriptionTable.nextDueOfOwnClocks(after: machineStart, database) : nil
        return [
            next.map { $0.milliseconds - date(state.settings).milliseconds },
            nextOfOwn.map { $0.milliseconds - time.now().milliseconds },
        ].compactMap(\.self).min().map { .milliseconds(max(1, $0)) }
    }

    /// The catalogue may have changed since the last start: an unpaid product may be gone, or be free now.
    private func beginCheckOfUnpaid() {
        do {
            guard try database.read({ try !SubscriptionTable.unpaid(after: 0, limit: 1, $0).isEmpty }) else {
                return
            }
            try database.write(UnpaidCheckTable.begin)
        } catch {
            log("Unpaid subscriptions are not looked through: \(error)")
        }
    }

    /// The number of the purchase that a subscription began with, by the transaction of any of its periods.
    /// Nil if it is not the number of a transaction.
    package func original(
        of transaction: TransactionIdentifier, _ database: any StoreTransaction
    ) throws -> Int64? {
        guard let number = PurchaseRecord.number(of: transaction) else { return nil }
        return try purchaseTable.find(number: number, database)?.period?.subscription ?? number
    }

    /// The subscription that a transaction is of.
    package func subscription(
        of transaction: TransactionIdentifier, _ database: any StoreTransaction
    ) throws -> Subscription {
        guard let number = try original(of: transaction, database),
            let subscription = try SubscriptionTable.find(original: number, database)
        else { throw StoreAdministrationError.noTransactionFound }
        return subscription
    }

    /// The account of the subscription that a transaction is of.
    private func owner(
        of transaction: TransactionIdentifier, _ database: any StoreTransaction
    ) throws -> Account {
        let subscription = try subscription(of: transaction, database)
        guard let account = try AccountTable.find(subscription.account, database) else {
            throw StoreAdministrationError.noTransactionFound
        }
        return account
    }

    /// Makes what is due, then returns the subscription that a transaction is of, and the rules for its
    /// account. Nil if more is due than one transaction makes.
    package func caughtUp(
        _ transaction: TransactionIdentifier, _ database: any StoreTransaction
    ) throws -> (Subscription, Checkout)? {
        let checkout = try checkout(for: owner(of: transaction, database), database)
        guard try checkout.catchUp(database) else { return nil }
        return (try subscription(of: transaction, database), checkout)
    }

    /// Makes the due renewals of all accounts, in at most `limit` steps. The next caller makes the rest.
    package func makeDueRenewals(atMost limit: Int = .max) throws {
        var run = RenewalRun(self)
        try run.makeAll(atMost: limit)
    }

    package func makeDueRenewals(of account: AccountIdentifier) throws {
        guard try isBehind(account) else { return }
        var isCaughtUp = false
        while !isCaughtUp {
            isCaughtUp = try database.write(about: .account(account)) { database in
                guard let account = try AccountTable.find(account, database) else { return true }
                return try checkout(for: account, database).catchUp(database)
            }
        }
    }

    /// Makes the renewals that have become due by a change of a clock or of the settings, of one account or of
    /// all. The change is made already, and would be made twice if the caller were told of trouble here. What
    /// is left is for the timer, which the caller wakes.
    func makeRenewalsAfterChange(of account: AccountIdentifier? = nil) {
        do {
            if let account {
                try makeDueRenewals(of: account)
            } else {
                try makeDueRenewals(atMost: Self.mostStepsAtOnce)
            }
        } catch {
            log("Renewals are late: \(error)")
        }
    }

    /// Whether renewals of an account are due.
    func isBehind(_ account: AccountIdentifier) throws -> Bool {
        try database.read { database in
            let settings = try settings(of: account, database)
            return try SubscriptionTable.due(at: date(settings), of: account, database)
                .contains { $0.isBehind(at: date(settings), rules(settings)) }
        }
    }

    /// The account's subscription in a group of the catalogue; nil if it has had none.
    func subscription(
        in group: String, of account: AccountIdentifier, _ database: any StoreTransaction
    ) throws -> Subscription? {
        try assortment.subscription(in: group, among: SubscriptionTable.all(of: account, database))
    }

    func summary(
        of subscription: Subscription, _ database: any StoreTransaction
    ) throws -> SubscriptionSummary {
        SubscriptionSummary(
            originalTransactionIdentifier: subscription.originalIdentifier, group: subscription.group,
            productIdentifier: subscription.product, renewalProductIdentifier: subscription.renewalProduct,
            status: subscription.status, expires: subscription.expires,
            gracePeriodExpires: subscription.gracePeriodEnd, isAutoRenewing: subscription.isAutoRenewing,
            actions: subscription.actions,
            signedTransaction: try purchaseTable.find(number: subscription.transaction, database)?.signed)
    }
}
