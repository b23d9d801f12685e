import FileSystem
import StoreCatalogue
import StoreEngine
import StoreModel
import StoreSQLite
import TestSupport

extension ServerProcess {
    /// Whether a token is good.
    func knows(_ token: SessionToken) throws -> Bool { try store().session(for: token, device: nil) != nil }

    /// The store's own files. Passwords that come in there cost the server little later.
    func store() throws -> AppStore {
        try AppStore(directory: DataDirectory(path: data), catalogue: .bundled(), passwordRounds: 2)
    }

    /// Makes an account.
    func addAccount(_ name: AccountName) async throws {
        _ = try await store().createAccount(name: name, password: "correct horse")
    }
}
