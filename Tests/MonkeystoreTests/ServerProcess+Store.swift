import AppStore
import DurableStorage
import TestSupport

extension ServerProcess {
    /// The store's own files.
    func store() throws -> AppStore { try AppStore(directory: DataDirectory(path: data), catalogue: .bundled()) }
}
