import Foundation
import Subprocess
import Synchronization
import TestSupport
import Testing

@Suite(
    "A purchase from a server that is killed at any of its writes, and started again", .ownThreads,
    .timeLimit(.minutes(15)))
struct ServerKillTests {
    /// The steps of a purchase as the server sees them.
    private enum Stage: CaseIterable {
        case purchaseNotWritten, purchaseNotAnswered, finishNotWritten, finishNotAnswered, finishAnswered

        init(of books: Books) {
            self =
                if books.charges == 0 {
                    .purchaseNotWritten
                } else if books.answered == 0 {
                    .purchaseNotAnswered
                } else if books.unsettled > 0 {
                    .finishNotWritten
                } else {
                    books.finishesOwed > 0 ? .finishNotAnswered : .finishAnswered
                }
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func `is charged once and credited once, and the storefront that waits for it needs nobody's help`()
        async throws
    {
        let prepared = try await RemoteShop()
        let stages = Mutex<Set<Stage>>([])
        let calls = try await Self.calls(of: prepared)
        // One call more than there are, too.
        try await inParallel(KillSwitch.turningPoints(of: calls, isAnswering: true) + [calls.count + 1]) {
            call in
            let stage = try await Self.buy(from: prepared.copy(), killedBefore: call)
            _ = stages.withLock { $0.insert(stage) }
        }
        // The kills have hit every step of a purchase.
        #expect(stages.withLock { $0 } == Set(Stage.allCases))
    }

    /// Buys, with the server killed at one of its calls, and looks at all books.
    private static func buy(from shop: RemoteShop, killedBefore call: Int) async throws -> Stage {
        let server = try await shop.serve(shop.killSwitch(.killBefore(call: call)).environment)
        let storefront = try await shop.storefront()
        try await storefront.type("buy 1", "yes")
        try await shop.waitForFinish(at: server)
        await server.kill()
        let stage = try Stage(of: shop.books())
        if stage == .purchaseNotWritten || stage == .purchaseNotAnswered {
            #expect(await storefront.wait(for: "waiting for the network"))
        }

        let next = try await shop.serve()
        #expect(await storefront.wait(for: "5 monkey credits"))
        // A finish that was written and not answered comes back without another change.
        if stage != .finishNotAnswered, stage != .finishAnswered {
            #expect(try await shop.waitForFinish(at: next))
        }
        let books = try shop.books()
        try #require(
            books.charges == 1 && books.areClosed, "killed at call \(call), \(stage): \(books)")
        #expect(try await storefront.leave() == .exited(0))
        await next.kill()
        let audit = try shop.audit()
        #expect(
            audit.end == .status(0)
                && audit.output.contains(" 1 charge, 1 transaction, 1 delivered, 0 refunded;"),
            "killed at call \(call), \(stage): \(audit.output)")
        return stage
    }

    /// The calls to its database's log that a server makes for a purchase if nothing happens to it.
    private static func calls(of prepared: RemoteShop) async throws -> [Substring] {
        let shop = try prepared.copy()
        let log = shop.server + ".calls"
        let server = try await shop.serve(shop.killSwitch(.countOnly, log: log).environment)
        let storefront = try await shop.storefront()
        try await storefront.type("buy 1", "yes")
        #expect(try await shop.waitForFinish(at: server))
        await server.kill()
        return try KillSwitch.calls(in: log)
    }
}
