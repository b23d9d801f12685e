internal import FileSystem
internal import StoreCatalogue
package import StoreEngine
package import StoreModel
internal import StoreSQLite

extension AppStore {
    /// The store of a folder with the built-in catalogue. New passwords are hashed fast.
    package static func bundled(in folder: String, time: TimeSource = .system) throws -> AppStore {
        try AppStore(directory: DataDirectory(path: folder), catalogue: .bundled(), time: time, passwordRounds: 2)
    }
}
