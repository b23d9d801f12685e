import AppStore
import DurableStorage
import StoreModel
import TestSupport

extension ServerProcess {
    /// Whether a token is good.
    func knows(_ token: SessionToken) throws -> Bool { try store().session(for: token, device: nil) != nil }

    /// The store's own files.
    func store() throws -> AppStore { try AppStore(directory: DataDirectory(path: data), catalogue: .bundled()) }
}
