import Foundation
import PaymentQueueKit
import StoreModel
import StoreRules
import TestSupport
import Testing

@Suite("The documentation's shop with a ledger", .timeLimit(.minutes(5))) struct LedgerShopTests {
    private let device: QueueHarness
    private let shop: LedgerShop

    init() async throws {
        device = try await QueueHarness()
        shop = LedgerShop(verifier: device.store.verifier())
        device.queue.add(shop)
    }

    @Test func `counts a purchase, takes it back with its refund, and counts it again if that is reversed`()
        async throws
    {
        let key = try await device.bought(quantity: 2).key
        await device.queue.settle()
        #expect(shop.pieces == 2)
        try await device.store.perform(.refund, on: key)
        await device.queue.settle()
        #expect(shop.pieces == 0)
        try await device.store.perform(.reverseRefund, on: key)
        await device.queue.settle()
        #expect(shop.pieces == 2)
        #expect(try device.queue.transactions().isEmpty)
    }

    @Test func `counts a purchase again if another device has finished the reversal of its refund`()
        async throws
    {
        let key = try await device.bought().key
        await device.queue.settle()
        try await device.store.perform(.refund, on: key)
        await device.queue.settle()
        await device.queue.close()

        let other = try await QueueHarness(talkingTo: device.store)
        other.queue.add(other.observer)
        try await device.store.perform(.reverseRefund, on: key)
        try other.queue.finishTransaction(await other.observer.transaction(key, in: .purchased))
        await other.queue.settle()
        #expect(shop.pieces == 0)

        let next = try await device.restart { $0.queue.add(shop) }
        await next.queue.settle()
        #expect(next.observer.calls.compactMap(\.updated).map(\.isFinished) == [true])
        #expect(shop.pieces == 1)
    }

    @Test func `does not count a period again that was signed anew because an upgrade has ended it`()
        async throws
    {
        device.queue.add(device.observer)
        let products = [MonkeyCredits.monthlyBunch, MonkeyCredits.bigMonthlyBunch]
        _ = try await device.fetchProducts(Set(products))
        for product in products {
            let key = try device.queue.add(Payment(product: product))
            try await device.observer.transaction(key, in: .purchased)
            await device.queue.settle()
            device.time.advance(by: .seconds(60))
        }
        let told = device.observer.calls.compactMap(\.updated).filter { $0.state == .purchased }
        #expect(told.count == 3 && told.count { $0.isFinished } == 1)
        #expect(shop.pieces == 2)
    }

    @Test func `counts a purchase on the device that paid, and on no other one, and both are done with it`()
        async throws
    {
        let payer = try await QueueHarness(talkingTo: device.store)
        let key = try await payer.bought().key
        device.queue.add(device.observer)
        try await device.observer.transaction(key, in: .purchased)
        await device.queue.settle()
        #expect(shop.pieces == 0)
        #expect(try device.queue.transactions().map(\.key) == [key])

        let payersShop = LedgerShop(verifier: device.store.verifier())
        payer.queue.add(payersShop)
        await payer.queue.settle()
        await device.queue.settle()
        #expect(payersShop.pieces == 1 && shop.pieces == 0)
        for queue in [payer.queue, device.queue] { #expect(try queue.transactions().isEmpty) }
    }

    @Test func `leaves a refund to the device that paid, which hears of it until it has taken it back`()
        async throws
    {
        let payer = try await QueueHarness(talkingTo: device.store)
        let payersShop = LedgerShop(verifier: device.store.verifier())
        payer.queue.add(payersShop)
        let key = try await payer.bought().key
        await payer.queue.settle()
        await payer.queue.close()
        try await device.store.perform(.refund, on: key)
        await device.queue.settle()
        #expect(try device.queue.transactions().map(\.key) == [key])

        let next = try await payer.restart(talkingTo: device.store) { $0.queue.add(payersShop) }
        await next.queue.settle()
        await device.queue.settle()
        #expect(payersShop.pieces == 0 && shop.pieces == 0)
        #expect(next.observer.calls.compactMap(\.revoked).map(\.isFinished) == [false])
        #expect(try device.queue.transactions().isEmpty)
    }

    @Test func `is in the documentation as it is tested`() throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = root.appendingPathComponent(
            "Sources/Shop/PaymentQueueKit/PaymentQueueKit.docc/ExactlyOnce.md")
        let code = try String(contentsOf: here.appendingPathComponent("LedgerShop.swift"), encoding: .utf8)
        #expect(try String(contentsOf: article, encoding: .utf8).contains("```swift\n\(code)```\n"))
    }
}
