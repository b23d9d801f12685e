import Foundation
import StoreModel
import StoreRules
import StoreWire
import Subprocess
import TestSupport
import Testing

@Suite("A session that the store refuses", .ownThreads, .timeLimit(.minutes(10)))
struct RefusedSessionTests {
    let server: ServerProcess

    init() throws { server = try .started() }

    private var store: [String] { ["--store", server.address] }

    /// A customer with 25 credits and a subscription, whose session has ended at the store.
    private func forgotten() async throws -> Program {
        let anna = try await server.customer()
        for product in ["consume5credits", "monthlybunch"] {
            try await anna.succeed(["buy", product, "--yes"] + store)
        }
        let token = SessionToken(rawValue: try server.session(of: anna).token)
        server.kill()
        try await server.store().signOut(token)
        try server.start()
        return anna
    }

    private func sentence(_ meaning: String) -> String {
        "monkeystore: The store no longer knows you. \(meaning) Sign in again: monkeystore sign-in NAME.\n"
    }

    @Test func `is one sentence at the end of each command, and nothing else is said about the store`()
        async throws
    {
        let anna = try await forgotten()
        let waits = sentence("What waits goes on when you sign in; it counts once, and you pay once.")
        let commands: [(line: String, status: Int32, output: String?)] = [
            ("balance", 0, "25 monkey credits\n"), ("history", 0, nil), ("subscriptions", 0, nil),
            ("spend 2", 0, "23 monkey credits\n"), ("settings", 7, ""), ("subscriptions cancel", 7, ""),
            ("spend 24", 4, ""),
        ]
        for (line, status, output) in commands {
            let run = try await anna.run(line.split(separator: " ").map(String.init) + store)
            #expect(run.status == .exited(status), "\(line): \(run.error)")
            // A refusal of its own comes first.
            #expect(status == 4 ? run.error.hasSuffix(waits) : run.error == waits, "\(line): \(run.error)")
            #expect(output.map { $0 == run.output } ?? !run.output.isEmpty, "\(line): \(run.output)")
        }
        let restored = try await anna.run(["restore"] + store)
        #expect(restored.status == .exited(7) && restored.output.isEmpty)
        #expect(restored.error == sentence("Nothing was restored."))
        try await anna.succeed(["sign-in", "anna"] + store, input: "correct horse\n")
        #expect(try await anna.succeed(["balance"] + store).output == "23 monkey credits\n")
    }

    @Test func `of an account that was lost is followed by one of a new account, which is said once`()
        async throws
    {
        let anna = try await server.customer()
        try await anna.succeed(["buy", "consume5credits", "--yes"] + store)
        server.kill()
        // It is the same store, because it has its keys. The same password would bring the same account.
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: server.data + "/store.sqlite" + end)
        }
        try server.start()
        let password = "another horse\n"
        let new = try await anna.succeed(["sign-in", "anna", "--new"] + store, input: password)
        #expect(
            new.output == """
                Signed in as anna (Sandbox).
                This is another account than the anna who was signed in here before; what that one bought \
                stays in this folder.

                """)
        #expect(try await anna.succeed(["balance"] + store).output == "0 monkey credits\n")
        let again = try await anna.succeed(["sign-in", "anna"] + store, input: password)
        #expect(again.output == "Signed in as anna (Sandbox).\n")
    }

    @Test("keeps what is bought, which ends with 7 and says so; it goes on after a sign-in, and is paid once")
    func buying() async throws {
        let anna = try await forgotten()
        let bought = try await anna.run(["buy", "consume5credits", "--yes"] + store)
        #expect(bought.status == .exited(7) && bought.output.isEmpty)
        #expect(bought.error == sentence("Your purchase waits; you pay only once."))
        let again = try await anna.run(["buy", "consume10credits", "--yes", "--json"] + store)
        #expect(again.status == .exited(7))
        #expect(try again.object()["state"] as? String == "purchasing")
        let said = try JSONSerialization.jsonObject(with: Data(again.error.utf8)) as? [String: [String: Any]]
        #expect(said?["error"]?["code"] as? Int == 401, "\(again.error)")
        try await anna.succeed(["sign-in", "anna"] + store, input: "correct horse\n")
        #expect(try await anna.succeed(["balance"] + store).output == "40 monkey credits\n")
        let audit = try server.store().audit()
        #expect(audit.findings.isEmpty && audit.accounts.map(\.charges) == [4])
    }
}
