package import StoreModel

/// Starts scenarios and does their steps, for customers and for the `ScenarioRuns` of a server. It also chooses
/// the products and the account.
extension AppStore {
    /// Starts a scenario, and does all of its steps if `doingAll` says so.
    ///
    /// - Parameters:
    ///   - account: an identifier or a name; nil for a new account for the scenario, in `environment`.
    ///   - product: nil for the first product of the catalogue that fits the scenario.
    /// - Throws: `ScenarioRefusal` or `StoreAdministrationError`; then nothing was done.
    package func start(
        _ scenario: Scenario, of account: String?, with product: ProductIdentifier?,
        in environment: StoreEnvironment = .sandbox, doingAll: Bool
    ) throws -> ScenarioRun {
        let cast = try cast(of: scenario, with: product)
        let identifier = randomUUID()
        return try play(atMost: doingAll ? .max : 0) { database in
            let account =
                try account.map { try scenarioAccount($0, cast, database) }
                ?? ownAccount(of: scenario, identifier, environment, database)
            let run = ScenarioRun(
                identifier: identifier, scenario: scenario, cast: cast, account: account.identifier)
            return (run, account)
        }
    }

    /// Plays a scenario with an account, to its end.
    func play(_ scenario: Scenario, of account: AccountIdentifier) throws(StoreAdministrationError) {
        try administration {
            do {
                _ = try start(scenario, of: account.rawValue, with: nil, doingAll: true)
            } catch let refusal as ScenarioRefusal {
                throw StoreAdministrationError.cannotPlay(refusal)
            }
        }
    }

    func run(afterNextStepOf run: ScenarioRun) throws -> ScenarioRun {
        guard !run.isOver else { throw ScenarioRefusal(.isOver) }
        return try play(atMost: 1) { database in
            guard let account = try AccountTable.find(run.account, database) else {
                throw ScenarioRefusal(.noAccount)
            }
            return (run, account)
        }
    }

    /// Does steps of a run, all in one transaction. Nobody sees the clock that they move before they are
    /// done, so no timer makes a part of what is due.
    private func play(
        atMost limit: Int, _ start: (any StoreTransaction) throws -> (ScenarioRun, Account)
    ) throws -> ScenarioRun {
        let run = try administration(orThrowing: ScenarioRefusal.self) {
            // Other accounts' renewals that are already due are made first, in the order of their dates.
            if limit > 0 { try makeDueRenewals(atMost: Self.mostStepsAtOnce) }
            return try database.write { database in
                let (run, account) = try start(database)
                var player = ScenarioPlayer(store: self, account: account, run: run)
                for step in run.rest.prefix(limit) { try player.play(step, database) }
                return player.run
            }
        }
        if limit > 0 {
            makeRenewalsAfterChange()
            settingsChanged()
        }
        return run
    }

    private func ownAccount(
        of scenario: Scenario, _ identifier: String, _ environment: StoreEnvironment,
        _ database: any StoreTransaction
    ) throws -> Account {
        // Nobody can sign in to it: it has no password.
        let account = try makeAccount(
            named: "scenario \(scenario.rawValue) \(identifier)", environment: environment, database)
        guard let account else {
            throw ScenarioRefusal(.accountTaken)
        }
        return account
    }

    private func scenarioAccount(
        _ name: String, _ cast: ScenarioCast, _ database: any StoreTransaction
    ) throws -> Account {
        guard let account = try AccountTable.find(called: name, database) else {
            throw ScenarioRefusal(.noAccount)
        }
        guard let group = cast.group,
            let subscription = try subscription(in: group, of: account.identifier, database),
            subscription.status != .expired, subscription.status != .revoked
        else { return account }
        throw ScenarioRefusal(.isSubscribed(cast.product))
    }

    private func cast(
        of scenario: Scenario, with product: ProductIdentifier?
    ) throws(ScenarioRefusal) -> ScenarioCast {
        if let product, assortment.products[product] == nil {
            throw ScenarioRefusal(.noProduct(product))
        }
        let candidates = assortment.onSale.filter { product == nil || $0.identifier == product }
        guard scenario.isOfSubscription else {
            // A developer's server is asked about the refund of a consumable only.
            let kinds: [ProductKind] =
                scenario.asksToBuy ? [.consumable, .nonRenewing, .nonConsumable] : [.consumable]
            let found = kinds.lazy.compactMap { kind in candidates.first { $0.kind == kind } }.first
            guard let found else {
                throw ScenarioRefusal(.unfit(product, needed: scenario.asksToBuy ? .boughtOnce : .consumable))
            }
            return ScenarioCast(product: found.identifier)
        }
        for candidate in candidates {
            // A free subscription is always paid.
            guard let plan = assortment.plans[candidate.identifier], plan.price > 0 else { continue }
            if let cast = cast(of: scenario, plan) { return cast }
        }
        throw ScenarioRefusal(
            .unfit(
                product,
                needed: .subscription(other: scenario.otherLevel, hasOffer: scenario.redeemsOffer)))
    }

    private func cast(of scenario: Scenario, _ plan: SubscriptionPlan) -> ScenarioCast? {
        var cast = ScenarioCast(product: plan.product, group: plan.terms.group)
        var offers = plan.terms.offers
        if let level = scenario.otherLevel {
            let other = assortment.onSale.lazy.compactMap { self.assortment.plans[$0.identifier] }.first {
                other in
                other.terms.group == plan.terms.group
                    && (level == .higher
                        ? other.terms.level < plan.terms.level : other.terms.level > plan.terms.level)
                    && (!scenario.redeemsOffer
                        || other.terms.offers.contains(where: \.canBeRedeemedByCustomers))
            }
            guard let other else { return nil }
            cast.other = other.product
            offers = other.terms.offers
        }
        guard scenario.redeemsOffer else { return cast }
        cast.offer = offers.first(where: \.canBeRedeemedByCustomers)
        return cast.offer == nil ? nil : cast
    }
}

extension CatalogueOffer {
    /// Whether a customer with a subscription in its group may redeem it.
    fileprivate var canBeRedeemedByCustomers: Bool {
        kind == .promotional || kind == .code && customers.contains(.existing)
    }
}

extension Scenario {
    /// The level of the second product that it needs; nil if it needs only one product.
    fileprivate var otherLevel: ScenarioRefusal.Level? {
        if steps.contains(.buyHigher) || steps.contains(.redeemOfferOfHigher) { return .higher }
        return steps.contains(.buyLower) || steps.contains(.redeemOfferOfLower) ? .lower : nil
    }

    fileprivate var redeemsOffer: Bool { steps.contains(where: \.redeemsOffer) }
}
