import Foundation
import StoreModel
import StoreRules
import StoreWire
import Subprocess
import TestSupport
import Testing

/// Another program listens at the store's address, and replays what anybody can fetch from the store.
@Suite("A program in the store's place", .ownThreads, .timeLimit(.minutes(10)))
struct ImpostorStories {
    let server: ServerProcess
    let anna: Program
    /// What must not leak: the password, and the token of the session.
    let secrets: [String]

    init() async throws {
        server = try .started()
        anna = try await server.customer()
        secrets = try ["correct horse", server.session(of: anna).token]
    }

    private var store: [String] { ["--store", server.address] }

    /// Takes the store's place.
    private func impostor() throws -> LoopbackServer {
        server.kill()
        let certificates = try server.store().certificatesAnswer()
        // The impostor once asked the store, and got this.
        let asked = LoopbackServer.Request(
            method: "POST", path: "/store/v1/certificates/proof",
            body: try SentJSON.text(StoreWire.ProofQuery(nonce: ProofNonce())))
        let proof = try #require(LoopbackServer.proof(by: server.store(), to: asked))
        let session = try SentJSON.text(
            StoreWire.Session(
                account: .random(), name: "anna", environment: .sandbox, appTransactionIdentifier: "1",
                token: "t"))
        return try LoopbackServer(port: Int(server.port), isStore: false) { request, client in
            switch request.path.split(separator: "/").last {
            case "proof": client.answer(200, proof)
            case "certificates": client.answer(200, certificates)
            case "sessions", "accounts": client.answer(200, session)
            case "products": client.answer(200, #"{"products":[],"invalidProductIdentifiers":[]}"#)
            case "updates": client.beginEvents()
            default: client.answer(200, "{}")
            }
        }
    }

    private func leaks(to impostor: LoopbackServer) -> [LoopbackServer.Request] {
        impostor.requests.filter { request in
            let text = request.path + request.body + request.headers.values.joined()
            return secrets.contains { text.contains($0) }
        }
    }

    @Test("is not told the password, neither of somebody who was here before nor of somebody who was not")
    func signingIn() async throws {
        let impostor = try impostor()
        for program in [anna, try Program()] {
            for command in [["sign-in", "anna"], ["sign-in", "anna", "--new"]] {
                let run = try await program.run(command + store, input: "correct horse\n")
                #expect(run.status == .exited(8), "\(run.error)")
                #expect(run.error.contains("can't prove") && run.error.contains("nothing was sent"))
            }
        }
        #expect(leaks(to: impostor) == [] && !impostor.requests.isEmpty)
    }

    @Test(arguments: [
        ["balance"], ["buy", "consume5credits", "--yes"], ["restore"], ["history"], ["subscriptions"],
        ["sign-out"],
    ])
    func `is not shown the token of a session that was kept`(command: [String]) async throws {
        let impostor = try impostor()
        let run = try await anna.run(command + store)
        #expect(leaks(to: impostor) == [] && !impostor.requests.isEmpty)
        guard command != ["sign-out"] else {
            return #expect(run.error.contains("the store doesn't know yet"))
        }
        #expect(run.status == .exited(8))
        #expect(run.error.contains("can't prove") && run.error.contains("nothing was sent"), "\(run.error)")
    }

    @Test("that shows a page, as a proxy does, keeps nobody from the credits that are here already")
    func page() async throws {
        let before = try await anna.succeed(["balance"] + store).output
        server.kill()
        let page = try LoopbackServer(port: Int(server.port), isStore: false) { _, client in
            client.answer(404, "<html>", type: "text/html")
        }
        #expect(try await anna.succeed(["balance"] + store).output == before)
        // Who does not know the store yet is told what is wrong.
        let run = try await Program().run(["sign-in", "anna"] + store, input: "correct horse\n")
        #expect(run.status == .exited(8) && run.error.contains("can't prove"), "\(run.error)")
        #expect(leaks(to: page) == [] && !page.requests.isEmpty)
    }

    @Test func `is not shown it by the storefront either, which says why it ends`() async throws {
        let impostor = try impostor()
        let window = try StoreWindow(starting: anna, arguments: store)
        #expect(try window.terminal.waitForEnd() == .status(8))
        #expect(try window.standardError.contains("can't prove"))
        #expect(leaks(to: impostor) == [] && !impostor.requests.isEmpty)
    }

    @Test("is shown nothing in the middle of a run; what is bought waits for the store, and is charged once")
    func duringARun() async throws {
        let window = try StoreWindow(starting: anna, arguments: store)
        try window.terminal.wait("the credits and the prices") {
            $0.screen.text.contains("monkey credits") && $0.screen.text.contains("$0.99")
        }
        let impostor = try impostor()
        // The stream of updates is opened again by itself.
        while impostor.requests.isEmpty { try await restBeforeLookingAgain() }
        try window.buy("Buy 5")
        try window.terminal.wait(for: "waiting for the network")
        #expect(leaks(to: impostor) == [])
        impostor.stop()
        impostor.endConnections()
        try server.start()
        try window.wait(forCredits: 5)
        #expect(try window.quit() == .status(0))
        #expect(leaks(to: impostor) == [])
        #expect(try server.store().purchases().map(\.status) == [.purchased])
    }

    @Test
    func `is not shown it by a download, if the content server's place is the one that it took`() async throws
    {
        let book = HostedProduct(
            productIdentifier: "com.xamarin.storekit.testing.book.nightferry", title: "Book", length: 3,
            digest: String(repeating: "0", count: 64))
        let list = try SentJSON.text(ContentWire.Products(products: [book]))
        let impostor = try LoopbackServer(isStore: false) { request, client in
            if request.method == "GET" { return client.answer(200, list, headers: "ETag: \"list\"\r\n") }
            client.answer(404)
        }
        _ = try await anna.run(["buy", "nightferry", "--yes", "--content", impostor.address] + store)
        #expect(impostor.requests.contains { $0.path == "/content/v1/content" })
        #expect(leaks(to: impostor) == [])
    }
}
