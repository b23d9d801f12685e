package import EventBus
package import StoreModel
internal import Synchronization

/// Lists the account's subscriptions, and does to them what the user wants. What the store says about a subscription that this
/// device knows is recorded: from then on its end is known here without the store.
package final class SubscriptionManager: Sendable {
    private let bus: EventBus
    private let entitlements: Entitlements
    private let testing: any StoreAdministration
    private let work = WorkQueue()
    private let lists: CoalescedWork<Void>
    private let refreshes: CoalescedWork<Void>
    private let isAsked = Mutex(false)
    private let listening: Mutex<(observations: [Observation], updates: Task<Void, Never>?)> = Mutex(([], nil))

    /// A manager that listens for `SubscriptionsRequested` and `SubscriptionActionRequested`, and to the store, from now on.
    package init(bus: EventBus, entitlements: Entitlements, store: any StoreService, testing: any StoreAdministration) {
        self.bus = bus
        self.entitlements = entitlements
        self.testing = testing
        lists = CoalescedWork(on: work)
        refreshes = CoalescedWork(on: work)
        let observations = [
            bus.observe { [weak self] (_: SubscriptionsRequested) in
                guard let self else { return }
                isAsked.withLock { $0 = true }
                lists.add(()) { await self.list(isAnswer: true) }
            },
            bus.observe { [weak self] (wish: SubscriptionActionRequested) in
                guard let self else { return }
                work.add { await self.perform(wish) }
            },
            // A change at the next renewal charges nothing, so there is no transaction for it. Where the price was another one
            // than the sheet said, the store knows more about the subscription than this device.
            bus.observe { [weak self] (fact: TransactionFailed) in
                let error = fact.transaction.error
                if error?.domain == .subscription || error == .priceChanged { self?.refresh() }
            },
        ]
        let updates = store.updates()
        let task = Task { [weak self] in
            for await update in updates {
                switch update {
                case .purchasesChanged, .networkChanged(isUp: true): self?.refresh()
                case .networkChanged, .settingsChanged: break
                }
            }
        }
        listening.withLock { $0 = (observations, task) }
    }

    deinit { listening.withLock { $0.updates }?.cancel() }

    /// Stops listening, and returns when what was wished before is done.
    package func close() async {
        let (observations, updates) = listening.withLock { $0 }
        for observation in observations { observation.cancel() }
        updates?.cancel()
        await work.drain()
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
            bus.post(try entitlements.current())
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
        do { bus.post(try await current(isAnswer: isAnswer)) } catch {
            bus.post(ActionFailed(sentence: sentence(for: error)))
        }
    }

    private func perform(_ wish: SubscriptionActionRequested) async {
        do {
            try await perform(wish.action, on: wish.originalTransactionIdentifier)
        } catch {
            bus.post(ActionFailed(sentence: sentence(for: error)))
        }
        await list(isAnswer: true)
    }
}
