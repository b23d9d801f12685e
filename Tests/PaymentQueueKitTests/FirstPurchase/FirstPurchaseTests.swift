import Foundation
import LocalStoreKit
import PaymentQueueKit
import Storage
import StoreModel
import StoreRules
import StoreSQLite
import TestSupport
import Testing

@Suite("The first purchase", .timeLimit(.minutes(5))) struct FirstPurchaseTests {
    @Test func `The documentation's code buys: one charge, one delivery, and nothing left in the queue`()
        async throws
    {
        let folder = try TemporaryDirectory()
        let (queue, shop) = try await buyCredits(in: folder.path)
        let deliveries = await shop.deliveries.reduce(into: []) { $0.append($1) }
        #expect(deliveries.map(\.payment.productIdentifier) == [QueueHarness.five])
        #expect(try queue.transactions().isEmpty)

        // The store's own record, as another program on the same folder sees it.
        let store = try AppStore(directory: DataDirectory(path: folder.path), catalogue: .bundled())
        #expect(try store.purchases().map(\.transactionIdentifier) == deliveries.map(\.transactionIdentifier))
        let receipt = try #require(deliveries.first?.transactionReceipt)
        let question = Array(#"{"receipt-data": "\#(receipt)"}"#.utf8)
        let answer = store.verifyReceipt(question, at: .sandbox)
        let text = String(decoding: answer.json, as: UTF8.self)
        #expect(answer.status == 0 && text.contains("\"product_id\":\"\(QueueHarness.five)\""), "\(text)")
        #expect(text.contains("\"quantity\":\"1\""), "\(text)")
        #expect(store.verifyReceipt(question, at: .production).status == 21007)
        let page = try Self.text(of: "FirstPurchase.md")
        #expect(
            page.contains("`POST /sandbox/verifyReceipt`") && page.contains("`/verifyReceipt` answers 21007"))
        await queue.close()
    }

    @Test func `The documentation's code ends with its own purchase, also if an earlier one is in the queue`()
        async throws
    {
        let folder = try TemporaryDirectory()
        let store = try LocalStore(directory: folder.path)
        let first = try PaymentQueue(directory: folder.path, service: store.paymentService) { _, _ in
            .given(priceLimit: nil)
        }
        let (observer, delegate) = (RecordingObserver(), RecordingDelegate())
        first.add(observer)
        ProductsRequest(productIdentifiers: [QueueHarness.five], queue: first, delegate: delegate).start()
        _ = try await delegate.answer()
        let key = try first.add(Payment(product: QueueHarness.five))
        try await observer.transaction(key, in: .purchased)
        await first.close()

        let (queue, shop) = try await buyCredits(in: folder.path)
        let deliveries = await shop.deliveries.reduce(into: []) { $0.append($1) }
        #expect(deliveries.count == 2 && deliveries.first?.key == key)
        #expect(try queue.transactions().isEmpty)
        await queue.close()
    }

    @Test func `The documentation's code throws the store's error if there is no price`() async throws {
        let folder = try TemporaryDirectory()
        try LocalStore(directory: folder.path).change { $0.network = .down }
        await #expect(throws: StoreError.networkDown) { try await buyCredits(in: folder.path) }
    }

    @Test(arguments: [PaymentTransactionState.failed, .changed, .purchased])
    func `The documentation's shop finishes a failure, a change and a refund, and delivers none of them`(
        state: PaymentTransactionState
    ) async throws {
        let device = try await QueueHarness()
        let (shop, date) = (Shop(verifier: device.store.verifier()), Timestamp(milliseconds: 0))
        try PaymentJournal(file: device.file).add(
            PaymentTransaction(
                key: "k", payment: Payment(product: QueueHarness.five), state: state, addedDate: date,
                revocationDate: state == .purchased ? date : nil))
        device.queue.add(shop)
        for await key in shop.removals where key == "k" { break }
        shop.delivered.finish()
        let deliveries = await shop.deliveries.reduce(into: []) { $0.append($1) }
        #expect(try deliveries.isEmpty && device.queue.transactions().isEmpty)
        await device.queue.close()
    }

    @Test func `The documentation's shop passes on what was finished elsewhere, too, and is done with it`()
        async throws
    {
        let device = try await QueueHarness()
        var bought = try await device.bought()
        try device.queue.finishTransaction(bought)
        await device.queue.settle()
        let shop = Shop(verifier: device.store.verifier())
        device.queue.add(shop)
        await device.queue.settle()
        bought.isFinished = true
        shop.paymentQueue(device.queue, updatedTransactions: [bought])
        for await key in shop.removals where key == bought.key { break }
        shop.delivered.finish()
        let deliveries = await shop.deliveries.reduce(into: []) { $0.append($1) }
        #expect(deliveries.map(\.key) == [bought.key])
        await device.queue.close()
    }

    @Test func `The documentation's shop delivers each period of a subscription that a restore brings back`()
        async throws
    {
        let device = try await QueueHarness()
        device.queue.add(device.observer)
        _ = try await device.fetchProducts([MonkeyCredits.monthlyBunch])
        let key = try device.queue.add(Payment(product: MonkeyCredits.monthlyBunch))
        try device.queue.finishTransaction(await device.observer.transaction(key, in: .purchased))
        await device.queue.settle()
        device.time.advance(by: .seconds(70 * 86_400))
        _ = try device.store.subscriptions()
        for renewal in try await device.store.unsettledPurchases(including: []) {
            try await device.store.finish(#require(renewal.finished))
        }

        let other = try await QueueHarness(talkingTo: device.store)
        let shop = Shop(verifier: device.store.verifier())
        other.queue.add(shop)
        other.queue.restoreCompletedTransactions()
        await other.queue.settle()
        shop.delivered.finish()
        let deliveries = await shop.deliveries.reduce(into: []) { $0.append($1) }
        #expect(deliveries.count == 3 && Set(deliveries.map(\.transactionIdentifier)).count == 3)
        #expect(try other.queue.transactions().isEmpty)
    }

    @Test(arguments: [
        ("README.md", "FirstPurchase.swift"), ("FirstPurchase.md", "FirstPurchase.swift"),
        ("FirstPurchase.md", "Shop.swift"),
    ])
    func `The documentation shows the code that is tested`(page: String, code: String) throws {
        let code = try String(contentsOf: Self.here.appendingPathComponent(code), encoding: .utf8)
        #expect(try Self.text(of: page).contains("```swift\n\(code)```\n"))
    }

    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func text(of page: String) throws -> String {
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let path = try #require(
            page == "README.md"
                ? page
                : FileManager.default.subpathsOfDirectory(atPath: root.path + "/Sources").first {
                    $0.hasSuffix(".docc/" + page)
                }.map { "Sources/" + $0 })
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}
