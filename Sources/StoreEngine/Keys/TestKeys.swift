package import FileSystem
internal import Synchronization

/// The keys of a store that is made for a test, in memory. It may sign as another store does, so that all of them have one root; its
/// API key and its shared secret are its own.
package final class TestKeys: KeyStore {
    private static let own: Set = [ServerAPIKey.fileName, AppStore.secretName]

    /// Nil for a store with all keys of its own.
    private let signing: (any KeyStore)?
    private let keys = Mutex<[String: [UInt8]]>([:])

    package init(signingAs store: AppStore? = nil) { signing = store?.keys }

    package var path: String { "memory" }

    package func name(of key: String) -> String { "\(key) in memory" }

    package func key(named name: String) throws(StorageError) -> [UInt8]? {
        if let signing, !Self.own.contains(name) { return try signing.key(named: name) }
        return keys.withLock { $0[name] }
    }

    package func key(named name: String, make: () -> [UInt8]) throws(StorageError) -> [UInt8] {
        if let signing, !Self.own.contains(name) { return try signing.key(named: name, make: make) }
        let made = make()
        return keys.withLock { keys in
            if let key = keys[name] { return key }
            keys[name] = made
            return made
        }
    }
}
