import Glibc
import StoreModel
import TestSupport
import Testing

@testable import StoreRules

@Suite("What buy asks for", .ownThreads, .timeLimit(.minutes(10)))
struct ConfirmationTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test("is what is charged: the introductory offer once, and the full price of each subscription after it")
    func promises() async throws {
        try await buy("monthlybunch", at: "To pay now: $0.99 for 1 month. Begins: now, then renews.")
        #expect(try prices() == [990])
        try await buy("monthlybigbunch", at: "To pay now: $5.99. Begins: now, instead of Monthly Bunch.")
        #expect(try prices() == [990, 5990])
        try await buy("monthlybunch", at: "To pay now: nothing. Begins: ")
        #expect(try prices() == [990, 5990])
        try await program.succeed("subscriptions", "expire", "monthlybigbunch")
        try await buy("monthlybunch", at: "$2.99/month? To pay now: $2.99. Begins: now, then renews.")
        #expect(try prices() == [990, 5990, 2990])
        try await buy(
            "consume5credits", "--quantity", "3", at: "5 Monkey Credits at $0.99 each, $2.97 in all?")
        #expect(try prices() == [990, 5990, 2990, 2970])
    }

    @Test("is not exceeded if the offer is used up while the question stands there: nothing is charged")
    func offerUsedUp() async throws {
        let terminal = try terminal(["monthlybunch"])
        try terminal.wait(for: "[y/N]")
        #expect(terminal.screen.text.contains("To pay now: $0.99"))
        try await program.succeed("buy", "monthlybunch", "--yes")
        try await program.succeed("subscriptions", "expire", "monthlybunch")
        try terminal.write("y\n")
        #expect(try terminal.waitForEnd() == .status(1), "\(terminal.screen.text)")
        #expect(terminal.screen.text.contains("The price has changed"), "\(terminal.screen.text)")
        #expect(try prices() == [990])
        try await buy("monthlybunch", at: "To pay now: $2.99.")
        #expect(try prices() == [990, 2990])
    }

    @Test("is asked for without --yes, even if the store's settings leave out the sheet")
    func withoutSheets() async throws {
        try program.set { $0.disablesDialogs = true }
        let terminal = try terminal(["consume5credits"])
        try terminal.wait(for: "[y/N]")
        try terminal.write("n\n")
        #expect(try terminal.waitForEnd() == .status(1), "\(terminal.screen.text)")
        #expect(try prices().isEmpty)
    }

    @Test func `is not answered by what was typed before it was asked`() throws {
        let go = program.folder.path + "/go"
        #expect(mkfifo(go, 0o600) == 0)
        let launcher = ["/bin/sh", "-c", ": <\"$HOME/go\"; exec \"$0\" \"$@\""]
        let terminal = try terminal(["consume5credits"], launcher: launcher)
        try terminal.write("y\n")
        // The terminal gets the line before the program starts, since opening the file waits for the
        // other end.
        try terminal.wait(for: "y")
        close(open(go, O_WRONLY))
        try terminal.wait(for: "[y/N]")
        try terminal.write("n\n")
        #expect(try terminal.waitForEnd() == .status(1), "\(terminal.screen.text)")
        #expect(try prices() == [])
    }

    @Test func `is named in the list, too`() async throws {
        func text() async throws -> String { try await program.run("products").output }
        #expect(try await text().contains("$2.99/month (new subscribers: $0.99 for 1 month)"))
        try await program.succeed("buy", "monthlybunch", "--yes")
        let list = try await text()
        #expect(list.contains("$2.99/month") && !list.contains("new subscribers"))
    }

    /// Buys at a terminal, where the question must contain `words`.
    private func buy(_ arguments: String..., at words: String) async throws {
        let terminal = try terminal(arguments)
        try terminal.wait(for: "[y/N]")
        #expect(terminal.screen.text.contains(words), "\(terminal.screen.text)")
        try terminal.write("y\n")
        #expect(try terminal.waitForEnd() == .status(0), "\(terminal.screen.text)")
    }

    private func terminal(_ arguments: [String], launcher: [String] = []) throws -> Pseudoterminal {
        try Pseudoterminal(
            launcher + [BuiltProgram.path, "buy"] + arguments + ["--data-dir", program.data],
            environment: ["HOME": program.folder.path], columns: 200)
    }

    /// The prices that the store has signed for one piece, oldest first.
    private func prices() throws -> [Int64] {
        let store = try AppStore.bundled(in: program.data)
        let account = try store.embeddedSession().account.identifier
        return try store.database.read { database in
            try store.purchaseTable.history(
                of: account, after: nil, descending: false, limit: .max, where: { _ in true }, database)
        }
        .sorted { $0.number < $1.number }.compactMap(\.signed).map {
            try TransactionSigner.payload(of: $0).price
        }
    }
}
