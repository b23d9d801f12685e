import Foundation
import StoreModel
import StoreRules
import StoreWire
import Subprocess
import TestSupport
import Testing

@Suite("A store at an address", .ownThreads, .timeLimit(.minutes(10)))
struct StoreAtAnAddressStories {
    let server: ServerProcess

    init() throws { server = try .started() }

    private var store: [String] { ["--store", server.address] }

    private func window(_ program: Program) throws -> StoreWindow {
        try StoreWindow(program, arguments: store)
    }

    private func balance(_ program: Program) async throws -> String {
        try await program.run(["balance"] + store).output
    }

    @Test("shows prices to everybody; who buys signs in first, and is asked to confirm what was wanted")
    func signingIn() async throws {
        let anna = try await server.customer(), program = try Program()
        let window = try StoreWindow(starting: program, arguments: store)
        try window.terminal.wait(for: "$0.99")
        try window.terminal.write("\r")
        try window.terminal.wait(for: "Sign in to \(server.address)")
        try window.terminal.write("anna\r")
        try window.terminal.write("wrong password\r")
        try window.terminal.wait(for: "Wrong name or password (5020)")
        try window.terminal.write("correct horse\r")
        try window.terminal.wait(for: "Confirm purchase")
        try window.terminal.answerYes(to: "Confirm purchase")
        try window.wait(forCredits: 5)
        try window.terminal.write("o")
        try window.terminal.answerYes(to: "Sign out?")
        try window.terminal.wait(for: "not signed in")
        try window.terminal.wait("no credits of anybody") { !$0.screen.text.contains("5 monkey credits") }
        #expect(try window.quit() == .status(0))
        #expect(try await program.run(["balance"] + store).status == .exited(7))
        // Credits belong to the account.
        #expect(try await balance(anna) == "5 monkey credits\n")
        _ = try await program.run(["sign-in", "anna"] + store, input: "correct horse\n")
        #expect(try await balance(program) == "5 monkey credits\n")
    }

    @Test func `says to somebody who is not signed in what takes an account, line by line`() async throws {
        let run = try await Program().run(
            ["--plain"] + store, input: "scenario renewal\nread 7\nsettings ask on\nquit\n")
        #expect(run.status == .exited(0) && run.error.isEmpty, "\(run.error)")
        let refusal = "You aren't signed in at the store; nothing was changed. Sign in first.\n"
        #expect(run.output.components(separatedBy: refusal).count == 3, "\(run.output)")
        #expect(run.output.contains("Only an administrator of the store can do that;"), "\(run.output)")
    }

    @Test func `lets whoever has its administrator's token change its settings without an account`()
        async throws
    {
        let owner = try Program()
        let token = ["--admin-token-file", server.data + "/admin-token"]
        try await owner.succeed(["settings", "ask", "on"] + store + token)
        let shown = try await owner.succeed(["settings", "ask", "--json"] + store + token).output
        #expect(shown.contains("\"on\""), "\(shown)")
        try await owner.run(["settings", "ask", "off"] + store).expectRefusal(7, "You aren't signed in")
        let lines = try await owner.run(["--plain"] + store + token, input: "settings interrupted on\nquit\n")
        #expect(lines.status == .exited(0), "\(lines.error)")
        #expect(try server.store().settings().interruptsPurchases)
        let wrong = owner.folder.path + "/token"
        try "another-token-of-an-administrator\n".write(toFile: wrong, atomically: false, encoding: .utf8)
        try await owner.run(["settings", "ask", "off", "--admin-token-file", wrong] + store)
            .expectRefusal(64, "Only an administrator of the store")
    }

    @Test func `may be in the environment, and so may its content server and its administrator's token`()
        async throws
    {
        let anna = try await server.customer(), owner = try Program()
        let variables = [
            "MONKEYSTORE_STORE": server.address,
            "MONKEYSTORE_CONTENT": "http://127.0.0.1:\(server.contentPort)",
            "MONKEYSTORE_ADMIN_TOKEN_FILE": server.data + "/admin-token",
            "XDG_STATE_HOME": owner.folder.path + "/state",
        ]
        for (program, line) in [
            (anna, ["buy", "firstbanana", "--yes"]), (anna, ["read", "firstbanana"]),
            (owner, ["settings", "ask", "on"]),
        ] {
            let run = try await program.run(line, environment: variables)
            #expect(run.status == .exited(0), "\(line): \(run.error)")
        }
        #expect(try server.store().settings().asksToBuy)
        let log = owner.folder.path + "/state/monkeystore/monkeystore.log"
        #expect(FileManager.default.fileExists(atPath: log))
    }

    @Test func `a signal at the question for a password ends sign-in at once, and the terminal is as before`()
        throws
    {
        let program = try Program()
        let terminal = try Pseudoterminal(
            [BuiltProgram.path, "sign-in", "anna"] + store + ["--data-dir", program.data],
            environment: ["HOME": program.folder.path])
        try terminal.wait(for: "Password for anna:")
        #expect(terminal.modes != terminal.initialModes)
        kill(terminal.processID, SIGTERM)
        #expect(try terminal.waitForEnd() == .signal(SIGTERM))
        #expect(terminal.modes == terminal.initialModes)
    }

    @Test func `keeps two accounts apart, also on one device`() async throws {
        let anna = try await server.customer()
        try await anna.succeed(["buy", "consume5credits", "--yes"] + store)
        #expect(try await balance(anna) == "5 monkey credits\n")
        let bob = try await server.customer("bob")
        #expect(try await balance(bob) == "0 monkey credits\n")
        #expect(try await bob.run(["history"] + store).output == "")
        try await anna.succeed(["sign-in", "bob"] + store, input: "correct horse\n")
        #expect(try await balance(anna) == "0 monkey credits\n")
    }

    @Test func `says that only an administrator refunds, and not that there is nothing to refund`()
        async throws
    {
        let anna = try await server.customer()
        try await anna.succeed(["buy", "consume5credits", "--yes"] + store)
        for arguments in [["refund"], ["refund", "consume5credits"], ["approve"]] {
            try await anna.run(arguments + store).expectRefusal(64, "Only an administrator of the store")
        }
        #expect(try await balance(anna) == "5 monkey credits\n")
    }

    @Test(
        "hears later of a sign-out that it missed, and ends the session that another account's takes the place of"
    )
    func endedSessions() async throws {
        let program = try await server.customer()
        let anna = try token(of: program)
        server.kill()
        let out = try await program.run(["sign-out"] + store)
        #expect(out.output == "Signed out.\n" && out.error.contains("at the next contact"))
        try server.start()
        #expect(try server.knows(anna))
        #expect(
            try await program.run(["sign-in", "bob", "--new"] + store, input: "correct horse\n").error == "")
        #expect(try !server.knows(anna))
        let bob = try token(of: program)
        #expect(try await program.run(["sign-in", "anna"] + store, input: "correct horse\n").error == "")
        #expect(try !server.knows(bob) && server.knows(token(of: program)))
    }

    private func token(of program: Program) throws -> SessionToken {
        SessionToken(rawValue: try server.session(of: program).token)
    }

    @Test func `a purchase in one storefront of an account changes the balance in the other`() async throws {
        let anna = try await server.customer()
        let one = try window(anna), other = try window(anna)
        try one.buy("Buy 5")
        try one.wait(forCredits: 5)
        try other.wait(forCredits: 5)
        try other.buy("Buy 10")
        try one.wait(forCredits: 15)
        #expect(try one.quit() == .status(0))
        #expect(try other.quit() == .status(0))
    }

    @Test
    func `a purchase that waits when its window ends goes on in another one that is open, and is paid once`()
        async throws
    {
        let anna = try await server.customer()
        let one = try window(anna), other = try window(anna)
        server.kill()
        for window in [one, other] { try window.terminal.wait(for: "No network") }
        try one.buy("Buy 5")
        try one.terminal.wait(for: "waiting for the network")
        try await Books.waitForPayment(in: anna.data)
        #expect(try one.kill() == .signal(9))
        try server.start()
        try other.wait(forCredits: 5)
        #expect(try other.quit() == .status(0))
        #expect(try await balance(anna) == "5 monkey credits\n")
        let purchases = try server.store().purchases()
        #expect(purchases.map(\.status) == [.purchased])
        #expect(purchases.map(\.isFinished) == [true])
    }

    @Test func `an approval in the store shows on the screen`() async throws {
        let anna = try await server.customer()
        try server.store().set { $0.asksToBuy = true }
        let window = try window(anna)
        try window.buy("Buy 5")
        try window.terminal.wait(for: "waiting for approval")
        let purchase = try #require(try server.store().purchases().first)
        _ = try server.store().perform(.approve, on: purchase.key.rawValue)
        try window.wait(forCredits: 5)
        #expect(try window.quit() == .status(0))
    }

    @Test(
        "that is killed during a purchase and started again has charged once, and the credits come by themselves",
        arguments: [StoreSettings.Network.up, .answersLost])
    func killed(network: StoreSettings.Network) async throws {
        let anna = try await server.customer()
        let window = try window(anna)
        // When it ends, either the store still has the request, or it has charged and its answer was lost.
        try server.store().set {
            $0.network = network
            $0.delayMilliseconds = network == .up ? 60_000 : 0
        }
        try window.buy("Buy 5")
        try window.terminal.wait(for: network == .up ? "Purchasing" : "waiting for the network")
        server.kill()
        try window.terminal.wait(for: "waiting for the network")
        try server.store().apply(StoreSettings())
        try server.start()
        try window.wait(forCredits: 5)
        #expect(try window.quit() == .status(0))
        #expect(try await balance(anna) == "5 monkey credits\n")
        let purchases = try server.store().purchases()
        #expect(purchases.map(\.status) == [.purchased])
        #expect(purchases.map(\.isFinished) == [true])
    }

    @Test func `that was replaced by another one is not bought from`() async throws {
        let anna = try await server.customer()
        server.kill()
        let impostor = try ServerProcess.started(port: server.port)
        let run = try await anna.run(["buy", "consume5credits", "--yes"] + store)
        #expect(run.status == .exited(8))
        #expect(run.error.contains("isn't the one that was there before"))
        let window = try StoreWindow(starting: anna, arguments: store)
        #expect(try window.terminal.waitForEnd() == .status(8))
        #expect(try impostor.store().purchases().isEmpty)
    }
}

@Suite("The address of a store", .ownThreads, .timeLimit(.minutes(10)))
struct StoreAddressStories {
    @Test
    func `that sells for another application ends the storefront of whoever comes first, which says why`()
        throws
    {
        let server = try ServerProcess.started(arguments: ["--bundle-id", "com.example.game"])
        let window = try StoreWindow(starting: Program(), arguments: ["--store", server.address])
        #expect(try window.terminal.waitForEnd() == .status(8))
        let error = try window.standardError
        #expect(
            error.contains("sells for another application, \"com.example.game\"; nothing was charged."),
            "\(error)")
    }

    @Test(arguments: ["127.0.0.1:8080", "http://store.example", "ftp://127.0.0.1", "http://127.0.0.1:1/x"])
    func `is refused if a store cannot have it`(address: String) async throws {
        let program = try Program()
        for command in [["balance"], ["--plain"], ["products"]] {
            let run = try await program.run(command + ["--store", address])
            #expect(run.status == .exited(64))
            #expect(run.error.contains("isn't the address of a store"))
        }
    }
}
