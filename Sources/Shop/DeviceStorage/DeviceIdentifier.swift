package import Storage
package import StoreModel

extension DataDirectory {
    /// The identifier of this device, a UUID that it makes at its first start and keeps in `keys/device`. The
    /// store binds the app receipt to it, so that a content server gives nothing to others. Purchases do not
    /// depend on it.
    ///
    /// - Throws: `StorageError`.
    package func deviceIdentifier() throws(StorageError) -> String {
        String(decoding: try key(named: "device") { Array(randomUUID().utf8) }, as: UTF8.self)
    }
}
