internal import PaymentQueueKit
package import StoreModel
internal import StorefrontMessages

/// Lists the device's transactions for the transactions screen, page by page, and does to them what the user wants, as
/// Xcode's transaction manager does. `Application` passes it the screen's commands.
package final class TransactionManager: Manager {
    package static let pageSize = 200

    package let work: WorkQueue
    private let journal: PaymentJournal
    private let store: any StoreAdministration
    private let pages = CoalescedWork<TransactionPlace>()

    init(bus: ApplicationBus, journal: PaymentJournal, store: any StoreAdministration) {
        work = WorkQueue(bus)
        self.journal = journal
        self.store = store
    }

    /// Lists a page: `transactionsListed` follows. Of several that wait, only the newest is listed.
    func request(_ place: TransactionPlace) { pages.add(place, to: work) { try await self.list($0) } }

    /// Does something to a transaction: `transactionsListed` follows, and before it `actionFailed` where it was not done.
    func request(_ action: TransactionAction, on key: IdempotencyKey) {
        work.add { [self] in
            await bus.reporting { try await perform(action, on: key) }
            try await list(.around(key))
        }
    }

    /// Does something to a transaction. Throws `StoreAdministrationError`.
    package func perform(_ action: TransactionAction, on key: IdempotencyKey) async throws {
        try await store.perform(action, on: key)
    }

    /// Those of the newest transactions to which an action can be done now.
    package func newest(allowing action: TransactionAction) async throws -> [PaymentTransaction] {
        let newest = try journal.page(.newest, limit: Self.pageSize).transactions
        let actions = try await store.actions(for: newest.map(\.key))
        return newest.filter { actions[$0.key]?.contains(action) == true }
    }

    private func list(_ place: TransactionPlace) async throws {
        let page = try journal.page(place, limit: Self.pageSize)
        let actions = try await store.actions(for: page.transactions.map(\.key))
        bus.publish(
            .transactionsListed(
                TransactionsListed(
                    place, entries: page.transactions.map { .init(transaction: $0, actions: actions[$0.key] ?? []) },
                    hasNewer: page.hasNewer, hasOlder: page.hasOlder)))
    }
}
