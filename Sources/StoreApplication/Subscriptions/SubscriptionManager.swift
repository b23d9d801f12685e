internal import DeviceStorage
package import StoreModel
package import StorefrontMessages
internal import Synchronization

/// Lists the account's subscriptions and does to them what the user wants, for `Application` and the command
/// `subscriptions`. What the store says about one that this device knows is recorded: from then on its end is known
/// here without the store.
package final class SubscriptionManager: Manager {
    package let work: WorkQueue
    private let entitlements: Entitlements
    private let store: any StoreAdministration
    private let lists = CoalescedWork<Void>()
    private let refreshes = CoalescedWork<Void>()
    private let isAsked = Mutex(false)

    init(bus: ApplicationBus, entitlements: Entitlements, store: any StoreService & StoreAdministration) {
        work = WorkQueue(bus)
        self.entitlements = entitlements
        self.store = store
        work.observe { [weak self] event in
            switch event {
            case .subscriptionChanged: self?.refresh()
            // The store knows more about the subscription than this device: that there is one, or that its price is another one than the
            // sheet said.
            case .transactionFailed(let transaction)
            where transaction.error?.domain == .subscription || transaction.error == .priceChanged:
                self?.refresh()
            default: break
            }
        }
        work.follow(store.updates()) { [weak self] update in
            switch update {
            case .purchasesChanged, .networkChanged(isUp: true): self?.refresh()
            case .networkChanged, .settingsChanged: break
            }
        }
    }

    /// Lists the subscriptions: `subscriptionsListed` follows, now and whenever they change from then on.
    func request() {
        isAsked.withLock { $0 = true }
        lists.add((), to: work) { try await self.list(isAnswer: true) }
    }

    /// Does something to a subscription: `subscriptionsListed` follows, and before it `actionFailed` where it was not done.
    func request(_ action: SubscriptionAction, on original: TransactionIdentifier) {
        work.add { [self] in
            await bus.reporting { try await perform(action, on: original) }
            try await list(isAnswer: true)
        }
    }

    /// Asks the store how the subscriptions stand, where this device knows of any or somebody wants to see them.
    package func refresh() {
        refreshes.add((), to: work) { [weak self] in
            guard let self else { return }
            let knowsAny = (try? entitlements.latestPeriods().isEmpty) == false
            if knowsAny || isAsked.withLock({ $0 }) { try await list(isAnswer: false) }
        }
    }

    /// The subscriptions, as the store has them, or as they are known here where it does not answer. Throws
    /// `EntitlementError`.
    package func current(isAnswer: Bool = true) async throws -> SubscriptionsListed {
        guard let subscriptions = try? await store.subscriptions() else {
            return SubscriptionsListed(
                subscriptions: try entitlements.knownSubscriptions(), isFromStore: false, isAnswer: isAnswer)
        }
        if try entitlements.follow(subscriptions.compactMap(\.signedTransaction)) {
            try bus.publish(entitlements)
        }
        return SubscriptionsListed(subscriptions: subscriptions, isAnswer: isAnswer)
    }

    /// - Parameter original: the transaction that the subscription began with.
    package func perform(
        _ action: SubscriptionAction, on original: TransactionIdentifier
    ) async throws(StoreAdministrationError) {
        _ = try await store.perform(action, on: original)
    }

    private func list(isAnswer: Bool) async throws {
        bus.publish(.subscriptionsListed(try await current(isAnswer: isAnswer)))
    }
}
