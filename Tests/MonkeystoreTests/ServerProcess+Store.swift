import FileSystem
import StoreCatalogue
import StoreEngine
import StoreModel
import StoreSQLite
import TestSupport
import Testing

extension ServerProcess {
    func knows(_ token: SessionToken) throws -> Bool { try store().session(for: token, device: nil) != nil }

    /// The store's own files. Passwords that come in there cost the server little later.
    func store() throws -> AppStore { try AppStore.bundled(in: data) }

    func addAccount(_ name: AccountName) async throws {
        _ = try await store().createAccount(name: name, password: "correct horse")
    }

    /// A machine on which somebody is signed in, to a new account or to one that there is.
    func customer(_ name: String = "anna", isNew: Bool = true, options: [String] = []) async throws -> Program {
        if isNew { try await addAccount("\(name)") }
        let program = try Program()
        let run = try await program.run(["sign-in", name, "--store", address] + options, input: "correct horse\n")
        #expect(run.output == "Signed in as \(name) (Sandbox).\n", "\(run.error)")
        return program
    }
}
