import Foundation
import StoreModel
import Subprocess
import TestSupport
import Testing

@Suite("A subscription whose program, or whose store, is killed", .ownThreads, .timeLimit(.minutes(15)))
struct SubscriptionStories {
    @Test("wherever the start that makes and delivers its renewals goes on to another file brings each period once")
    func killedWhileRenewing() async throws {
        let prepared = try Program()
        #expect(try await prepared.run("buy", "monthlybunch", "--yes").status == .exited(0))
        var settings = StoreSettings()
        settings.clockOffsetMilliseconds = 65 * 86_400_000
        try await prepared.set(settings)
        let whole = try prepared.copy()
        let log = whole.folder.path + "/calls"
        let environment = try KillSwitch(.countOnly, files: whole.data, log: log).environment
        #expect(try await whole.run(["history"], environment: environment).status == .exited(0))
        #expect(try Books(whole.data).balance == 60)
        let points = try KillSwitch.turningPoints(of: KillSwitch.calls(in: log))
        #expect(points.count > 10)
        try await inParallel(points) { call in
            let program = try prepared.copy()
            let environment = try KillSwitch(.killBefore(call: call), files: program.data).environment
            let run = try await program.run(["history"], environment: environment)
            #expect(run.status == .signaled(SIGKILL) || run.status == .exited(0), "call \(call): \(run.status)")
            #expect(try await program.run("history").status == .exited(0))
            let books = try Books(program.data)
            #expect(books.isEachPeriodDelivered(credits: 20) && books.charges == 3, "killed at call \(call): \(books)")
        }
    }

    @Test("at random brings each period once: renewal, billing retry, grace, expiry, and a new beginning")
    func killedAtRandom() async throws {
        let program = try Program()
        #expect(try await program.run("balance").status == .exited(0))
        try Notices.keep(in: program.data)
        var settings = StoreSettings()
        settings.timeRate = .oneRenewalEveryTwoSeconds
        try await program.set(settings)
        #expect(try await program.run("buy", "monthlybunch", "--yes").status == .exited(0))
        try await Self.kill(program, until: "DID_RENEW", times: 2)
        settings.failsRenewals = true
        settings.allowsGracePeriod = true
        try await program.set(settings)
        try await Self.kill(program, until: "EXPIRED")
        settings.failsRenewals = false
        try await program.set(settings)
        #expect(try await program.run("buy", "monthlybunch", "--yes").status == .exited(0))
        try await Self.kill(program, until: "DID_RENEW", times: 3)
        #expect(try await program.run("subscriptions", "cancel").status == .exited(0))
        try await Self.kill(program, until: "EXPIRED", times: 2)

        let run = try await program.run("subscriptions", "--json")
        let list = try #require(run.json() as? [[String: Any]])
        #expect(list.count == 1 && list[0]["status"] as? String == "expired")
        let books = try Books(program.data)
        #expect(books.isEachPeriodDelivered(credits: 20) && books.charges >= 5, "\(books)")
        let notices = try Notices(of: program.data)
        let kinds = ["DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED", "SUBSCRIBED", "EXPIRED"]
        #expect(notices.isInOrder(kinds), "\(notices.types)")
    }

    @Test(
        "at an address, with storefront and server killed in turn, brings each period once, and the store's books are right"
    )
    func killedAtAnAddress() async throws {
        let shop = try await RemoteShop()
        try Notices.keep(in: shop.server)
        var settings = StoreSettings()
        settings.timeRate = .oneRenewalEveryTwoSeconds
        try shop.set(settings)
        var server = try await shop.serve()
        let first = try await shop.storefront()
        try await first.type("buy 5", "yes")
        #expect(await first.wait(for: "Monthly Bunch has renewed."))
        await server.kill()
        await first.kill()

        // Renewals that fell due while neither ran are made and delivered at the next start.
        server = try await shop.serve()
        let second = try await shop.storefront()
        #expect(await second.wait(for: "Monthly Bunch has renewed."))
        await server.kill()
        (settings.failsRenewals, settings.allowsGracePeriod) = (true, true)
        try shop.set(settings)
        #expect(await second.wait(for: "Monthly Bunch: the period that was paid is over."))
        server = try await shop.serve()
        while try !Notices(of: shop.server).types.contains("EXPIRED") {
            try Task.checkCancellation()
            #expect(try await shop.run("subscriptions").status == .exited(0))
            await server.kill()
            server = try await shop.serve()
        }
        await server.kill()
        settings.failsRenewals = false
        try shop.set(settings)
        server = try await shop.serve()
        try await second.type("buy 5", "yes")
        #expect(await second.wait(for: "You are subscribed to Monthly Bunch."))
        await second.kill()
        await server.kill()

        server = try await shop.serve()
        #expect(try await shop.run("subscriptions", "cancel").status == .exited(0))
        while try Notices(of: shop.server).types.count(where: { $0 == "EXPIRED" }) < 2 {
            try Task.checkCancellation()
            #expect(try await shop.run("history").status == .exited(0))
        }
        await server.kill()
        let books = try shop.books()
        #expect(books.isEachPeriodDelivered(credits: 20) && books.charges >= 4, "\(books)")
        let kinds = ["DID_RENEW", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED", "SUBSCRIBED", "EXPIRED"]
        let notices = try Notices(of: shop.server)
        #expect(notices.isInOrder(kinds), "\(notices.types)")
        let audit = try shop.audit()
        let count = books.charges
        #expect(audit.end == .status(0), "\(audit.output)")
        #expect(audit.output.contains(" \(count) charges, \(count) transactions, \(count) delivered, 0 refunded;"))
    }

    /// Lets the program run again and again, mostly killed at one of its calls to the disk, until the store has given its developer a
    /// notification so many times.
    private static func kill(_ program: Program, until notice: String, times: Int = 1) async throws {
        while try Notices(of: program.data).types.count(where: { $0 == notice }) < times {
            try Task.checkCancellation()
            // Some runs come to their end: where time has passed for many periods, they are many calls.
            let call = Int.random(in: 1...200)
            let environment = try KillSwitch(.killBefore(call: call), files: program.data).environment
            let run = try await program.run(["subscriptions"], environment: environment)
            try #require(run.status == .signaled(SIGKILL) || run.status == .exited(0), "call \(call): \(run.error)")
        }
    }
}

extension Books {
    /// Each period that was charged is credited once, and nothing is left in any queue.
    func isEachPeriodDelivered(credits: Int) -> Bool {
        credited == charges && balance == credits * charges && unfinished == 0 && unsettled == 0
    }
}
