package import EventBus
internal import GRDB
package import SQLiteStorage
internal import StoreModel
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
    private let observations = Mutex<[Observation]>([])

    /// A manager that listens for `FilterToggleRequested`, `FiltersClearRequested` and what is owned from now on, in a
    /// database that has `migrations`.
    package init(bus: EventBus, file: DatabaseFile) {
        self.bus = bus
        self.file = file
        let tokens = [
            bus.observe { [weak self] (fact: EntitlementsChanged) in
                guard let self else { return }
                work.add { self.take(fact.ownedProducts) }
            },
            bus.observe { [weak self] (wish: FilterToggleRequested) in
                guard let self else { return }
                work.add { self.toggle(wish.filter) }
            },
            bus.observe { [weak self] (_: FiltersClearRequested) in
                guard let self else { return }
                work.add { self.clear() }
            },
        ]
        observations.withLock { $0 = tokens }
    }

    /// Stops listening, and returns when what was wished before is done.
    package func close() async {
        for observation in observations.withLock({ $0 }) { observation.cancel() }
        await work.drain()
    }

    private func take(_ products: Set<ProductIdentifier>) {
        owned.withLock { $0 = Set(products.compactMap(PhotoFilter.init(productIdentifier:))) }
        change { _ in }
    }

    private func toggle(_ filter: PhotoFilter) {
        guard owned.withLock({ $0.contains(filter) }) else { return bus.post(FilterRefused(filter: filter)) }
        change { database in
            try database.execute(sql: "DELETE FROM photo_filter WHERE name = ?", arguments: [filter.rawValue])
            guard database.changesCount == 0 else { return }
            try database.execute(sql: "INSERT INTO photo_filter (name) VALUES (?)", arguments: [filter.rawValue])
        }
    }

    private func clear() {
        change { try $0.execute(sql: "DELETE FROM photo_filter") }
    }

    /// Changes what the user wants, and says which filters are on then.
    private func change(_ body: (Database) throws -> Void) {
        do {
            let wanted = try file.write { database in
                try body(database)
                return try String.fetchAll(database, sql: "SELECT name FROM photo_filter").compactMap(
                    PhotoFilter.init(rawValue:))
            }
            bus.post(FiltersChanged(filters: owned.withLock { $0.intersection(wanted) }))
        } catch {
            bus.post(ActionFailed(sentence: sentence(for: error)))
        }
    }
}
