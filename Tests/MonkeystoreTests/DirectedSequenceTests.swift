import Foundation
import StoreModel
import StoreRules
import StoreWire
import Subprocess
import TestSupport
import Testing

/// A is the first machine; B and C come from its backup. In the end all of them meet the store.
@Suite("A sequence of sales, refunds, backups and outages at a server", .ownThreads, .timeLimit(.minutes(15)))
struct DirectedSequenceTests {
    typealias Place = DirectedShop.Place

    @Test("of a refund after a backup ends with the rest on all machines", arguments: Place.tested)
    func refundBehindBackup(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", "consume10credits", on: a)
        let file = try a.backUp()
        try shop.perform(.refund, on: "consume10credits")
        #expect(try await shop.balance(a) == 10)
        let b = try Program.restored(from: file)
        #expect(try await shop.balance(b) == 10)
        try await shop.expectAgreement([a, b], credits: 10, charges: 2, refunds: 1)
    }

    @Test(
        "of a purchase and its refund after a backup ends with what was there before",
        arguments: Place.tested)
    func purchaseAndRefundBehindBackup(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume5credits", on: a)
        let file = try a.backUp()
        try await shop.buy("consume10credits", on: a)
        try shop.perform(.refund, on: "consume10credits")
        let b = try Program.restored(from: file)
        #expect(try await shop.balance(b) == 5)
        try await shop.expectAgreement([a, b], credits: 5, charges: 2, refunds: 1)
    }

    @Test("that restores one backup three times has the same balance each time", arguments: Place.tested)
    func restoredThreeTimes(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", "consume5credits", on: a)
        let file = try a.backUp()
        try shop.perform(.refund, on: "consume5credits")
        var machines = [a]
        for _ in 1...3 {
            machines.append(try Program.restored(from: file))
            #expect(try await shop.balance(machines[machines.count - 1]) == 10)
        }
        try await shop.expectAgreement(machines, credits: 10, charges: 2, refunds: 1)
    }

    @Test("of a refund, a backup, a reversal and a use ends with what was not used", arguments: Place.tested)
    func reversedAndUsed(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", on: a)
        try shop.perform(.refund, on: "consume10credits")
        #expect(try await shop.balance(a) == 0)
        let file = try a.backUp()
        try shop.perform(.reverseRefund, on: "consume10credits")
        try await shop.spend(10, on: a)
        let b = try Program.restored(from: file)
        #expect(try await shop.balance(b) == 0)
        #expect(try await shop.run("spend", "1", on: b).status == .exited(4))
        try await shop.expectAgreement([b, a], credits: 0, charges: 1)
    }

    @Test(
        "of a refund that is told to B and reversed before C comes counts the purchase once",
        arguments: Place.tested)
    func reversedBetweenCopies(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", on: a)
        let file = try a.backUp()
        try shop.perform(.refund, on: "consume10credits")
        let b = try Program.restored(from: file)
        #expect(try await shop.balance(b) == 0)
        try shop.perform(.reverseRefund, on: "consume10credits")
        let c = try Program.restored(from: file)
        #expect(try await shop.balance(c) == 10)
        try await shop.expectAgreement([c, a, b], credits: 10, charges: 1)
    }

    @Test(
        "of a debt has one debt, with the backup before it, after it, and without one",
        arguments: Place.tested)
    func debt(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", on: a)
        try await shop.spend(8, on: a)
        let before = try a.backUp()
        try shop.perform(.refund, on: "consume10credits")
        #expect(try await shop.balance(a) == -8)
        let after = try a.backUp()
        let machines = [
            try Program.restored(from: before), a, try await shop.customer(isNew: false),
            try Program.restored(from: after),
        ]
        try await shop.expectAgreement(machines, credits: -8, charges: 1, refunds: 1)
        #expect(try await shop.run("spend", "1", on: machines[0]).status == .exited(4))
        try await shop.buy("consume10credits", on: machines[3])
        try await shop.expectAgreement(machines, credits: 2, charges: 2, refunds: 1)
    }

    @Test(
        "of an approval while another purchase's answer is lost, and A is killed, brings all that was paid",
        arguments: Place.tested)
    func approvedWhileAnotherIsOnItsWay(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try shop.set { $0.asksToBuy = true }
        #expect(try await shop.run("buy", "consume10credits", "--yes", on: a).status == .exited(3))
        let storefront = try await shop.storefront(on: a)
        try shop.set {
            $0.asksToBuy = false
            $0.network = .answersLost
        }
        try await storefront.type("buy 1", "yes")
        #expect(await storefront.wait(for: "waiting for the network"))
        try await Books.waitForPayment(in: a.data)
        try shop.perform(.approve, on: "consume10credits")
        let file = try a.backUp()
        await storefront.kill()
        let b = try Program.restored(from: file)
        try shop.set { $0 = StoreSettings() }
        #expect(try await shop.balance(b) == 15)
        try await shop.expectAgreement([b, a], credits: 15, charges: 2)
    }

    @Test(
        "of a renewal that is paid late, after newer purchases, brings all that was paid",
        arguments: Place.tested, [true, false])
    func latePaidRenewal(place: Place, hasGrace: Bool) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("monthlybunch", on: a)
        try shop.set {
            $0.allowsGracePeriod = hasGrace
            $0.failsRenewals = true
        }
        try shop.set { $0.clockOffsetMilliseconds += 32 * 86_400_000 }
        #expect(try await shop.balance(a) == 20)
        let file = try a.backUp()
        try await shop.buy("consume10credits", on: a)
        let b = try Program.restored(from: file)
        #expect(try await shop.balance(b) == 30)
        try shop.set { $0.failsRenewals = false }
        let c = try Program.restored(from: file)
        #expect(try await shop.balance(c) == 50)
        try await shop.expectAgreement([a, b, c], credits: 50, charges: 3)
    }

    /// Something that happens to a clock and can be undone.
    enum ClockChange: CaseIterable, Sendable {
        case stands, back50Seconds, yearsAhead, yearsBehind, ofAccount

        func happen(at shop: DirectedShop) throws {
            switch self {
            case .stands: try shop.set { $0.frozenAt = TimeSource.system.now() }
            case .back50Seconds: try shop.set { $0.clockOffsetMilliseconds = -50_000 }
            case .yearsAhead: try shop.set { $0.clockOffsetMilliseconds = 5 * 365 * 86_400_000 }
            case .yearsBehind: try shop.set { $0.clockOffsetMilliseconds = -5 * 365 * 86_400_000 }
            case .ofAccount: _ = try shop.store().moveClock(of: "anna", by: 400 * 86_400_000, isFrozen: true)
            }
        }

        func end(at shop: DirectedShop) throws {
            try shop.set { $0 = StoreSettings() }
            if self == .ofAccount { _ = try shop.store().removeClock(of: "anna") }
        }
    }

    @Test(
        "in which the clock moves and comes back has all that was paid before, during and after",
        arguments: Place.tested, ClockChange.allCases)
    func clock(place: Place, change: ClockChange) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume5credits", "consume10credits", on: a)
        let file = try a.backUp()
        try change.happen(at: shop)
        let b = try Program.restored(from: file)
        try await shop.buy("consume5credits", on: b)
        try shop.perform(.refund, on: "consume10credits")
        #expect(try await shop.balance(a) == 10)
        try shop.perform(.reverseRefund, on: "consume10credits")
        try await shop.spend(3, on: a)
        let later = try b.backUp()
        try change.end(at: shop)
        try await shop.buy("consume10credits", on: a)
        try shop.perform(.refund, on: "consume5credits")
        let c = try Program.restored(from: later)
        try await shop.expectAgreement([c, b, a], credits: 22, charges: 4, refunds: 1)
    }

    @Test(
        "in which two machines use the same ten coins, also while the store is away, uses them once",
        arguments: Place.tested, [true, false])
    func coins(place: Place, isAway: Bool) async throws {
        let files = try TemporaryDirectory()
        let catalogue = files.path + "/own.storekit"
        let products =
            #"[{"displayPrice": "0.99", "internalID": "1", "productID": "com.example.coins", "type": "Consumable"}]"#
        try #"{"products": \#(products), "version": {"major": 3, "minor": 0}}"#
            .write(toFile: catalogue, atomically: false, encoding: .utf8)
        let shop = try DirectedShop(place, options: ["--catalogue", catalogue])
        let a = try await shop.customer()
        #expect(try await shop.run("buy", "coins", "--quantity", "10", "--yes", on: a).status == .exited(0))
        let b = try Program.restored(from: a.backUp())
        if isAway { shop.server.kill() }
        let used = try await shop.run("use", "coins", "10", on: a)
        #expect(used.status == .exited(0) && used.output == "0 x com.example.coins\n", "\(used.error)")
        if isAway {
            // Without the store it cannot know of the other use.
            #expect(try await shop.run("use", "coins", "10", on: b).status == .exited(0))
            try shop.server.start()
        } else {
            #expect(try await shop.run("use", "coins", "10", on: b).status == .exited(4))
        }
        for machine in [b, a, b, a] { _ = try await shop.run("history", on: machine) }
        for machine in [a, b] {
            #expect(try await shop.run("owned", "--json", on: machine).array().isEmpty)
            #expect(try await shop.run("use", "coins", "1", on: machine).status == .exited(4))
        }
        try shop.expectBooks(charges: 1)
    }

    @Test(
        "in which the whole folder is put back, and copy and original are used in turn, counts all once",
        arguments: Place.tested)
    func clones(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", on: a)
        let early = try a.copy(), b = try a.copy()
        for _ in 1...2 {
            try await shop.buy("consume5credits", on: a)
            try await shop.spend(2, on: b)
            try await shop.buy("consume10credits", on: b)
            try await shop.spend(1, on: a)
        }
        try shop.perform(.refund, on: "consume5credits")
        #expect(try await shop.balance(b) == 29)
        try FileManager.default.removeItem(atPath: a.data)
        try FileManager.default.copyItem(atPath: early.data, toPath: a.data)
        try await shop.spend(4, on: a)
        try await shop.spend(1, on: b)
        try await shop.expectAgreement([a, early, b], credits: 24, charges: 5, refunds: 1)
    }

    @Test("of a payment that never arrived, in A and in two copies, charges it once", arguments: Place.tested)
    func neverArrived(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        let storefront = try await shop.storefront(on: a)
        try shop.set { $0.network = .down }
        try await storefront.type("buy 1", "yes")
        #expect(await storefront.wait(for: "waiting for the network"))
        try await Books.waitForPayment(in: a.data)
        let file = try a.backUp()
        await storefront.kill()
        #expect(try shop.purchases().isEmpty)
        let machines = [try Program.restored(from: file), a, try Program.restored(from: file)]
        try shop.set { $0.network = .up }
        try await shop.expectAgreement(machines, credits: 5, charges: 1)
    }

    @Test(
        "in which 1,010 payments wait for approval brings the one that is approved, and a refund of another",
        arguments: Place.tested)
    func manyDeferred(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", on: a)
        let file = try a.backUp()
        try shop.set { $0.asksToBuy = true }
        #expect(try await shop.run("buy", "consume5credits", "--yes", on: a).status == .exited(3))
        let token = try shop.server.session(of: a).token
        let session = try #require(try shop.store().session(for: SessionToken(rawValue: token), device: nil))
        for _ in 1..<1010 { try await session.buy(.random(at: TimeSource.system.now())) }
        try shop.perform(.approve, on: "consume5credits")
        try shop.perform(.refund, on: "consume10credits")
        let b = try Program.restored(from: file)
        #expect(try await shop.balance(b) == 5)
        try await shop.expectAgreement([a, b], credits: 5, charges: 2, refunds: 1)
        // The oldest one is A's own.
        let oldest = try #require(try shop.purchases().last { $0.status == .deferred })
        _ = try shop.store().perform(.approve, on: oldest.key.rawValue)
        try await shop.expectAgreement([a, b], credits: 10, charges: 3, refunds: 1)
    }
}
