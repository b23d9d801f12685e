internal import DurableStorage
internal import GRDB
public import StoreModel

/// The store's back room: what its operator sets and looks at, for all accounts.
extension AppStore {
    /// The settings in force.
    public func settings() throws(StoreTestingError) -> StoreSettings {
        try backRoom { try database.read(TestingTable.settings) }
    }

    /// Puts settings in force; a delay outside 0…60,000 ms becomes the nearest of the two.
    public func apply(_ settings: StoreSettings) throws(StoreTestingError) {
        var settings = settings
        settings.delayMilliseconds = min(max(settings.delayMilliseconds, 0), 60_000)
        try backRoom { try database.write { try TestingTable.set(settings, $0) } }
        updateFeed.refresh()
    }

    func backRoom<Value>(_ work: () throws -> Value) throws(StoreTestingError) -> Value {
        do { return try work() } catch let error as StoreTestingError { throw error } catch {
            throw .serviceUnavailable("\(error)")
        }
    }
}
