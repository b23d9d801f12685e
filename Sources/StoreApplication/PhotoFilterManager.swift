package import EventBus
internal import GRDB
package import SQLiteStorage
package import StoreModel
internal import StorefrontMessages
internal import Synchronization

/// Switches the photo filters that were bought on and off (spec E5), and says on the bus which are on. It is kept on disk
/// which ones the user wants; one that is not owned, or is refunded, is off all the same.
package final class PhotoFilterManager: Sendable {
    /// The filters' part of the device's database.
    package static let migrations = [
        DatabaseFile.Migration("photo-filters-1") { database in
            try database.execute(sql: "CREATE TABLE photo_filter (name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID")
        }
    ]

    private let bus: EventBus
    private let file: DatabaseFile
    private let work = WorkQueue()
    private let owned = Mutex<Set<PhotoFilter>>([])
    private let observation = Mutex<Observation?>(nil)

    /// A manager that observes what is owned from now on, in a database that has `migrations`.
    package init(bus: EventBus, file: DatabaseFile) {
        self.bus = bus
        self.file = file
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

    /// Switches a filter on that is off, or off that is on: `FiltersChanged` follows, or `FilterRefused`.
    package func toggle(_ filter: PhotoFilter) { work.add { self.change(filter) } }

    /// Switches all filters off: `FiltersChanged` follows.
    package func clear() { work.add { self.change { try $0.execute(sql: "DELETE FROM photo_filter") } } }

    private func take(_ products: Set<ProductIdentifier>) {
        owned.withLock { $0 = Set(products.compactMap(PhotoFilter.init(productIdentifier:))) }
        change { _ in }
    }

    private func change(_ filter: PhotoFilter) {
        guard owned.withLock({ $0.contains(filter) }) else {
            return bus.publish(.filterRefused(FilterRefused(filter: filter)))
        }
        change { database in
            try database.execute(sql: "DELETE FROM photo_filter WHERE name = ?", arguments: [filter.rawValue])
            guard database.changesCount == 0 else { return }
            try database.execute(sql: "INSERT INTO photo_filter (name) VALUES (?)", arguments: [filter.rawValue])
        }
    }

    /// Changes what the user wants, and says which filters are on then.
    private func change(_ body: (Database) throws -> Void) {
        do {
            let wanted = try file.write { database in
                try body(database)
                return try String.fetchAll(database, sql: "SELECT name FROM photo_filter").compactMap(
                    PhotoFilter.init(rawValue:))
            }
            bus.publish(.filtersChanged(FiltersChanged(filters: owned.withLock { $0.intersection(wanted) })))
        } catch {
            bus.publish(.actionFailed(ActionFailed(sentence: sentence(for: error))))
        }
    }
}
