import Foundation
import StoreModel
import StoreRules
import StoreWire
import Subprocess
import TestSupport
import Testing

@Suite("The command restore", .ownThreads, .timeLimit(.minutes(10)))
struct RestoreCommandTests {
    let server: ServerProcess

    init() throws { server = try .started() }

    private var store: [String] { ["--store", server.address] }

    private func restore(_ program: Program) async throws -> [String: Any] {
        try await program.succeed(["restore", "--json"] + store).object()
    }

    @Test
    func
        `restores its filters, twice the same, and has the credits anyway; an account with nothing is told so`()
        async throws
    {
        let first = try await server.customer()
        for product in ["consume5credits", "sepia", "greyscale", "sepia"] {
            try await first.succeed(["buy", product, "--yes"] + store)
        }
        let second = try await server.customer(isNew: false)
        for _ in 1...2 {
            let record = try await restore(second)
            #expect(record["restored"] as? Int == 2)
            let owned = ["com.xamarin.storekit.testing.greyscale", "com.xamarin.storekit.testing.sepia"]
            #expect(record["ownedProducts"] as? [String] == owned)
        }
        #expect(try await second.run(["balance"] + store).output == "5 monkey credits\n")
        let audit = try server.store().audit()
        #expect(audit.findings.isEmpty && audit.accounts.map(\.charges) == [3])

        let nobody = try await server.customer("bob")
        let run = try await nobody.run(["restore"] + store)
        #expect(run.output == "Nothing to restore. Your credits are in your account anyway.\n")
    }

    @Test func `that the store refuses, like a payment that waits, is told what that means, and no more`()
        async throws
    {
        let anna = try await server.customer()
        // Her session ends at the store, so what she buys waits.
        let token = SessionToken(rawValue: try server.session(of: anna).token)
        server.kill()
        try await server.store().signOut(token)
        try server.start()
        #expect(try await anna.run(["buy", "consume5credits", "--yes"] + store).status == .exited(7))
        server.kill()
        // After one request, no more are taken.
        let busy = try ServerProcess(
            data: server.data, port: server.port, arguments: ["--account-rate", "0.000001"])
        try busy.start()
        try await anna.succeed(["sign-in", "anna"] + store, input: "correct horse\n")
        let run = try await anna.run(["restore"] + store)
        #expect(run.status == .exited(5) && run.output.isEmpty)
        let said = run.error.split(separator: "\n")
        #expect(
            said.count == 2 && run.error.hasPrefix("monkeystore: The store takes no more requests")
                && said.last == "monkeystore: Nothing was restored.", "\(run.error)")
    }

    @Test func `that cannot reach the store restores nothing, says so and ends with 5`() async throws {
        let device = try await server.customer()
        _ = try await device.run(["products"] + store)
        server.kill()
        let run = try await device.run(["restore", "--json"] + store)
        #expect(run.status == .exited(5))
        #expect(run.error.contains("Nothing was restored. Try again."))
        let record = try run.object()
        #expect(record["restored"] as? Int == 0 && record["error"] is [String: Any])
    }
}
