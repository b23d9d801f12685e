import StoreModel
import TestSupport
import Testing

@Suite("A purchase that does not go through at once", .ownThreads)
struct WaitingPurchaseStories {
    private let program: Program
    private let window: StoreWindow

    init() throws {
        program = try Program()
        window = try StoreWindow(program)
    }

    @Test func `waits for approval, also over a start, and is credited after it`() async throws {
        try window.buyFive(with: "Ask to buy", "on", until: "waiting for approval")
        #expect(try window.quit() == .status(0))

        let next = try StoreWindow(program)
        try next.terminal.wait(for: "waiting for approval")
        #expect(try Books(program.data).charges == 0)
        try next.act("a", on: "deferred", to: "purchased")
        try next.wait(forCredits: 5)
        try await expectClosedBooks(program, leaving: next, charges: 1)
    }

    @Test func `waits for approval, and is not credited when it is declined`() async throws {
        try window.buyFive(with: "Ask to buy", "on", until: "waiting for approval")
        // It stays until the key that leaves the list.
        try window.act("d", on: "deferred", to: "The request to buy was declined. Nothing was charged.")
        try await expectClosedBooks(program, leaving: window, payments: 1, charges: 0)
    }

    @Test func `is interrupted, and credited once when the trouble is resolved`() async throws {
        try window.buyFive(with: "Interrupted purchases", "on", until: "Your account needs attention (3038).")
        #expect(try Books(program.data).charges == 0)
        try window.act("e", on: "failed", to: "purchased")
        try window.wait(forCredits: 5)
        try await expectClosedBooks(program, leaving: window, charges: 1)
    }

    @Test func `goes through, and its credits go back with the money when it is refunded`() async throws {
        try window.buy("Buy 10")
        try window.wait(forCredits: 10)
        try window.act("f", on: "purchased", to: "refunded")
        try window.wait(forCredits: 0)
        #expect(try window.quit() == .status(0))
        let books = try Books(program.data)
        #expect(books.charges == 0 && books.balance == 0 && books.credited == 1 && books.unfinished == 0)
    }

    @Test func `is spoken of before the person leaves, and goes on at the next start`() async throws {
        try window.buyFive(with: "Store delay", "30 s", until: "Purchasing")
        try window.terminal.write("q")
        try window.terminal.wait(for: "A purchase is on its way")
        try window.terminal.write("n")
        try window.terminal.wait("the store") { !$0.screen.text.contains("A purchase is on its way") }
        try window.terminal.write("q")
        try window.terminal.answerYes(to: "A purchase is on its way")
        #expect(try window.terminal.waitForEnd() == .status(0))
        #expect(try Books(program.data).charges == 0)
        try program.set { $0 = StoreSettings() }
        try await expectClosedBooks(program, charges: 1)
    }

    @Test func `is not made when Control-C ends the program while the sheet is open`() async throws {
        try window.order("Buy 5")
        try window.terminal.write("\u{03}")
        #expect(try window.terminal.waitForEnd() == .status(130))
        #expect(window.terminal.isAsBefore)
        try await expectClosedBooks(program, charges: 0)
    }

    @Test func `is not made when the program is killed while the sheet is open`() async throws {
        try window.order("Buy 5")
        #expect(try window.kill() == .signal(9))
        try await expectClosedBooks(program, payments: 0, charges: 0)
    }

    @Test(
        "is charged and credited once when the program is killed while the store is asked",
        arguments: [
            ("Store delay", "30 s", "Purchasing"), ("Network", "answers lost", "waiting for the network"),
        ])
    func killedMeanwhile(setting: String, value: String, shown: String) async throws {
        try window.buyFive(with: setting, value, until: shown)
        #expect(try window.kill() == .signal(9))
        #expect(try Books(program.data).credited == 0)
        try program.set { $0 = StoreSettings() }

        let again = try StoreWindow(program)
        try again.wait(forCredits: 5)
        try await expectClosedBooks(program, leaving: again, charges: 1)
    }
}
