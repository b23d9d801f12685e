internal import DeviceStorage
internal import EventBus
package import SQLiteStorage
package import StoreModel
internal import StorefrontMessages
internal import Synchronization

/// Switches the photo filters that were bought on and off (spec E5), and says on the bus which are on. It is kept on disk
/// which ones the user wants; one that is not owned, or is refunded, is off all the same.
package final class PhotoFilterManager: Sendable {
    private let bus: ApplicationBus
    private let table: PhotoFilterTable
    private let work = WorkQueue()
    private let owned = Mutex<Set<PhotoFilter>>([])
    private let observation = Mutex<Observation?>(nil)

    /// A manager that observes what is owned from now on, in a database that has `PhotoFilterTable.migrations`.
    package init(bus: ApplicationBus, file: DatabaseFile) {
        self.bus = bus
        table = PhotoFilterTable(file: file)
        let token = bus.observe { [weak self] (event: StorefrontEvent) in
            guard let self, case .entitlementsChanged(let entitlements) = event else { return }
            work.add { self.take(entitlements.ownedProducts) }
        }
        observation.withLock { $0 = token }
    }

    /// Stops observing, and returns when what was asked for before is done.
    package func close() async {
        observation.withLock { $0.take() }?.cancel()
        await work.drain()
    }

    /// Switches a filter on that is off, or off that is on: `filtersChanged` follows, or `filterRefused`.
    package func toggle(_ filter: PhotoFilter) { work.add { self.change(filter) } }

    /// Switches all filters off: `filtersChanged` follows.
    package func clear() { work.add { self.publish { try self.table.clear() } } }

    private func take(_ products: Set<ProductIdentifier>) {
        owned.withLock { $0 = Set(products.compactMap(PhotoFilter.init(productIdentifier:))) }
        publish {}
    }

    private func change(_ filter: PhotoFilter) {
        guard owned.withLock({ $0.contains(filter) }) else {
            return bus.publish(.filterRefused(filter))
        }
        publish { try table.toggle(filter) }
    }

    /// Changes what the user wants, and says which filters are on then.
    private func publish(after change: () throws -> Void) {
        do {
            try change()
            let wanted = try table.wanted()
            bus.publish(.filtersChanged(owned.withLock { $0.intersection(wanted) }))
        } catch {
            bus.report(error)
        }
    }
}
