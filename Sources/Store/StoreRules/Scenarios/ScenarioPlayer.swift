internal import StoreModel

/// Does the steps of a scenario, for `AppStore.start` and `doNextStep`, by the store's own rules and in the
/// caller's transaction.
struct ScenarioPlayer {
    let store: AppStore
    let account: Account
    var run: ScenarioRun

    /// Does the next step, and adds its result to the run. Throws `ScenarioRefusal` if the account
    /// is not as the previous steps left it.
    mutating func play(_ step: ScenarioStep, _ database: any StoreTransaction) throws {
        let checkout = try caughtUp(database)
        do {
            try act(step, checkout, database)
        } catch let error as StoreAdministrationError {
            guard error == .invalidAction || error == .noTransactionFound else { throw error }
            throw ScenarioRefusal(.accountChanged(step))
        }
        let subscription = try subscription(database)
        let summary = try subscription.map { try store.summary(of: $0, database) }
        let purchase = try run.payment.flatMap {
            try store.purchaseTable.find($0, of: account.identifier, database)
        }
        run.done.append(
            ScenarioReport(
                name: step.rawValue,
                state: subscription.map { "\($0.status)" } ?? purchase?.status.rawValue ?? "none",
                occasion: run.occasion, subscription: summary,
                purchase: purchase.map(PurchaseSummary.init),
                date: try store.date(of: account.identifier, database)))
    }

    private mutating func act(
        _ step: ScenarioStep, _ checkout: Checkout, _ database: any StoreTransaction
    ) throws {
        switch step {
        case .buy, .askToBuy: run.payment = try buy(run.cast.product, step, checkout, database)
        case .buyAgain: _ = try buy(run.cast.product, step, checkout, database)
        case .buyHigher, .buyLower, .redeemOfferOfHigher, .redeemOfferOfLower, .redeemOffer:
            let product = step == .redeemOffer ? run.cast.product : run.cast.other
            guard let product else { throw StoreAdministrationError.noTransactionFound }
            _ = try buy(product, step, checkout, database)
        case .periodEnds, .gracePeriodEnds, .retryEnds: try passTime(step, database)
        case .breakBilling: try perform(.breakBilling, checkout, database)
        case .fixBilling: try perform(.fixBilling, checkout, database)
        case .autoRenewOff: try perform(.cancel, checkout, database)
        case .autoRenewOn: try perform(.resume, checkout, database)
        case .askForConsent: try perform(.requestPriceConsent, checkout, database)
        case .consent: try perform(.consentToPrice, checkout, database)
        case .requestRefund:
            try checkout.requestRefund(of: payment(database), because: .unintendedPurchase, database)
        case .declineRefund: try checkout.declineRefund(of: payment(database), database)
        case .refund: try checkout.perform(.refund, on: payment(database), database)
        case .reverseRefund: try checkout.perform(.reverseRefund, on: payment(database), database)
        case .approve: try checkout.perform(.approve, on: payment(database), database)
        case .decline: try checkout.perform(.decline, on: payment(database), database)
        }
    }

    /// The rules for the account, without the faults that are in force for others. All that is due is
    /// made first.
    private func caughtUp(_ database: any StoreTransaction) throws -> Checkout {
        var checkout = try store.checkout(for: account, database)
        checkout.settings.asksToBuy = run.scenario.asksToBuy
        checkout.settings.interruptsPurchases = false
        checkout.settings.nextFailure = nil
        checkout.settings.everyFailure = nil
        checkout.settings.failsRenewals = false
        checkout.settings.allowsGracePeriod = run.scenario.allowsGracePeriod
        checkout.occasion = run.occasion
        while try !checkout.catchUp(database) {}
        return checkout
    }

    private func subscription(_ database: any StoreTransaction) throws -> Subscription? {
        try run.cast.group.flatMap { try store.subscription(in: $0, of: account.identifier, database) }
    }

    private func payment(_ database: any StoreTransaction) throws -> PurchaseRecord {
        let record = try run.payment.flatMap {
            try store.purchaseTable.find($0, of: account.identifier, database)
        }
        guard let record else { throw StoreAdministrationError.noTransactionFound }
        return record
    }

    private func buy(
        _ product: ProductIdentifier, _ step: ScenarioStep, _ checkout: Checkout,
        _ database: any StoreTransaction
    ) throws -> IdempotencyKey {
        let request = PurchaseRequest(key: .random(at: checkout.now), productIdentifier: product, quantity: 1)
        let offer = step.redeemsOffer ? run.cast.offer : nil
        switch try checkout.purchase(request, with: offer, database).result {
        // What the account owns is granted again, and nobody is asked.
        case .purchased where step == .askToBuy: throw ScenarioRefusal(.isOwned(product))
        // If a plan changes later, or does not change after all, nothing is charged now.
        case .purchased, .deferred, .changed: break
        case .failed(let error):
            throw ScenarioRefusal(.purchaseFailed(step, error))
        case .revoked: throw StoreAdministrationError.invalidAction
        }
        return request.key
    }

    private func perform(
        _ action: SubscriptionAction, _ checkout: Checkout, _ database: any StoreTransaction
    ) throws {
        guard let subscription = try subscription(database) else {
            throw StoreAdministrationError.noTransactionFound
        }
        try checkout.perform(action, on: subscription, database)
    }

    /// Moves the clock to when the subscription next moves by itself: the account's own clock, or else
    /// the store's.
    private func passTime(_ step: ScenarioStep, _ database: any StoreTransaction) throws {
        let status: SubscriptionStatus =
            switch step {
            case .gracePeriodEnds: .gracePeriod
            case .retryEnds: .billingRetry
            default: .active
            }
        guard let subscription = try subscription(database), subscription.status == status,
            let due = subscription.due
        else { throw StoreAdministrationError.invalidAction }
        var settings = try store.settings(of: account.identifier, database)
        settings.moveClock(
            by: max(0, due.milliseconds - store.date(settings).milliseconds),
            isFrozen: settings.frozenAt != nil,
            at: store.time.now())
        guard settings.hasRightClock(at: store.time.now()) else {
            throw ScenarioRefusal(.clockTooFar(step))
        }
        if try AccountClockTable.find(account.identifier, in: settings, database) != nil {
            try AccountClockTable.set(settings, of: account.identifier, database)
            try store.countClockChange(of: account.identifier, database)
        } else {
            try SettingsTable.set(settings, database)
        }
        _ = try caughtUp(database)
    }
}
