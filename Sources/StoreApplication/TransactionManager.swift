package import EventBus
package import PaymentQueueKit
package import StoreModel
internal import Synchronization

/// Lists the device's transactions, page by page, and does to them what the user wants, as Xcode's transaction manager does.
package final class TransactionManager: Sendable {
    /// How many transactions a page has at most.
    package static let pageSize = 200

    private let bus: EventBus
    private let journal: PaymentJournal
    private let testing: any StoreAdministration
    private let work = WorkQueue()
    private let pages: CoalescedWork<TransactionPlace>
    private let observations = Mutex<[Observation]>([])

    /// A manager that listens for `TransactionsRequested` and `TransactionActionRequested` from now on.
    package init(bus: EventBus, journal: PaymentJournal, testing: any StoreAdministration) {
        self.bus = bus
        self.journal = journal
        self.testing = testing
        pages = CoalescedWork(on: work)
        let tokens = [
            bus.observe { [weak self] (wish: TransactionsRequested) in
                guard let self else { return }
                pages.add(wish.place) { await self.list($0) }
            },
            bus.observe { [weak self] (wish: TransactionActionRequested) in
                guard let self else { return }
                work.add { await self.perform(wish) }
            },
        ]
        observations.withLock { $0 = tokens }
    }

    /// Stops listening, and returns when what was wished before is done.
    package func close() async {
        for observation in observations.withLock({ $0 }) { observation.cancel() }
        await work.drain()
    }

    private func list(_ place: TransactionPlace) async {
        do {
            let page = try journal.page(place, limit: Self.pageSize)
            let actions = try await testing.actions(for: page.transactions.map(\.key))
            bus.post(
                TransactionsListed(
                    place,
                    entries: page.transactions.map { .init(transaction: $0, actions: actions[$0.key] ?? []) },
                    hasNewer: page.hasNewer, hasOlder: page.hasOlder))
        } catch {
            bus.post(ActionFailed(sentence: sentence(for: error)))
        }
    }

    private func perform(_ wish: TransactionActionRequested) async {
        do {
            switch wish.action {
            case .approve: try await testing.approve(wish.key)
            case .decline: try await testing.decline(wish.key)
            case .lapse: try await testing.lapse(wish.key)
            case .resolve: try await testing.resolve(wish.key)
            case .refund: try await testing.refund(wish.key)
            case .reverseRefund: try await testing.reverseRefund(wish.key)
            }
        } catch {
            bus.post(ActionFailed(sentence: sentence(for: error)))
        }
        await list(.around(wish.key))
    }
}
