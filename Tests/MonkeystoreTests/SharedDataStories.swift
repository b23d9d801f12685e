import Subprocess
import TestSupport
import Testing

@Suite("Two storefronts on one data directory", .ownThreads, .timeLimit(.minutes(10)))
struct SharedDataStories {
    @Test func `show each other's purchases`() async throws {
        let program = try Program()
        let one = try StoreWindow(program), other = try StoreWindow(program)
        try one.buy("Buy 5")
        try one.wait(forCredits: 5)
        try other.wait(forCredits: 5)
        try other.buy("Buy 5")
        try other.wait(forCredits: 10)
        try one.wait(forCredits: 10)
        #expect(try one.quit() == .status(0))
        #expect(try other.quit() == .status(0))
        #expect(try await program.run("balance").output == "10 monkey credits\n")
    }

    @Test func `in lines say what another program does below the prompt, and show a prompt again`()
        async throws
    {
        let program = try Program()
        let terminal = try RunningProgram(
            in: program.folder, data: program.data, arguments: ["--plain"], rows: 60
        ).terminal
        func waitForPrompt(below text: String) throws {
            try terminal.wait("a prompt below “\(text)”") { terminal in
                let lines = terminal.screen.lines.filter { $0.contains { $0 != " " } }
                return lines.contains { $0.hasPrefix(text) } && lines.last?.hasPrefix(">") == true
            }
        }
        try waitForPrompt(below: "1. 5 Monkey Credits")
        try await program.succeed("buy", "consume5credits", "--yes")
        try waitForPrompt(below: "5 monkey credits")
        try terminal.write("quit\n")
        #expect(try terminal.waitForEnd() == .status(0))
    }

    @Test func `both no longer wait for what was approved in one of them`() async throws {
        let program = try Program()
        let one = try StoreWindow(program)
        try one.buyFive(with: "Ask to buy", "on", until: "waiting for approval")
        let other = try StoreWindow(program)
        try other.terminal.wait(for: "waiting for approval")
        try one.act("a", on: "deferred", to: "purchased")
        for window in [one, other] {
            try window.wait(forCredits: 5)
            try window.terminal.wait("nothing that waits") {
                !$0.screen.text.contains("waiting for approval")
            }
            #expect(try window.quit() == .status(0))
        }
        try await expectClosedBooks(program, charges: 1)
    }
}

@Suite("Two programs on one data directory", .timeLimit(.minutes(10)))
struct ParallelTests {
    @Test func `that buy at the same time, ten times, are both right every time`() async throws {
        let program = try Program()
        // `FaultCampaigns kills` does the same for as long as one likes.
        for _ in 1...10 {
            async let one = program.run("buy", "consume5credits", "--yes", "--json")
            async let two = program.run("buy", "consume10credits", "--quantity", "2", "--yes", "--json")
            for run in try await [one, two] {
                #expect(run.status == .exited(0), "\(run.error)")
                #expect(try run.object()["state"] as? String == "purchased")
            }
        }
        let books = try Books(program.data)
        #expect(books.charges == 20 && books.credited == 20 && books.balance == 10 * 25)
        #expect(books.unfinished == 0 && books.unsettled == 0)
    }
}
