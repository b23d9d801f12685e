package import PaymentQueueKit
package import StoreModel
internal import StorefrontMessages

/// Lists the device's transactions, page by page, and does to them what the user wants, as Xcode's transaction manager does.
package final class TransactionManager: Sendable {
    package static let pageSize = 200

    private let bus: ApplicationBus
    private let journal: PaymentJournal
    private let testing: any StoreAdministration
    private let work = WorkQueue()
    private let pages: CoalescedWork<TransactionPlace>

    package init(bus: ApplicationBus, journal: PaymentJournal, testing: any StoreAdministration) {
        self.bus = bus
        self.journal = journal
        self.testing = testing
        pages = CoalescedWork(on: work)
    }

    /// Returns when all that was asked for before is done.
    package func close() async { await work.drain() }

    /// Lists a page: `transactionsListed` follows. Of several that wait, only the newest is listed.
    func request(_ place: TransactionPlace) { pages.add(place) { await self.list($0) } }

    /// Does something to a transaction: `transactionsListed` follows, and before it `actionFailed` where it was not done.
    func request(_ action: TransactionAction, on key: IdempotencyKey) {
        work.add { await self.perform(action, on: key) }
    }

    private func list(_ place: TransactionPlace) async {
        do {
            let page = try journal.page(place, limit: Self.pageSize)
            let actions = try await testing.actions(for: page.transactions.map(\.key))
            bus.publish(
                .transactionsListed(
                    TransactionsListed(
                        place,
                        entries: page.transactions.map { .init(transaction: $0, actions: actions[$0.key] ?? []) },
                        hasNewer: page.hasNewer, hasOlder: page.hasOlder)))
        } catch {
            bus.report(error)
        }
    }

    private func perform(_ action: TransactionAction, on key: IdempotencyKey) async {
        do {
            try await testing.perform(action, on: key)
        } catch {
            bus.report(error)
        }
        await list(.around(key))
    }
}
