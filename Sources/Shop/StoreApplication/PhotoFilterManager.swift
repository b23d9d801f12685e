internal import DeviceStorage
package import Storage
package import StoreEvents
package import StoreModel
internal import Synchronization

/// Switches the purchased photo filters on and off for `Application`, and publishes which are on. The user's
/// choice is kept on disk. A filter that is not owned, or was refunded, is off anyway.
package final class PhotoFilterManager: Manager {
    package let work: WorkQueue
    private let table: PhotoFilterTable
    private let rereads = CoalescedWork<Void>()
    private let owned = Mutex<Set<PhotoFilter>>([])
    /// What was published last; nil before the first time.
    private let published = Mutex<Set<PhotoFilter>?>(nil)

    /// Observes what is owned from now on. The database must have `PhotoFilterTable.migrations`.
    package init(bus: EventBus, file: DatabaseFile) {
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

    /// Switches a filter on if it is off, and off if it is on. `filtersChanged` follows, or `filterRefused`.
    package func toggle(_ filter: PhotoFilter) {
        work.add { [self] in
            guard owned.withLock({ $0.contains(filter) }) else { return bus.publish(.filterRefused(filter)) }
            try table.toggle(filter)
            try publish()
        }
    }

    /// Switches all filters off. `filtersChanged` follows.
    package func clear() {
        work.add { [self] in
            try table.clear()
            try publish()
        }
    }

    /// Publishes which filters are on, if another program on the same data has changed that.
    package func fileMayHaveChanged() {
        rereads.add((), to: work) { [weak self] in
            guard let self else { return }
            let before = published.withLock { $0 }
            if let before, try filtersOn() != before { try publish() }
        }
    }

    private func publish() throws {
        let filters = try filtersOn()
        published.withLock { $0 = filters }
        bus.publish(.filtersChanged(filters))
    }

    /// The filters that the user has switched on, and still owns.
    private func filtersOn() throws -> Set<PhotoFilter> {
        let wanted = try table.wanted()
        return owned.withLock { $0.intersection(wanted) }
    }
}
