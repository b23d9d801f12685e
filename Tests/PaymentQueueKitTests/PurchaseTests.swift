import PaymentQueueKit
import Storage
import StoreModel
import StoreRules
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@Suite("A purchase through the queue", .timeLimit(.minutes(5)))
struct PurchaseTests {
    @Test(
        "goes from purchasing to purchased, carries the signed transaction, and leaves the queue when it is finished"
    )
    func purchaseAndFinish() async throws {
        let device = try await QueueHarness()
        let bought = try await device.bought(QueueHarness.ten, quantity: 3)
        #expect(device.observer.states(of: bought.key) == [.purchasing, .purchased])
        let payload = try device.store.verifier().verify(#require(bought.signedTransaction))
        #expect(payload.productId == QueueHarness.ten && payload.quantity == 3)
        #expect(payload.transactionId == bought.transactionIdentifier)
        #expect(try device.queue.transactions().map(\.key) == [bought.key])

        try device.queue.finishTransaction(bought)
        try await device.observer.wait(for: .removed(bought.key))
        await device.queue.settle()
        #expect(try device.queue.transactions().isEmpty)
        #expect(try await device.store.unsettledPurchases(including: []).isEmpty)
    }

    @Test func `carries its receipt, also after a start, and verifyReceipt takes it`() async throws {
        let device = try await QueueHarness()
        let bought = try await device.bought(QueueHarness.ten, quantity: 3)
        let next = try await device.restart()
        let again = try await next.observer.transaction(bought.key, in: .purchased)
        let receipt = try #require(again.transactionReceipt)
        #expect(receipt == bought.transactionReceipt)
        let store = try AppStore(directory: DataDirectory(path: device.folder.path), catalogue: .bundled())
        let answer = store.verifyReceipt(Array(#"{"receipt-data": "\#(receipt)"}"#.utf8), at: .sandbox)
        let text = String(decoding: answer.json, as: UTF8.self)
        #expect(answer.status == 0 && text.contains("\"product_id\":\"\(QueueHarness.ten)\""), "\(text)")
        #expect(text.contains("\"quantity\":\"3\""), "\(text)")
    }

    @Test func `is on disk before the store hears of it`() async throws {
        let device = try await QueueHarness()
        try await device.configure { $0.delayMilliseconds = 1000 }
        device.queue.add(device.observer)
        async let products = device.fetchProducts()
        // By then two requests are held back: the queue's own, for what is unfinished, and the one
        // for prices.
        await device.time.waitForSleepers(2)
        device.time.advance(by: .seconds(1))
        _ = try await products
        // Before the news is here, the queue would ask for it once more, which takes a second, too.
        await device.queue.idle()
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        await device.time.waitForSleepers(1)
        #expect(try device.journal().map(\.key) == [key])
        #expect(try device.journal().map(\.state) == [.purchasing])
        device.time.advance(by: .seconds(1))
        try await device.observer.transaction(key, in: .purchased)
    }

    @Test func `is in the queue once while it is being written to the journal`() async throws {
        let device = try await QueueHarness()
        _ = try await device.fetchProducts()
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        let added = try #require(try device.queue.transactions().first)
        try PaymentJournal(file: device.file).add(added)
        #expect(try device.queue.transactions().map(\.key) == [key])
    }

    @Test(
        "is refused at once for a quantity outside 1…10 or a product that no request has brought",
        arguments: [-1, 0, 11, Int.max])
    func badPayments(quantity: Int) async throws {
        let device = try await QueueHarness()
        _ = try await device.fetchProducts([QueueHarness.five])
        var payment = MutablePayment(product: QueueHarness.five)
        payment.quantity = quantity
        #expect(throws: PaymentError.quantityOutOfRange) { try device.queue.add(Payment(payment)) }
        for unknown: ProductIdentifier in ["", "nobody.sells.this", QueueHarness.ten] {
            #expect(throws: PaymentError.unknownProduct) { try device.queue.add(Payment(product: unknown)) }
        }
        #expect(try device.queue.transactions().isEmpty)
    }

    @Test func `added twice is bought twice, and the copy in the queue does not follow the original`()
        async throws
    {
        let device = try await QueueHarness.ready()
        var payment = MutablePayment(product: QueueHarness.five)
        let first = try device.queue.add(Payment(payment))
        payment.quantity = 7
        let second = try device.queue.add(Payment(payment))
        let one = try await device.observer.transaction(first, in: .purchased)
        let seven = try await device.observer.transaction(second, in: .purchased)
        #expect(one.payment.quantity == 1 && seven.payment.quantity == 7)
        #expect(one.transactionIdentifier != seven.transactionIdentifier)
    }

    @Test func `that the user cancels fails with code 2, is never sent, and is finished like any other`()
        async throws
    {
        let device = try await QueueHarness(confirms: { _, _ in .refused })
        let key = try await device.buy()
        let failed = try await device.observer.transaction(key, in: .failed)
        #expect(failed.error == .paymentCancelled)
        #expect(try await device.store.unsettledPurchases(including: [key]).isEmpty)
        try device.queue.finishTransaction(failed)
        #expect(try device.queue.transactions().isEmpty)
    }

    @Test(
        "on a device that may not buy fails with code 4, without a sheet; what is in the queue is still delivered"
    )
    func restricted() async throws {
        let sheets = Mutex(0)
        let device = try await QueueHarness(confirms: { _, _ in
            sheets.withLock { $0 += 1 }
            return .given(priceLimit: nil)
        })
        let earlier = try await device.bought().key
        try device.restrictions.setAllowsPayments(false)
        #expect(!device.queue.canMakePayments)
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        #expect(try await device.observer.transaction(key, in: .failed).error == .paymentNotAllowed)
        #expect(sheets.withLock { $0 } == 1)

        let next = try await device.restart()
        try await next.observer.transaction(earlier, in: .purchased)
    }

    @Test func `is refused while the device's restriction is damaged, and setting it makes that good`()
        async throws
    {
        let device = try await QueueHarness()
        for isAllowed in [true, false] {
            try DataDirectory(path: device.folder.path).replaceFile(named: "purchases", with: [])
            #expect(!device.queue.canMakePayments)
            try device.restrictions.setAllowsPayments(isAllowed)
            #expect(device.queue.canMakePayments == isAllowed)
        }
        #expect(try await device.observer.transaction(device.buy(), in: .failed).error == .paymentNotAllowed)
    }

    @Test func `is refused when purchases are switched off while its sheet is open`() async throws {
        let restrictions = Mutex<Restrictions?>(nil)
        let device = try await QueueHarness(confirms: { _, _ in
            try! restrictions.withLock { $0! }.setAllowsPayments(false)
            return .given(priceLimit: nil)
        })
        restrictions.withLock { $0 = device.restrictions }
        #expect(try await device.observer.transaction(device.buy(), in: .failed).error == .paymentNotAllowed)
    }

    @Test
    func `cannot be finished while the queue has it as purchasing or deferred, whatever the copy says`()
        async throws
    {
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        let device = try await QueueHarness(confirms: { _, _ in
            for await isConfirmed in answers where isConfirmed { return .given(priceLimit: nil) }
            return .refused
        })
        try await device.configure { $0.asksToBuy = true }
        let key = try await device.buy()
        var copy = try await device.observer.transaction(key, in: .purchasing)
        #expect(throws: FinishError.notFinishable(.purchasing)) { try device.queue.finishTransaction(copy) }
        copy.state = .purchased
        #expect(throws: FinishError.notFinishable(.purchasing)) { try device.queue.finishTransaction(copy) }
        answer.yield(true)
        try await device.observer.transaction(key, in: .deferred)
        #expect(throws: FinishError.notFinishable(.deferred)) { try device.queue.finishTransaction(copy) }
        #expect(try device.queue.transactions().map(\.state) == [.deferred])
    }

    @Test(arguments: [true, false])
    func `cannot be finished with a copy from before it was decided`(isApproved: Bool) async throws {
        let device = try await QueueHarness()
        try await device.configure { $0.asksToBuy = true }
        let key = try await device.buy()
        let asked = try await device.observer.transaction(key, in: .deferred)
        try await device.store.perform(isApproved ? .approve : .decline, on: key)
        let decided = try await device.observer.transaction(key, in: isApproved ? .purchased : .failed)
        #expect(throws: FinishError.notFinishable(.deferred)) { try device.queue.finishTransaction(asked) }
        #expect(try device.queue.transactions() == [decided])
        try device.queue.finishTransaction(decided)
        #expect(try device.queue.transactions().isEmpty)
    }

    @Test func `that leaves the queue is told as it is then: finished, or lapsed`() async throws {
        let device = try await QueueHarness()
        let bought = try await device.bought()
        try device.queue.finishTransaction(bought)
        try await device.observer.wait(for: .removed(bought.key))
        try await device.configure { $0.asksToBuy = true }
        let key = try await device.buy()
        try await device.observer.transaction(key, in: .deferred)
        // While the news is beyond the mark, the payment may be sent again, and fails if it has lapsed.
        await device.queue.settle()
        try await device.store.perform(.lapse, on: key)
        try await device.observer.wait(for: .removed(key))
        let removals = device.observer.removals.calls
        #expect(removals.map(\.key) == [bought.key, key])
        let areFinished = removals.allSatisfy(\.isFinished)
        #expect(areFinished)
    }

    @Test(arguments: [
        StoreError.cannotConnect, .paymentCancelled, .unknownServerError, .forgottenPassword,
        .productNotAvailable,
    ])
    func `that fails in the store with a chosen code is handed out as failed`(
        error: StoreError
    ) async throws {
        let device = try await QueueHarness()
        try await device.configure { $0.nextFailure = error }
        let key = try await device.buy()
        let failed = try await device.observer.transaction(key, in: .failed)
        #expect(failed.error?.domain == error.domain && failed.error?.code == error.code)
        #expect(failed.transactionIdentifier == nil)
        try device.queue.finishTransaction(failed)
        #expect(try device.queue.transactions().isEmpty)
    }
}
