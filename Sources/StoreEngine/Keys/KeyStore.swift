package import FileSystem

/// Where the store's keys are kept.
package protocol KeyStore: Sendable {
    /// What a person knows the place by: the path of its folder.
    var path: String { get }

    /// What a person knows a key by: the path of its file.
    func name(of key: String) -> String

    /// The bytes of a key; nil where there is no such key.
    func key(named name: String) throws(StorageError) -> [UInt8]?

    /// The bytes of a key. One that is missing is made once, however many programs ask for it at the same time.
    func key(named name: String, make: () -> [UInt8]) throws(StorageError) -> [UInt8]
}

extension DataDirectory: KeyStore {
    package func name(of key: String) -> String { file("keys/" + key) }
}
