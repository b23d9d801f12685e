internal import DeviceStorage
internal import PaymentQueueKit
package import StoreEvents
package import StoreModel
internal import Synchronization

/// Lists the account's subscriptions and carries out the user's actions on them, for `Application` and the
/// command `subscriptions`. Without the store, the list is made from the purchases on this device, which
/// know of no grace period.
package final class SubscriptionManager: Manager {
    package let work: WorkQueue
    private let queue: PaymentQueue
    private let replica: AccountReplica
    private let time: TimeSource
    private let store: any StoreAdministration
    private let lists = CoalescedWork<Void>()
    private let refreshes = CoalescedWork<Void>()
    private let isAsked = Mutex(false)

    /// - Parameter time: the store's clock, by which subscriptions run out.
    init(
        bus: EventBus, queue: PaymentQueue, replica: AccountReplica,
        store: any StoreService & StoreAdministration, time: TimeSource
    ) {
        work = WorkQueue(bus)
        self.queue = queue
        self.replica = replica
        self.time = time
        self.store = store
        work.observe(.subscriptionChanged, .transactionFailed) { [weak self] event in
            switch event {
            case .subscriptionChanged: self?.refresh()
            // The store knows more about the subscription than this device: that there is one, or that its
            // price is not the one on the sheet.
            case .transactionFailed(let transaction)
            where transaction.error?.domain == .subscription || transaction.error == .priceChanged:
                self?.refresh()
            default: break
            }
        }
        work.follow(store.updates()) { [weak self] update in
            switch update {
            case .accountChanged, .networkChanged(isUp: true): self?.refresh()
            case .networkChanged, .settingsChanged: break
            }
        }
    }

    /// Lists the subscriptions. `subscriptionsListed` follows, now and whenever they change from then on.
    func request() {
        isAsked.withLock { $0 = true }
        lists.add((), to: work) { try await self.list(isAnswer: true) }
    }

    /// Does something to a subscription. What it changes for the account comes, and then
    /// `subscriptionsListed`. If it was not done, `actionFailed` comes first.
    func request(_ action: SubscriptionAction, on original: TransactionIdentifier) {
        work.add { [self] in
            await bus.reporting { try await perform(action, on: original) }
            await queue.settleNews()
            try await list(isAnswer: true)
        }
    }

    /// Asks the store for the state of the subscriptions, if this device knows of any or somebody
    /// wants to see them.
    package func refresh() {
        refreshes.add((), to: work) { [weak self] in
            guard let self else { return }
            let knowsAny = (try? replica.numbers().latestPeriods.isEmpty) == false
            if knowsAny || isAsked.withLock({ $0 }) { try await list(isAnswer: false) }
        }
    }

    /// The subscriptions, as the store has them or, if it does not answer, as this device
    /// knows them. Throws `ReplicaError`.
    package func current(isAnswer: Bool = true) async throws -> SubscriptionsListed {
        guard let subscriptions = try? await store.subscriptions() else {
            return SubscriptionsListed(
                subscriptions: try replica.numbers().knownSubscriptions(at: time.now()), isFromStore: false,
                isAnswer: isAnswer)
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
