package import FileSystem

/// The place of the store's keys: a data directory, or memory in tests.
package protocol KeyStore: Sendable {
    /// The place's name for people: the path of its folder.
    var path: String { get }

    /// A key's name for people: the path of its file.
    func name(of key: String) -> String

    /// The bytes of a key; nil where there is no such key.
    func key(named name: String) throws(StorageError) -> [UInt8]?

    /// The bytes of a key. One that is missing is made once, however many programs ask for it at the same time.
    func key(named name: String, make: () -> [UInt8]) throws(StorageError) -> [UInt8]
}

extension DataDirectory: KeyStore {
    package func name(of key: String) -> String { file("keys/" + key) }
}
