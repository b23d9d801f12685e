import Foundation
import StoreModel
import StoreRules
import Subprocess
import TestSupport
import Testing

@Suite("What is done at a store", .ownThreads, .timeLimit(.minutes(15)))
struct AdministratorSequenceTests {
    typealias Place = DirectedShop.Place

    @Test(
        "by an administrator who buys, upgrades, renews and refunds for a customer shows on every device at once",
        arguments: Place.tested)
    func administrator(place: Place) async throws {
        let shop = try DirectedShop(place)
        let a = try await shop.customer(), b = try await shop.customer(isNew: false)
        let storefront = try await shop.storefront(on: a)
        let window = try StoreWindow(b, arguments: shop.location)
        let store = try shop.store()
        func order(_ product: ProductIdentifier) async throws -> TransactionIdentifier {
            let request = PurchaseRequest(product)
            let report = try await store.make(PurchaseOrder(request), for: "anna")
            return try #require(report.transactionIdentifier)
        }
        // The device that finishes a transaction first says what it was. The others show the
        // account's balance.
        func expect(credits: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
            #expect(await storefront.wait(for: "\(credits) monkey credits"), sourceLocation: sourceLocation)
            try window.wait(forCredits: credits)
        }
        let ten = try await order(MonkeyCredits.ten)
        try await expect(credits: 10)
        let subscription = try await order(MonkeyCredits.monthlyBunch)
        try await expect(credits: 30)
        _ = try await order(MonkeyCredits.bigMonthlyBunch)
        try await expect(credits: 80)
        _ = try store.perform(.renew, on: subscription)
        try await expect(credits: 130)
        _ = try store.perform(.refund, on: ten.rawValue)
        try await expect(credits: 120)
        #expect(try window.quit() == .status(0))
        #expect(try await storefront.leave() == .exited(0))
        try await shop.expectAgreement([a, b], credits: 120, charges: 4, refunds: 1)
    }

    @Test("and copied there and back stands as it was changed last, without a sale", arguments: Place.tested)
    func copiedThereAndBack(place: Place) async throws {
        let shop = try DirectedShop()
        let one = shop.home
        let two = try shop.newHome(place)
        let a = try await shop.customer()
        try await shop.buy("consume10credits", "monthlybunch", on: a)
        func expect(
            credits: Int, isCancelled: Bool, hasClock: Bool, hasGrace: Bool,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            #expect(try await shop.balance(a) == credits, sourceLocation: sourceLocation)
            let store = try shop.store()
            let subscriptions = try store.subscriptions(of: nil)
            #expect(subscriptions.map(\.isAutoRenewing) == [!isCancelled], sourceLocation: sourceLocation)
            #expect(try store.clock(of: "anna").isOwn == hasClock, sourceLocation: sourceLocation)
            #expect(try store.settings().allowsGracePeriod == hasGrace, sourceLocation: sourceLocation)
            try shop.expectBooks(charges: 2, sourceLocation: sourceLocation)
        }

        try shop.copy(one, to: two)
        try shop.move(to: two)
        try await shop.spend(3, on: a)
        #expect(try await shop.run("subscriptions", "cancel", on: a).status == .exited(0))
        _ = try shop.store().moveClock(of: "anna", by: 3_600_000, isFrozen: nil)
        try shop.set { $0.allowsGracePeriod = true }
        try await expect(credits: 27, isCancelled: true, hasClock: true, hasGrace: true)
        // Older values there are not taken over.
        try shop.copy(one, to: two)
        try shop.move(to: two)
        try await expect(credits: 27, isCancelled: true, hasClock: true, hasGrace: true)

        try shop.copy(two, to: one)
        try shop.move(to: one)
        try await expect(credits: 27, isCancelled: true, hasClock: true, hasGrace: true)
        try await shop.spend(2, on: a)
        #expect(try await shop.run("subscriptions", "resume", on: a).status == .exited(0))
        _ = try shop.store().removeClock(of: "anna")
        try shop.set { $0.allowsGracePeriod = false }
        try shop.copy(two, to: one)
        try shop.copy(one, to: two)
        for home in [one, two] {
            try shop.move(to: home)
            try await expect(credits: 25, isCancelled: false, hasClock: false, hasGrace: false)
        }

        // Both go on separately.
        let b = try a.copy()
        try await shop.spend(1, on: a)
        try shop.move(to: one)
        try await shop.spend(4, on: b)
        #expect(try await shop.run("subscriptions", "cancel", on: b).status == .exited(0))
        try shop.copy(two, to: one)
        try shop.copy(one, to: two)
        for home in [one, two] {
            try shop.move(to: home)
            try await shop.expectAgreement([a, b], credits: 20, charges: 2)
            try await expect(credits: 20, isCancelled: true, hasClock: false, hasGrace: false)
        }
    }
}
