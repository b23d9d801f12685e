package import Storage
package import StoreModel

extension DataDirectory {
    /// The identifier of this device, a UUID that it makes at its first start and keeps in `keys/device`. The
    /// store binds the app receipt to it, so that a content server gives nothing to others. Purchases do not
    /// depend on it, so a damaged one is replaced.
    ///
    /// - Throws: `StorageError`.
    package func deviceIdentifier() throws(StorageError) -> String {
        let bytes = try key(named: "device") { Array(randomUUID().utf8) }
        let known = String(decoding: bytes, as: UTF8.self)
        if known.isUUID { return known }
        let new = randomUUID()
        try replaceKey(named: "device", with: Array(new.utf8))
        return new
    }
}
