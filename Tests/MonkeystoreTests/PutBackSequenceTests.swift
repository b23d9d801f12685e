import Foundation
import StoreModel
import StoreRules
import Subprocess
import TestSupport
import Testing

@Suite("A server's database of last night that is put back", .ownThreads, .timeLimit(.minutes(15)))
struct PutBackSequenceTests {
    typealias Place = DirectedShop.Place

    /// What last night's database does not know.
    enum Change: CaseIterable, Sendable {
        case purchase, restore, refund, use, renewal, approval

        /// Whether the device is killed at several calls in its comparison with the first copy. For the
        /// others, once is enough there, since `DeviceKillTests` kills it at every write.
        var isForKills: Bool { [.restore, .renewal, .approval].contains(self) }
    }

    @Test(
        "gets all back from the devices, also twice in a row, and if a device is killed in its comparison",
        arguments: Place.tested, Change.allCases)
    func putBack(place: Place, change: Change) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", on: a)
        let file = try a.backUp()
        if change == .renewal { try await shop.buy("monthlybunch", on: a) }
        if change == .approval {
            try shop.set { $0.asksToBuy = true }
            #expect(try await shop.run("buy", "consume5credits", "--yes", on: a).status == .exited(3))
            try shop.set { $0.asksToBuy = false }
        }
        let lastNight = try shop.keep()

        var b = try Program.restored(from: file)
        var (credits, charges, refunds) = (10, 1, 0)
        switch change {
        case .purchase:
            try await shop.buy("consume5credits", on: a)
            (credits, charges) = (15, 2)
        case .restore:
            try await shop.buy("consume5credits", on: b)
            try await shop.spend(1, on: a)
            b = try Program.restored(from: b.backUp())
            (credits, charges) = (14, 2)
        case .refund:
            try shop.perform(.refund, on: "consume10credits")
            (credits, refunds) = (0, 1)
        case .use:
            try await shop.spend(3, on: a)
            credits = 7
        case .renewal:
            try shop.set { $0.clockOffsetMilliseconds += 32 * 86_400_000 }
            (credits, charges) = (50, 3)
        case .approval:
            try shop.perform(.approve, on: "consume5credits")
            (credits, charges) = (15, 2)
        }
        #expect(try await shop.balance(a) == credits)

        try shop.putBack(lastNight)
        if change.isForKills {
            var kills = 0
            for call in [2, 5, 9, 14, 20] { kills += try await isKilled(a, atCall: call, at: shop) ? 1 : 0 }
            #expect(kills > 1)
        } else {
            #expect(try await isKilled(a, atCall: 5, at: shop))
        }
        try shop.putBack(lastNight)
        for call in [3, 7] { #expect(try await isKilled(a, atCall: call, at: shop)) }
        if change == .renewal {
            // The store may have made the renewal again before it learns of the first one.
            try shop.set { $0.clockOffsetMilliseconds += 32 * 86_400_000 }
            _ = try await shop.balance(a)
            refunds = try shop.purchases().count { $0.status == .revoked }
            charges += refunds
            #expect(refunds < 2)
        }
        // A device that has nothing of it meets the store in between.
        let c = try Program.restored(from: file)
        _ = try await shop.balance(c)
        try await shop.expectAgreement([a, b, c], credits: credits, charges: charges, refunds: refunds)
    }

    /// Has a machine meet the store until it is killed at one of its calls to
    /// the disk; false if it makes fewer.
    private func isKilled(_ machine: Program, atCall call: Int, at shop: DirectedShop) async throws -> Bool {
        let run = try await machine.run(
            ["balance"] + shop.location,
            environment: KillSwitch(.killBefore(call: call), files: machine.data).environment)
        #expect(run.status == .signaled(SIGKILL) || run.status == .exited(0), "call \(call): \(run.error)")
        return run.status == .signaled(SIGKILL)
    }

    @Test(
        "charges a period again that it has forgotten, and refunds the later one when it learns of the first",
        arguments: Place.tested)
    func periodTwice(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("monthlybunch", on: a)
        let b = try a.copy()
        let lastNight = try shop.keep()
        try shop.set { $0.clockOffsetMilliseconds += 32 * 86_400_000 }
        #expect(try await shop.balance(a) == 40)
        try shop.putBack(lastNight)
        try shop.set { $0.clockOffsetMilliseconds += 32 * 86_400_000 }
        #expect(try await shop.balance(b) == 40)
        try await shop.expectAgreement([a, b], credits: 40, charges: 3, refunds: 1)
        try expectRefundStays(at: shop)
    }

    @Test(
        "charges a payment again that it has forgotten, and refunds the later one when it learns of the first",
        arguments: Place.tested)
    func paymentTwice(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        let lastNight = try shop.keep()
        let storefront = try await shop.storefront(on: a)
        try shop.set { $0.network = .answersLost }
        try await storefront.type("buy 1", "yes")
        #expect(await storefront.wait(for: "waiting for the network"))
        while try shop.purchases().isEmpty { try await restBeforeLookingAgain() }
        await storefront.kill()
        let b = try a.copy()
        try shop.set { $0.network = .up }
        #expect(try await shop.balance(a) == 5)
        try shop.putBack(lastNight)
        #expect(try await shop.balance(b) == 5)
        try await shop.expectAgreement([a, b], credits: 5, charges: 2, refunds: 1)
        try expectRefundStays(at: shop)
    }

    /// Expects that the refund of what was charged again cannot be taken back.
    private func expectRefundStays(at shop: DirectedShop) throws {
        let refunded = try #require(try shop.purchases().first { $0.status == .revoked })
        #expect(throws: StoreAdministrationError.invalidAction) {
            try shop.store().perform(.reverseRefund, on: refunded.key.rawValue)
        }
    }

    @Test(
        "gets a purchase back before it answers a use of it that waited during the outage",
        arguments: Place.tested)
    func waitingUse(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        let lastNight = try shop.keep()
        try await shop.buy("consume10credits", on: a)
        shop.server.kill()
        try await shop.spend(3, on: a)
        try shop.putBack(lastNight)
        try await shop.expectAgreement([a], credits: 7, charges: 1)
    }

    @Test(
        "gets a subscription back before it answers a payment for it that waited, and charges nothing again",
        .onSQLite)
    func waitingPayment() async throws {
        let shop = try DirectedShop()
        let a = try await shop.customer()
        let lastNight = try shop.keep()
        try await shop.buy("monthlybunch", on: a)
        #expect(try await shop.run("subscriptions", "cancel", on: a).status == .exited(0))
        try shop.store().stop(at: "INSERT ON purchase")
        let waiting = try await shop.run("buy", "monthlybunch", "--yes", on: a)
        #expect(waiting.status == .exited(3), "\(waiting.error)")
        try shop.putBack(lastNight)
        try await shop.expectAgreement([a], credits: 20, charges: 1)
    }

    @Test(
        "is of before purchases had to be approved: one that waits is not charged before it is approved",
        arguments: Place.tested)
    func waitingApproval(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", on: a)
        let lastNight = try shop.keep()
        try shop.set { $0.asksToBuy = true }
        let asked = try await shop.run("buy", "consume5credits", "--yes", on: a)
        #expect(asked.status == .exited(3) && asked.error.contains("waits for approval"), "\(asked.error)")
        try shop.putBack(lastNight)
        try await shop.expectAgreement([a], credits: 10, charges: 1)
        try shop.perform(.approve, on: "consume5credits")
        try await shop.expectAgreement([a], credits: 15, charges: 2)
    }

    @Test(
        "is of before an account was made: it gets all back when it is made again", arguments: Place.tested)
    func accountOfToday(place: Place) async throws {
        let shop = try DirectedShop(place)
        let lastNight = try shop.keep()
        let a = try await shop.customer()
        try await shop.buy("consume10credits", on: a)
        try await shop.spend(3, on: a)
        try shop.putBack(lastNight)
        _ = try await shop.store().createAccount(name: "anna", password: "correct horse")
        try await shop.signIn(on: a)
        try await shop.expectAgreement([a], credits: 7, charges: 1)
    }

    @Test(
        "is of before somebody used all: each machine used the same, and the audit says so",
        arguments: Place.tested)
    func usedTwice(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", on: a)
        let b = try Program.restored(from: a.backUp())
        let lastNight = try shop.keep()
        try await shop.spend(10, on: a)
        try shop.putBack(lastNight)
        try await shop.spend(10, on: b)
        for machine in [a, b, a] { _ = try await shop.run("history", on: machine) }
        for machine in [a, b] { #expect(try await shop.balance(machine) == -10) }
        let audit = try shop.store().audit()
        #expect(audit.findings.isEmpty && audit.debts.count == 1)
        #expect(audit.debts.first?.contains("An older copy of the database") == true)
    }
}
