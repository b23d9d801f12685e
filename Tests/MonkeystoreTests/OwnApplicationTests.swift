import Foundation
import StoreRules
import Subprocess
import TestSupport
import Testing

/// The storefront of a store that sells for an application of one's own.
@Suite("A store of an application of one's own", .timeLimit(.minutes(10)))
struct OwnApplicationTests {
    private static let own = ["--bundle-id", "com.example.game"]

    @Test
    func `is in the program from the first run with it on, and not opened for another application`()
        async throws
    {
        let program = try Program()
        try await program.succeed(["buy", "consume5credits", "--yes", "--app-apple-id", "42"] + Self.own)
        #expect(try await program.run("balance").output == "5 monkey credits\n")
        try await program.succeed(["audit"] + Self.own)
        let file = URL(fileURLWithPath: program.data + "/store.sqlite")
        try await program.checkpoint("store.sqlite")
        let before = (try Data(contentsOf: file), try program.content())
        for other in [["--bundle-id", "com.example.other"], ["--app-apple-id", "43"]] {
            for command in [["balance"], ["buy", "consume5credits", "--yes"], ["products"], ["--plain"]] {
                let run = try await program.run(command + other)
                #expect(run.status == .exited(74))
                #expect(
                    run.error
                        == "monkeystore: The store in \(program.data) sells for another application, com.example.game "
                        + "with the number 42; nothing was changed. Choose another place with --data-dir, or give --bundle-id "
                        + "com.example.game and --app-apple-id 42.\n")
            }
        }
        #expect(try Data(contentsOf: file) == before.0)
        #expect(try program.content() == before.1)
        #expect(try await program.run(["balance"] + Self.own).output == "5 monkey credits\n")
    }

    @Test(.ownThreads)
    func `sells at an address, with its books, to storefronts of its application only`() async throws {
        let server = try ServerProcess.started(arguments: Self.own)
        try await server.addAccount("anna")
        let program = try Program()
        let store = ["--store", server.address, "--content", "http://127.0.0.1:\(server.contentPort)"]
        func expectRefusal(_ command: [String]) async throws {
            let run = try await program.run(command + store, input: "correct horse\n")
            #expect(run.status == .exited(8))
            #expect(
                run.error.contains(
                    "sells for another application, \"com.example.game\"; nothing was charged."),
                "\(run.error)")
        }
        for command in [["sign-in", "anna"], ["products"]] { try await expectRefusal(command) }
        try await program.succeed(["sign-in", "anna"] + store + Self.own, input: "correct horse\n")
        for product in ["consume5credits", "nightferry"] {
            try await program.succeed(["buy", product, "--yes"] + store + Self.own)
        }
        #expect(try await program.run(["read", "nightferry"] + store + Self.own).output.count > 1000)
        for command in [["balance"], ["buy", "consume5credits", "--yes"], ["--plain"]] {
            try await expectRefusal(command)
        }
        // What was bought there is never taken for a purchase of another application, even without the store.
        server.kill()
        #expect(try await program.run(["balance"] + store).status == .exited(5))
        #expect(try await program.run(["balance"] + store + Self.own).output == "5 monkey credits\n")
        #expect(try server.store().purchases().count == 2)
        #expect(try server.store().audit().findings.isEmpty)
    }

    @Test(.ownThreads) func `has its books at a content server that is told so`() async throws {
        let server = try ServerProcess.started(arguments: Self.own)
        let process = try ChildProcess(
            [BuiltProgram.serverPath, "content", "--store", server.address, "--port", "0"] + Self.own,
            environment: ["HOME": server.data], standardError: server.data + ".content.log")
        let content = try #require(try process.read(until: "\n").split(whereSeparator: \.isWhitespace).last)
            .description
        let store = ["--store", server.address, "--content", content] + Self.own
        let program = try await server.customer(options: Self.own)
        try await program.succeed(["buy", "nightferry", "--yes"] + store)
        let read = try await program.run(["read", "nightferry"] + store)
        #expect(read.status == .exited(0) && read.output.count > 1000, "\(read.error)")
    }
}
