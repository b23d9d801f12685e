internal import Foundation
internal import Storage
package import StoreModel
package import StoreRules
internal import StoreSQLite

#if AppleServices
package import AppleServices
#endif
#if Postgres
internal import StorePostgres
#endif

extension Catalogue {
    /// Reads a catalogue that a test has written.
    package init(_ json: String, name: String = "Some.storekit") throws(CatalogueError) {
        try self.init(json: Array(json.utf8), name: name)
    }
}

extension AppStore {
    /// What follows the facts at the stores of tests, the same as at a server's.
    package static var followers: [any FactFollower] {
        #if AppleServices
        [DeveloperNotifications()]
        #else
        []
        #endif
    }

    /// The store of a folder with the built-in catalogue. New passwords are hashed fast.
    package static func bundled(in folder: String, time: TimeSource = .system) throws -> AppStore {
        try AppStore(
            directory: DataDirectory(path: folder), catalogue: .bundled(), followers: followers, time: time,
            passwordRounds: 2)
    }

    /// The same, as a server of that data directory opens it with `--database`; nil means without.
    package static func bundled(in folder: String, database address: String?) throws -> AppStore {
        guard let address else { return try bundled(in: folder) }
        #if Postgres
        let secret = try DataDirectory(path: folder).file("sealing-key")
        if !FileManager.default.fileExists(atPath: secret) {
            try (UUID().uuidString + "\n").write(toFile: secret, atomically: true, encoding: .utf8)
        }
        let engine = try PostgresEngine(address: address)
        let keys = try SealedKeys(in: engine) { _ in
            String(try String(contentsOfFile: secret, encoding: .utf8).dropLast())
        }
        return try AppStore(testedOn: engine, keys: keys)
        #else
        throw ToolError(description: "Built without PostgreSQL: \(address)")
        #endif
    }

    package func set(_ change: (inout StoreSettings) -> Void) throws {
        var settings = try settings()
        change(&settings)
        try apply(settings)
    }
}

#if AppleServices
extension ServerAPI {
    /// The API of a store, signed with the store's own key.
    package init(store: AppStore) throws {
        self.init(store: store, key: try ServerAPIKey(keys: store.keys))
    }
}
#endif
