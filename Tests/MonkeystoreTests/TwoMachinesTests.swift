import Foundation
import StoreModel
import StoreRules
import Subprocess
import TestSupport
import Testing

@Suite(
    "Machines of one account at a server, of which some come from a backup", .ownThreads,
    .timeLimit(.minutes(15)))
struct TwoMachinesTests {
    let shop: DirectedShop
    let first: Program

    init() async throws {
        shop = try DirectedShop()
        first = try await shop.customer()
    }

    @Test func `show one balance, whichever of them buys and uses; the same credits are used once`()
        async throws
    {
        let second = try await shop.customer(isNew: false)
        try await shop.buy("consume10credits", on: first)
        #expect(try await shop.balance(second) == 10)
        #expect(try await shop.run("spend", "3", on: second).output == "7 monkey credits\n")
        try await shop.buy("consume5credits", on: second)
        try await shop.expectAgreementAtFirstCommand([first, second], credits: 12, charges: 2)
        #expect(try await shop.run("spend", "12", on: first).status == .exited(0))
        let late = try await shop.run("spend", "1", on: second)
        #expect(late.status == .exited(4) && late.error.contains("nothing was spent"), "\(late.error)")
        try await shop.expectAgreementAtFirstCommand([first, second], credits: 0, charges: 2)
    }

    @Test func `a use during an outage waits, is held back, and goes on with the next command`() async throws
    {
        let second = try await shop.customer(isNew: false)
        try await shop.buy("consume10credits", on: first)
        #expect(try await shop.balance(second) == 10)
        shop.server.kill()
        let waiting = try await shop.run("spend", "2", on: first)
        #expect(waiting.status == .exited(0) && waiting.output == "8 monkey credits\n", "\(waiting.error)")
        #expect(waiting.error.contains("The store doesn't answer. This waits, goes on at the next start"))
        #expect(try await shop.balance(first) == 8)
        try shop.server.start()
        #expect(try await shop.balance(second) == 10)
        try await shop.expectAgreementAtFirstCommand([first, second], credits: 8, charges: 1)
    }

    @Test func `a use that waited is refused if another machine was faster, and that is said`() async throws {
        let second = try await shop.customer(isNew: false)
        try await shop.buy("consume10credits", on: first)
        #expect(try await shop.balance(second) == 10)
        shop.server.kill()
        #expect(try await shop.run("spend", "8", on: first).output == "2 monkey credits\n")
        try shop.server.start()
        #expect(try await shop.run("spend", "5", on: second).output == "5 monkey credits\n")
        let refused = try await shop.run("balance", on: first)
        #expect(refused.output == "5 monkey credits\n")
        #expect(
            refused.error.contains("The store refused a use that had waited: it takes 8 credits"),
            "\(refused.error)")
        try await shop.expectAgreementAtFirstCommand([first, second], credits: 5, charges: 1)
    }

    /// What has become of a purchase when the backup is made.
    enum Middle {
        case onItsWay, chargedWithoutAnswer, deferred
    }

    @Test(
        "a purchase that was under way when the backup was made is charged once and counts once, whoever is used first",
        arguments: [
            (Middle.onItsWay, true), (.onItsWay, false), (.chargedWithoutAnswer, true), (.deferred, false),
        ])
    func duringPurchase(middle: Middle, isCopyFirst: Bool) async throws {
        try await shop.buy("consume5credits", on: first)
        let storefront = try await shop.storefront(on: first)
        try shop.set {
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
        shop.server.kill()
        let copy = try Program.restored(from: file)
        // At once, and without the store.
        #expect(try await shop.balance(copy) == 5)
        try shop.store().apply(StoreSettings())
        try shop.server.start()
        if middle == .deferred {
            let purchase = try #require(try shop.store().purchases().first)
            _ = try shop.store().perform(.approve, on: purchase.key.rawValue)
        }

        let machines = isCopyFirst ? [copy, first] : [first, copy]
        for machine in machines { try await machine.succeed(["history"] + shop.location) }
        for machine in machines { try await shop.buy("consume10credits", on: machine) }
        try await shop.expectAgreementAtFirstCommand(machines, credits: 30, charges: 4)
    }

    @Test func `a backup brings the account's balance, whatever was bought, used and refunded since`()
        async throws
    {
        try await shop.buy("consume5credits", on: first)
        try await shop.buy("sepia", on: first)
        let file = try first.backUp()
        try await shop.buy("consume10credits", on: first)
        try await shop.buy("firstbanana", on: first)
        #expect(try await shop.run("spend", "2", on: first).status == .exited(0))
        let copies = [try Program.restored(from: file), try Program.restored(from: first.backUp())]
        try await shop.expectAgreementAtFirstCommand(copies + [first], credits: 13, charges: 4)
        let text = try await copies[0].succeed(["read", "firstbanana"] + shop.location)
        #expect(try await shop.run("read", "firstbanana", on: first).output == text.output)
        #expect(try await shop.run("spend", "13", on: copies[0]).output == "0 monkey credits\n")
        let bought = try shop.store().purchases().last {
            $0.productIdentifier.rawValue.hasSuffix("consume10credits")
        }
        _ = try shop.store().perform(.refund, on: #require(bought).key.rawValue)
        // All devices have the same debt, and have it once.
        try await shop.expectAgreementAtFirstCommand(copies + [first], credits: -10, charges: 4, refunds: 1)
        #expect(try await shop.run("spend", "1", on: copies[1]).status == .exited(4))
    }
}

@Suite("Storefronts of one account on two machines", .ownThreads, .timeLimit(.minutes(10)))
struct AccountStories {
    @Test func `show each other's purchases and uses, and say that they came from elsewhere`() async throws {
        let server = try ServerProcess.started()
        let store = ["--store", server.address]
        let first = try await server.customer(), second = try await server.customer(isNew: false)
        let window = try StoreWindow(first, arguments: store),
            other = try StoreWindow(second, arguments: store)
        window.terminal.forget()
        try other.buy("Buy 10")
        try window.terminal.wait(forMessage: "+10 credits from another device or window.")
        try window.wait(forCredits: 10)
        #expect(!window.terminal.screen.text.contains("You bought"))
        other.terminal.forget()
        try window.feed()
        try other.terminal.wait(forMessage: "-1 credit from another device or window.")
        try other.wait(forCredits: 9)
        for window in [window, other] { #expect(try window.quit() == .status(0)) }
        #expect(try server.store().audit().accounts.allSatisfy(\.isClosed))
    }

    @Test func `say that a banana waits for the store, until it has heard of it`() async throws {
        let server = try ServerProcess.started()
        let store = ["--store", server.address]
        let first = try await server.customer()
        try await first.succeed(["buy", "consume5credits", "--yes"] + store)
        let window = try StoreWindow(first, arguments: store)
        server.kill()
        try window.feed()
        try window.terminal.wait(for: "1 use waiting for the store.")
        try window.wait(forCredits: 4)
        try server.start()
        try window.terminal.wait("nothing that waits") { !$0.screen.text.contains("waiting for the store") }
        #expect(try window.quit() == .status(0))
        let second = try await server.customer(isNew: false)
        #expect(try await second.run(["balance"] + store).output == "4 monkey credits\n")
    }
}
