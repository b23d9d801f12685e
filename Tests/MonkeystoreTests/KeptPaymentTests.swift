import StoreModel
import Subprocess
import TestSupport
import Testing

@Suite("A payment that the store's own file does not take", .timeLimit(.minutes(10)))
struct KeptPaymentTests {
    private let program: Program
    private let sentence: String

    init() throws {
        program = try Program()
        sentence =
            "monkeystore: Can't use \(program.data)/store.sqlite (odd). The payment is kept, goes on at the next "
            + "start, and is charged once.\n"
    }

    /// Makes the store's file refuse every purchase, or take them again.
    private func setStoreTakesPurchases(_ takesThem: Bool) async throws {
        try await program.edit(
            takesThem
                ? "DROP TRIGGER odd"
                : "CREATE TRIGGER odd BEFORE INSERT ON purchase BEGIN SELECT RAISE(ABORT, 'odd'); END",
            in: "store.sqlite")
    }

    @Test(
        "is spoken of once, by the command that buys and by each one after it, and goes on at the next start")
    func kept() async throws {
        try await program.succeed("balance")
        try await setStoreTakesPurchases(false)
        let bought = try await program.run("buy", "consume5credits", "--yes")
        #expect(bought.status == .exited(3) && bought.output.isEmpty)
        #expect(bought.error == sentence)
        for command in ["balance", "history", "settings"] {
            let run = try await program.run(command)
            #expect(run.status == .exited(0) && run.error == sentence, "\(command): \(run.error)")
        }
        try await setStoreTakesPurchases(true)
        #expect(try await program.run("balance").output == "5 monkey credits\n")
        try await expectClosedBooks(program, charges: 1)
    }

    @Test func `is one error for a script, and one sentence however many payments wait`() async throws {
        try await program.succeed("balance")
        try await setStoreTakesPurchases(false)
        for _ in 1...2 {
            let run = try await program.run("buy", "consume5credits", "--yes", "--json")
            #expect(run.status == .exited(3) && run.error.split(separator: "\n").count == 1, "\(run.error)")
            #expect(try run.object()["state"] as? String == "purchasing")
        }
        #expect(try await program.run("balance").error == sentence)
        try await setStoreTakesPurchases(true)
        try await program.succeed("balance")
        let books = try Books(program.data)
        #expect(books.charges == 2 && books.isEachPeriodDelivered(credits: 5), "\(books)")
    }
}
