import Foundation
import StoreModel
import Subprocess
import Synchronization
import TestSupport
import Testing

@Suite("A subscription whose program, or whose store, is killed", .ownThreads, .timeLimit(.minutes(15)))
struct SubscriptionStories {
    @Test(
        "wherever the start that makes and delivers its renewals goes on to another file brings each period once"
    )
    func killedWhileRenewing() async throws {
        let prepared = try await Self.subscribed(days: 35)
        let whole = try prepared.copy()
        let points = try await KillSwitch.turningPoints(of: whole.calls(of: "history"))
        #expect(try Books(whole.data).balance == 40)
        #expect(points.count > 10)
        let kills = Kills()
        try await inParallel(points) { call in
            let program = try prepared.copy()
            kills.note(try await program.run("history", under: .killBefore(call: call)), call)
            try await program.succeed("history")
            let books = try Books(program.data)
            #expect(
                books.isEachPeriodDelivered(credits: 20) && books.charges == 2,
                "killed at call \(call): \(books)")
        }
        #expect(kills.count > 0)
    }

    @Test("in the middle of a long backlog keeps what was made of it, and the next start goes on from there")
    func killedInLongBacklog() async throws {
        let prepared = try await Self.subscribed(days: 3 * 365)
        let whole = try prepared.copy()
        let count = try await whole.calls(of: "history", files: whole.data + "/store.sqlite").count
        try await Self.deliver(whole)
        let total = try Books(whole.data).charges
        #expect(total > 30)
        let counts = Mutex<[Int]>([])
        try await inParallel(stride(from: 1, through: count, by: max(1, count / 16)).map { $0 }) { call in
            let program = try prepared.copy()
            try await program.run(
                "history", under: .killBefore(call: call), files: program.data + "/store.sqlite")
            let charges = try Books(program.data).charges
            counts.withLock { $0.append(charges) }
            try await Self.deliver(program)
            let books = try Books(program.data)
            #expect(books.isEachPeriodDelivered(credits: 20), "killed at call \(call): \(books)")
            #expect(books.charges == total, "killed at call \(call): \(books)")
        }
        // Some were killed in between.
        let kept = counts.withLock { $0 }
        #expect(kept.contains { 1 < $0 && $0 < total }, "\(kept)")
    }

    @Test func `makes renewals again that an older copy of its database forgot, and brings none twice`()
        async throws
    {
        let program = try await Self.subscribed(days: 65)
        let putBack = try await program.keep("store.sqlite")
        #expect(try await program.run("balance").output == "60 monkey credits\n")
        try putBack()
        try await program.succeed("history")
        let books = try Books(program.data)
        #expect(books.charges == 3 && books.payments == 5 && books.unsettled == 0, "\(books)")
        #expect(try await program.run("balance").output == "60 monkey credits\n")
        try await program.succeed("audit")
    }

    @Test(
        "again and again brings each period once: renewal, billing retry, grace, expiry, and a new beginning")
    func killedAgainAndAgain() async throws {
        let program = try Program()
        try await program.succeed("balance")
        try Notices.keep(in: program.data)
        try await program.succeed("buy", "monthlybunch", "--yes")
        var settings = StoreSettings()
        var random = SeededGenerator(seed: 7)
        var calls: [Int] = []
        let kills = Kills()
        /// What happens within so many days to a program that is killed a few times.
        func pass(days: Int) async throws {
            settings.moveClock(days: days)
            try settings.put(into: program.data)
            for _ in 0..<6 {
                let call = Int.random(in: 1...150, using: &random)
                calls.append(call)
                kills.note(try await program.run("history", under: .killBefore(call: call)), call)
            }
            try await program.succeed("history")
        }
        try await pass(days: 62)
        (settings.failsRenewals, settings.allowsGracePeriod) = (true, true)
        for days in [31, 17, 61] { try await pass(days: days) }
        settings.failsRenewals = false
        try settings.put(into: program.data)
        try await program.succeed("buy", "monthlybunch", "--yes")
        try await pass(days: 35)
        try await program.succeed("subscriptions", "cancel")
        try await pass(days: 31)

        let run = try await program.run("subscriptions", "--json")
        let list = try run.array()
        #expect(list.count == 1 && list[0]["status"] as? String == "expired")
        let books = try Books(program.data)
        #expect(
            books.isEachPeriodDelivered(credits: 20) && books.charges == 5,
            "to be killed at calls \(calls): \(books)")
        #expect(kills.count > 0)
        #if AppleServices
        let notices = try Notices(of: program.data).types
        #expect(
            notices == [
                "SUBSCRIBED", "DID_RENEW", "DID_RENEW", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED",
                "EXPIRED",
                "SUBSCRIBED", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS", "EXPIRED",
            ], "to be killed at calls \(calls): \(notices)")
        #endif
    }

    @Test(
        "at an address, with storefront and server killed in turn, brings each period once, and the store's books are right"
    )
    func killedAtAnAddress() async throws {
        let shop = try await RemoteShop()
        try Notices.keep(in: shop.server)
        var settings = StoreSettings()
        /// The store's clock goes on while the store is dead. Whatever is due by then is made at its
        /// next start.
        func restart(_ server: LiveProgram, days: Int) async throws -> LiveProgram {
            await server.kill()
            settings.moveClock(days: days)
            try settings.put(into: shop.server)
            return try await shop.serve()
        }
        var server = try await shop.serve()
        let first = try await shop.storefront()
        try await first.type("buy 5", "yes")
        #expect(await first.wait(for: "You are subscribed to Monthly Bunch."))
        server = try await restart(server, days: 31)
        #expect(await first.wait(for: "Monthly Bunch has renewed."))
        await first.kill()

        // A renewal that was due while neither was running is delivered at the next start.
        server = try await restart(server, days: 31)
        let second = try await shop.storefront()
        #expect(await second.wait(for: " has renewed."))
        // Before the prices come, products have no titles.
        #expect(await second.wait(for: ". Monthly Bunch"))
        (settings.failsRenewals, settings.allowsGracePeriod) = (true, true)
        // The renewal fails, the grace period ends, and the store gives up.
        for days in [31, 17, 61] {
            server = try await restart(server, days: days)
            try await shop.succeed("subscriptions")
        }
        #if AppleServices
        #expect(try Notices(of: shop.server).types.last == "EXPIRED")
        #endif
        settings.failsRenewals = false
        server = try await restart(server, days: 0)
        // The command asks for the store's news first.
        try await shop.succeed("buy", "monthlybunch", "--yes")
        await second.kill()

        server = try await restart(server, days: 0)
        try await shop.succeed("subscriptions", "cancel")
        server = try await restart(server, days: 31)
        try await shop.succeed("subscriptions")
        try await shop.succeed("history")
        await server.kill()
        let books = try shop.books()
        #expect(books.isEachPeriodDelivered(credits: 20) && books.charges == 4, "\(books)")
        #if AppleServices
        // The first one is older than 180 days by now. If the server gave it up, the server has also
        // removed it.
        let notices = try Notices(of: shop.server).types.suffix(8)
        #expect(
            notices == [
                "DID_RENEW", "DID_RENEW", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED",
                "SUBSCRIBED",
                "DID_CHANGE_RENEWAL_STATUS", "EXPIRED",
            ], "\(notices)")
        #endif
        let audit = try shop.audit()
        let count = books.charges
        #expect(audit.end == .status(0), "\(audit.output)")
        #expect(
            audit.output.contains(" \(count) charges, \(count) transactions, \(count) delivered, 0 refunded;")
        )
    }

    /// A program with a subscription that was bought so many days ago, and that nobody has looked at since.
    private static func subscribed(days: Int) async throws -> Program {
        let program = try Program()
        try await program.succeed("buy", "monthlybunch", "--yes")
        var settings = StoreSettings()
        settings.moveClock(days: days)
        try settings.put(into: program.data)
        return program
    }

    /// Runs the program until a run brings nothing new, because one run makes only a limited part of a
    /// long backlog.
    private static func deliver(_ program: Program) async throws {
        var (before, after) = (-1, try Books(program.data).charges)
        while before != after {
            try await program.succeed("history")
            (before, after) = (after, try Books(program.data).charges)
        }
    }
}

extension StoreSettings {
    fileprivate mutating func moveClock(days: Int) { clockOffsetMilliseconds += Int64(days) * 86_400_000 }

    /// Puts them into a store's file without the store: the next program that opens it makes what is due.
    fileprivate func put(into store: String) throws {
        let json = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        try SQLiteFile(store + "/store.sqlite").run("UPDATE testing SET settings = ?", [json])
    }
}
