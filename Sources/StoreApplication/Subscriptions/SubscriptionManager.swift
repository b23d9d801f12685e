package import DeviceStorage
internal import EventBus
package import StoreModel
package import StorefrontMessages
internal import Synchronization

/// Lists the account's subscriptions, and does to them what the user wants. What the store says about a subscription that this
/// device knows is recorded: from then on its end is known here without the store.
package final class SubscriptionManager: Sendable {
    private let bus: ApplicationBus
    private let entitlements: Entitlements
    private let testing: any StoreAdministration
    private let work = WorkQueue()
    private let lists: CoalescedWork<Void>
    private let refreshes: CoalescedWork<Void>
    private let isAsked = Mutex(false)
    private let listening: Mutex<(observation: Observation?, updates: Task<Void, Never>?)> = Mutex((nil, nil))

    package init(
        bus: ApplicationBus, entitlements: Entitlements, store: any StoreService, testing: any StoreAdministration
    ) {
        self.bus = bus
        self.entitlements = entitlements
        self.testing = testing
        lists = CoalescedWork(on: work)
        refreshes = CoalescedWork(on: work)
        let observation = bus.observe { [weak self] (event: StorefrontEvent) in
            // A change at the next renewal charges nothing, so there is no transaction for it. Where the price was another one
            // than the sheet said, the store knows more about the subscription than this device.
            guard case .transactionFailed(let transaction) = event, let error = transaction.error else { return }
            if error.domain == .subscription || error == .priceChanged { self?.refresh() }
        }
        let updates = store.updates()
        let task = Task { [weak self] in
            for await update in updates {
                switch update {
                case .purchasesChanged, .networkChanged(isUp: true): self?.refresh()
                case .networkChanged, .settingsChanged: break
                }
            }
        }
        listening.withLock { $0 = (observation, task) }
    }

    deinit { listening.withLock { $0.updates }?.cancel() }

    /// Stops listening, and returns when what was asked for before is done.
    package func close() async {
        let (observation, updates) = listening.withLock { $0 }
        observation?.cancel()
        updates?.cancel()
        await work.drain()
    }

    /// Lists the subscriptions: `subscriptionsListed` follows, now and whenever they change from then on.
    func request() {
        isAsked.withLock { $0 = true }
        lists.add(()) { await self.list(isAnswer: true) }
    }

    /// Does something to a subscription: `subscriptionsListed` follows, and before it `actionFailed` where it was not done.
    func request(_ action: SubscriptionAction, on original: TransactionIdentifier) {
        work.add { await self.performAndList(action, on: original) }
    }

    /// Asks the store how the subscriptions stand, where this device knows of any or somebody wants to see them.
    package func refresh() {
        refreshes.add(()) { [weak self] in
            guard let self else { return }
            let knowsAny = (try? entitlements.latestPeriods().isEmpty) == false
            if knowsAny || isAsked.withLock({ $0 }) { await list(isAnswer: false) }
        }
    }

    /// The subscriptions, as the store has them, or as they are known here where it does not answer.
    ///
    /// - Throws: `EntitlementError`.
    package func current() async throws -> SubscriptionsListed { try await current(isAnswer: true) }

    private func current(isAnswer: Bool) async throws -> SubscriptionsListed {
        guard let subscriptions = try? await testing.subscriptions() else {
            return SubscriptionsListed(
                subscriptions: try entitlements.knownSubscriptions(), isFromStore: false, isAnswer: isAnswer)
        }
        if try entitlements.follow(subscriptions.compactMap(\.signedTransaction)) {
            try bus.publish(entitlements)
        }
        return SubscriptionsListed(subscriptions: subscriptions, isAnswer: isAnswer)
    }

    /// Does something to a subscription.
    ///
    /// - Parameter original: the transaction that it began with.
    /// - Throws: `StoreAdministrationError`.
    package func perform(
        _ action: SubscriptionAction, on original: TransactionIdentifier
    ) async throws(StoreAdministrationError) {
        _ = try await testing.perform(action, on: original)
    }

    private func list(isAnswer: Bool) async {
        do { bus.publish(.subscriptionsListed(try await current(isAnswer: isAnswer))) } catch {
            bus.report(error)
        }
    }

    private func performAndList(_ action: SubscriptionAction, on original: TransactionIdentifier) async {
        do {
            try await perform(action, on: original)
        } catch {
            bus.report(error)
        }
        await list(isAnswer: true)
    }
}
