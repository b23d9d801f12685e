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
        store = try AppStore(testedOn: engine, keys: keys, catalogue: catalogue, time: time.source)
    }

    /// A copy of the database as it is now.
    package func copy() throws -> [UInt8] { try engine.contents() }

    /// The store after the copy was put back.
    package func store(with copy: [UInt8]) throws -> AppStore {
        try AppStore(
            testedOn: SQLiteEngine(inMemory: copy), keys: keys, catalogue: catalogue, time: time.source)
    }
}
