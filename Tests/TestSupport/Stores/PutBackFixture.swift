package import StoreRules
internal import StoreSQLite

/// A store in memory that can be put back to an earlier copy of its database.
package struct PutBackFixture {
    package let time = ManualTime()
    package let store: AppStore
    private let engine: SQLiteEngine
    private let keys = TestKeys()
    private let catalogue: Catalogue

    package init(catalogue: Catalogue) throws {
        self.catalogue = catalogue
        engine = try SQLiteEngine()
        store = try Self.open(engine, keys, catalogue, time)
    }

    /// A copy of the database as it is now.
    package func copy() throws -> [UInt8] { try engine.contents() }

    /// The store after the copy was put back.
    package func store(with copy: [UInt8]) throws -> AppStore {
        try Self.open(SQLiteEngine(inMemory: copy), keys, catalogue, time)
    }

    private static func open(
        _ engine: SQLiteEngine, _ keys: TestKeys, _ catalogue: Catalogue, _ time: ManualTime
    ) throws -> AppStore {
        try AppStore(
            database: engine, keys: keys, catalogue: catalogue, application: WantedApplication(),
            followers: AppStore.followers, time: time.source, passwordRounds: 2)
    }
}
