import Foundation
import StoreEngine
import StoreModel
import Subprocess
import TestSupport
import Testing

@Suite("A machine that buys from a server, and another one on which its backup was restored", .timeLimit(.minutes(15)))
struct TwoMachinesTests {
    let server: ServerProcess
    let first: Program

    init() async throws {
        server = try .started()
        first = try await server.customer()
    }

    private var store: [String] {
        ["--store", server.address, "--content", "http://127.0.0.1:\(server.contentPort)"]
    }

    private func buy(_ product: String, on machine: Program) async throws {
        try await machine.succeed(["buy", product, "--yes"] + store)
    }

    private func balance(_ machine: Program) async throws -> Int {
        try await machine.run(["balance", "--json"] + store).object()["balance"] as? Int ?? -1
    }

    /// Lets the machines come to rest, and expects that every credit that was charged for is on exactly one of them, and that the
    /// store's audit finds nothing.
    private func expectClosedBooks(
        _ machines: [Program], charges: Int, credits: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for machine in machines {
            let run = try await machine.run(["history"] + store)
            #expect(run.status == .exited(0), "\(run.error)", sourceLocation: sourceLocation)
        }
        var balances: [Int] = []
        for machine in machines { try await balances.append(balance(machine)) }
        #expect(balances.reduce(0, +) == credits, "\(balances)", sourceLocation: sourceLocation)
        let audit = try server.store().audit()
        #expect(audit.findings.isEmpty, "\(audit.findings)", sourceLocation: sourceLocation)
        let books = try #require(audit.accounts.first)
        #expect(audit.accounts.count == 1 && books.isClosed && books.charges == charges, "\(books)")
    }

    /// What there is of a purchase when the backup is made.
    enum Middle {
        case onItsWay, chargedWithoutAnswer, deferred
    }

    @Test(
        "a purchase that was under way when the backup was made is charged once and credited once, whoever is used first",
        arguments: [(Middle.onItsWay, true), (.onItsWay, false), (.chargedWithoutAnswer, true), (.deferred, false)])
    func duringPurchase(middle: Middle, isCopyFirst: Bool) async throws {
        try await buy("consume5credits", on: first)
        let storefront = try await LiveProgram(storefrontOf: first, options: store)
        #expect(await storefront.wait(for: "$0.99"))
        try server.store().set {
            $0.delayMilliseconds = middle == .onItsWay ? 60_000 : 0
            $0.network = middle == .chargedWithoutAnswer ? .answersLost : .up
            $0.asksToBuy = middle == .deferred
        }
        try await storefront.type("buy 1", "yes")
        let words =
            switch middle {
            case .onItsWay: "Purchasing"
            case .chargedWithoutAnswer: "waiting for the network"
            case .deferred: "Waiting for approval"
            }
        #expect(await storefront.wait(for: words))
        try await Books.waitForPayment(in: first.data)
        let file = try first.backUp()
        await storefront.kill()
        server.kill()
        let copy = try Program.restored(from: file)
        // At once, and without the store.
        #expect(try await balance(copy) == 5)
        try server.store().apply(StoreSettings())
        try server.start()
        if middle == .deferred {
            let purchase = try #require(try server.store().purchases().first)
            _ = try server.store().perform(.approve, on: purchase.key.rawValue)
        }

        let machines = isCopyFirst ? [copy, first] : [first, copy]
        for machine in machines { try await machine.succeed(["history"] + store) }
        for machine in machines + machines { try await buy("consume10credits", on: machine) }
        try await expectClosedBooks(machines, charges: 6, credits: 50)
        #expect(try await (balance(copy), balance(first)) == (30, 20))
    }

    @Test("what was bought after the backup moves, too; the person reads on the old machine what happened, once")
    func afterTheBackup() async throws {
        try await buy("consume5credits", on: first)
        try await buy("sepia", on: first)
        let file = try first.backUp()
        try await buy("consume10credits", on: first)
        try await buy("firstbanana", on: first)
        let copy = try Program.restored(from: file)
        #expect(try await balance(copy) == 15)
        let told = try await first.run(["balance"] + store)
        #expect(told.status == .exited(0) && told.output == "0 monkey credits\n")
        #expect(
            told.error.contains("The 15 credits of this device moved to the machine on which its backup was restored"))
        #expect(try await first.run(["balance"] + store).error.isEmpty)
        // What is owned belongs to the account.
        let record = try await first.run(["restore", "--json"] + store).object()
        #expect((record["ownedProducts"] as? [String])?.count == 2)
        let text = try await copy.run(["read", "firstbanana"] + store)
        #expect(text.status == .exited(0) && !text.output.isEmpty, "\(text.error)")
        #expect(try await first.run(["read", "firstbanana"] + store).output == text.output)
        try await expectClosedBooks([first, copy], charges: 4, credits: 15)
    }

    @Test("a backup that is restored twice gives its credits to the machine that comes to the store last")
    func restoredTwice() async throws {
        try await buy("consume5credits", on: first)
        let file = try first.backUp()
        let second = try Program.restored(from: file)
        try await buy("consume10credits", on: second)
        let third = try Program.restored(from: file)
        #expect(try await (balance(third), balance(second), balance(first)) == (15, 0, 0))
        for machine in [first, second, third] { try await buy("consume5credits", on: machine) }
        try await expectClosedBooks([first, second, third], charges: 5, credits: 30)
        #expect(try await balance(third) == 20)
        // And a backup of what is here now: the third machine's purchases, and no others.
        let fourth = try Program.restored(from: third.backUp())
        #expect(try await balance(fourth) == 20)
        try await expectClosedBooks([first, second, third, fourth], charges: 5, credits: 30)
    }

    @Test("a debt is on one machine, too: it moves, and is not doubled; the person reads so on the old machine")
    func debt() async throws {
        try await buy("consume10credits", on: first)
        try await first.succeed(["spend", "10"] + store)
        let purchase = try #require(try server.store().purchases().first)
        _ = try server.store().perform(.refund, on: purchase.key.rawValue)
        #expect(try await balance(first) == -10)
        let copy = try Program.restored(from: first.backUp())
        #expect(try await balance(copy) == -10)
        let told = try await first.run(["balance"] + store)
        #expect(told.status == .exited(0) && told.output == "0 monkey credits\n")
        #expect(told.error.contains("What this device owed (credits: 10) moved to the machine"), "\(told.error)")
        #expect(try await balance(copy) == -10)
        #expect(try server.store().audit().findings.isEmpty)
    }

    @Test func `credits that were spent before the backup was made stay spent`() async throws {
        try await buy("consume5credits", on: first)
        try await first.succeed(["spend", "2"] + store)
        let copy = try await Program.restoredByCommand(from: first.backUpByCommand())
        #expect(try await (balance(copy), balance(first)) == (3, 0))
        #expect(try await balance(copy) == 3)
        #expect(try server.store().audit().accounts.allSatisfy(\.isClosed))
    }
}

@Suite("A storefront that is open while its backup comes to the store elsewhere", .ownThreads)
struct MovedStories {
    @Test func `says so at once, gives the credits up, and goes on`() async throws {
        let server = try ServerProcess.started()
        let store = ["--store", server.address]
        let first = try await server.customer()
        try await first.succeed(["buy", "consume10credits", "--yes"] + store)
        let copy = try Program.restored(from: first.backUp())
        let window = try StoreWindow(first, arguments: store)
        try window.wait(forCredits: 10)
        #expect(try await copy.run(["balance"] + store).output == "10 monkey credits\n")
        try window.terminal.wait(for: "Your credits moved")
        #expect(window.terminal.screen.text.contains("The 10 credits of this device moved to the machine"))
        try window.terminal.write("\r")
        try window.wait(forCredits: 0)
        try window.buy("Buy 5")
        try window.wait(forCredits: 5)
        #expect(try window.quit() == .status(0))
        // It may have left before the store heard that the purchase is delivered.
        #expect(try await first.run(["balance"] + store).output == "5 monkey credits\n")
        #expect(try await copy.run(["balance"] + store).output == "10 monkey credits\n")
        #expect(try server.store().audit().accounts.allSatisfy(\.isClosed))
    }
}
