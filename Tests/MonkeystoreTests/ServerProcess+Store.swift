import Foundation
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

extension AppStore {
    /// Its certificates, in the answer that anybody gets who asks for them.
    func certificatesAnswer() throws -> String {
        let chain = certificates.map { Data($0).base64EncodedString() }
        return try SentJSON.text(
            StoreWire.Certificates(bundleIdentifier: BundleIdentifier.standard.rawValue, chain: chain))
    }
}

extension ServerProcess {
    static func started(port: UInt16? = nil, arguments: [String] = []) throws -> ServerProcess {
        let server = try ServerProcess(port: port, arguments: arguments)
        try server.start()
        return server
    }

    /// The session of the account that is signed in to this server on a machine.
    func session(of program: Program) throws -> StoreWire.Session {
        let file = URL(fileURLWithPath: program.data + "/stores/127.0.0.1-\(port)/session.json")
        return try JSONDecoder().decode(StoreWire.Session.self, from: Data(contentsOf: file))
    }

    func knows(_ token: SessionToken) throws -> Bool { try store().session(for: token, device: nil) != nil }

    /// The store's own files. Passwords that are set through this cost the server little later.
    func store() throws -> AppStore { try AppStore.bundled(in: data) }

    func addAccount(_ name: AccountName) async throws {
        _ = try await store().createAccount(name: name, password: "correct horse")
    }

    /// A machine on which somebody is signed in, to a new account or to an existing one.
    func customer(
        _ name: String = "anna", isNew: Bool = true, options: [String] = []
    ) async throws -> Program {
        if isNew { try await addAccount("\(name)") }
        let program = try Program()
        let run = try await program.run(
            ["sign-in", name, "--store", address] + options, input: "correct horse\n")
        #expect(run.output == "Signed in as \(name) (Sandbox).\n", "\(run.error)")
        return program
    }
}
