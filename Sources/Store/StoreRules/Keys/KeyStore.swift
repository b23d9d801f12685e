package import Storage
package import StoreModel
internal import Synchronization

/// The place from which `AppStore` takes its keys, and where it makes them at its first run. It is a data
/// directory, the database of several servers (`SealedKeys`), or memory for the store of a test (`TestKeys`).
package protocol KeyStore: Sendable {
    /// The place's name for people: the path of its folder.
    var path: String { get }

    /// A key's name for people: the path of its file.
    func name(of key: String) -> String

    /// The bytes of a key; nil if there is no such key.
    func key(named name: String) throws(StorageError) -> [UInt8]?

    /// The bytes of a key. A missing key is made once, even if several programs ask for it at the same time.
    func key(named name: String, make: () -> [UInt8]) throws(StorageError) -> [UInt8]
}

extension DataDirectory: KeyStore {
    package func name(of key: String) -> String { file("keys/" + key) }
}

/// The keys of a store for a test, in memory.
package final class TestKeys: KeyStore {
    private let keys = Mutex<[String: [UInt8]]>([:])

    package init() {}

    package var path: String { "memory" }

    package func name(of key: String) -> String { "\(key) in memory" }

    package func key(named name: String) throws(StorageError) -> [UInt8]? { keys.withLock { $0[name] } }

    package func key(named name: String, make: () -> [UInt8]) throws(StorageError) -> [UInt8] {
        let made = make()
        return keys.withLock { keys in
            if let key = keys[name] { return key }
            keys[name] = made
            return made
        }
    }
}
