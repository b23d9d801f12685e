import StoreModel
import TestSupport
import Testing

@Suite(
    "A purchase on its way, when the person leaves or the program is killed,", .ownThreads,
    .timeLimit(.minutes(10)))
struct LeavingMidPurchaseStories {
    private let program: Program
    private let window: StoreWindow

    init() throws {
        program = try Program()
        window = try StoreWindow(program)
    }

    /// Buys five credits under settings of the store, and waits for a text. A delay is the longest that there
    /// is, because the person has only that long.
    private func buyFive(until text: String, _ change: (inout StoreSettings) -> Void) throws {
        try program.set(change)
        try window.buy("Buy 5")
        try window.terminal.wait(for: text)
    }

    @Test func `is spoken of before the person leaves, and goes on at the next start`() async throws {
        try buyFive(until: "Purchasing") { $0.delayMilliseconds = 60_000 }
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
            (60_000, StoreSettings.Network.up, "Purchasing"), (0, .answersLost, "waiting for the network"),
        ])
    func killedMeanwhile(delay: Int, network: StoreSettings.Network, shown: String) async throws {
        try buyFive(until: shown) { ($0.delayMilliseconds, $0.network) = (delay, network) }
        try await Books.waitForPayment(in: program.data)
        #expect(try window.kill() == .signal(9))
        #expect(try Books(program.data).credited == 0)
        try program.set { $0 = StoreSettings() }

        let again = try StoreWindow(program)
        try again.wait(forCredits: 5)
        try await expectClosedBooks(program, leaving: again, charges: 1)
    }
}
