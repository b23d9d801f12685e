internal import DeviceStorage
package import Storage
internal import StoreEvents
package import StoreModel
internal import Synchronization

/// Switches the photo filters that were bought on and off for `Application`, and says on
/// the bus which are on. It is kept on disk which ones the user wants; one that is not
/// owned, or is refunded, is off all the same.
package final class PhotoFilterManager: Manager {
    package let work: WorkQueue
    private let table: PhotoFilterTable
    private let owned = Mutex<Set<PhotoFilter>>([])

    /// A manager that observes what is owned from now on, in a database that
    /// has `PhotoFilterTable.migrations`.
    package init(bus: ApplicationBus, file: DatabaseFile) {
        work = WorkQueue(bus)
        table = PhotoFilterTable(file: file)
        work.observe(.entitlementsChanged) { [weak self] event in
            guard let self, case .entitlementsChanged(let entitlements) = event else { return }
            work.add {
                let filters = entitlements.ownedProducts.compactMap(PhotoFilter.init(productIdentifier:))
                self.owned.withLock { $0 = Set(filters) }
                try self.publish()
            }
        }
    }

    /// Switches a filter on that is off, or off that is on: `filtersChanged` follows, or `filterRefused`.
    package func toggle(_ filter: PhotoFilter) {
        work.add { [self] in
            guard owned.withLock({ $0.contains(filter) }) else { return bus.publish(.filterRefused(filter)) }
            try table.toggle(filter)
            try publish()
        }
    }

    /// Switches all filters off: `filtersChanged` follows.
    package func clear() {
        work.add { [self] in
            try table.clear()
            try publish()
        }
    }

    private func publish() throws {
        let wanted = try table.wanted()
        bus.publish(.filtersChanged(owned.withLock { $0.intersection(wanted) }))
    }
}
