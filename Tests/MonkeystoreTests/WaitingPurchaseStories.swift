import StoreModel
import TestSupport
import Testing

extension EndToEnd {
    @Suite("A purchase that does not go through at once")
    struct WaitingPurchaseStories {
        @Test("waits for approval, also over a start, and is credited after it")
        func approved() async throws {
            let program = try Program()
            let before = try StoreWindow(program)
            try before.set("Ask to buy", to: "on")
            try before.buy("Buy 5")
            try before.terminal.wait(for: "waiting for approval")
            #expect(try before.quit() == .status(0))

            let window = try StoreWindow(program)
            try window.terminal.wait(for: "waiting for approval")
            #expect(try Books(program.data).charges == 0)
            try window.act("a", on: "deferred", to: "purchased")
            try window.wait(forCredits: 5)
            #expect(try window.quit() == .status(0))
            try await expectClosedBooks(program, charges: 1)
        }

        @Test("waits for approval, and is not credited when it is declined")
        func declined() async throws {
            let program = try Program()
            let window = try StoreWindow(program)
            try window.set("Ask to buy", to: "on")
            try window.buy("Buy 5")
            try window.terminal.wait(for: "waiting for approval")
            try window.act("d", on: "deferred", to: "failed")
            try window.terminal.wait(for: "The request to buy was declined. Nothing was charged.")
            #expect(try window.quit() == .status(0))
            try await expectClosedBooks(program, payments: 1, charges: 0)
        }

        @Test("is interrupted, and credited once when the trouble is resolved")
        func interrupted() async throws {
            let program = try Program()
            let window = try StoreWindow(program)
            try window.set("Interrupted purchases", to: "on")
            try window.buy("Buy 5")
            try window.terminal.wait(for: "The account needs attention (3038).")
            #expect(try Books(program.data).charges == 0)
            try window.act("e", on: "failed", to: "purchased")
            try window.wait(forCredits: 5)
            #expect(try window.quit() == .status(0))
            try await expectClosedBooks(program, charges: 1)
        }

        @Test("goes through, and its credits go back with the money when it is refunded")
        func refunded() async throws {
            let program = try Program()
            let window = try StoreWindow(program)
            try window.buy("Buy 10")
            try window.wait(forCredits: 10)
            try window.act("f", on: "purchased", to: "refunded")
            try window.wait(forCredits: 0)
            #expect(try window.quit() == .status(0))
            let books = try Books(program.data)
            #expect(books.charges == 0 && books.balance == 0 && books.credited == 1 && books.unfinished == 0)
        }

        @Test("is spoken of before the person leaves, and goes on at the next start")
        func leaving() async throws {
            let program = try Program()
            let window = try StoreWindow(program)
            try window.set("Store delay", to: "30 s")
            try window.buy("Buy 5")
            try window.terminal.wait(for: "Purchasing")
            try window.terminal.write("q")
            try window.terminal.wait(for: "A purchase is in flight")
            try window.terminal.write("n")
            try window.terminal.wait("the store") { !$0.screen.text.contains("A purchase is in flight") }
            try window.terminal.write("q")
            try window.terminal.answerYes(to: "A purchase is in flight")
            #expect(try window.terminal.waitForEnd() == .status(0))
            #expect(try Books(program.data).charges == 0)
            try await program.set(StoreSettings())
            try await expectClosedBooks(program, charges: 1)
        }

        @Test("is not made when Control-C ends the program while the sheet is open")
        func interruptedAtTheSheet() async throws {
            let program = try Program()
            let window = try StoreWindow(program)
            try window.order("Buy 5")
            try window.terminal.write("\u{03}")
            #expect(try window.terminal.waitForEnd() == .status(130))
            #expect(window.terminal.isAsBefore)
            try await expectClosedBooks(program, charges: 0)
        }

        @Test("is not made when the program is killed while the sheet is open")
        func killedAtTheSheet() async throws {
            let program = try Program()
            let window = try StoreWindow(program)
            try window.order("Buy 5")
            #expect(try window.kill() == .signal(9))
            try await expectClosedBooks(program, payments: 0, charges: 0)
        }

        @Test(
            "is charged and credited once when the program is killed while the store is asked",
            arguments: [("Store delay", "30 s", "Purchasing"), ("Network", "answers lost", "waiting for the network")])
        func killedMeanwhile(setting: String, value: String, shown: String) async throws {
            let program = try Program()
            let window = try StoreWindow(program)
            try window.set(setting, to: value)
            try window.buy("Buy 5")
            try window.terminal.wait(for: shown)
            #expect(try window.kill() == .signal(9))
            #expect(try Books(program.data).credited == 0)
            try await program.set(StoreSettings())

            let again = try StoreWindow(program)
            try again.wait(forCredits: 5)
            #expect(try again.quit() == .status(0))
            try await expectClosedBooks(program, charges: 1)
        }
    }
}
