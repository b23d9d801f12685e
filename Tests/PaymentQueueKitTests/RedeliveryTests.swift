import GRDB
import PaymentQueueKit
import StoreEngine
import StoreModel
import TestSupport
import Testing

@Suite("What was not finished")
struct RedeliveryTests {
    @Test func `is handed out again at each start until it is finished, and never after`() async throws {
        let first = try await QueueHarness()
        let key = try await first.buy()
        await first.observer.transaction(key, in: .purchased)

        let second = try await first.restart()
        second.queue.add(second.observer)
        let again = await second.observer.transaction(key, in: .purchased)
        try second.queue.finishTransaction(again)
        try second.queue.finishTransaction(again)

        let third = try await second.restart()
        third.queue.add(third.observer)
        await third.queue.settle()
        #expect(third.observer.calls.isEmpty)
    }

    @Test func `waits for an observer: without one the queue neither sends nor hands out`() async throws {
        let device = try await QueueHarness()
        _ = try await device.fetchProducts()
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        await device.queue.settle()
        #expect(try device.journal().isEmpty)
        device.queue.add(device.observer)
        await device.observer.transaction(key, in: .purchased)
    }

    @Test func `does not keep the observer alive`() async throws {
        let device = try await QueueHarness()
        weak var gone: RecordingObserver?
        do {
            let observer = RecordingObserver()
            gone = observer
            device.queue.add(observer)
            await device.queue.settle()
        }
        #expect(gone == nil)
        _ = try await device.fetchProducts()
        try device.queue.add(Payment(product: QueueHarness.five))
        await device.queue.settle()
        #expect(try device.journal().isEmpty)
    }

    @Test(
        "in state deferred survives a restart; approved, it is purchased once; declined, it fails",
        arguments: [true, false])
    func deferred(isApproved: Bool) async throws {
        let first = try await QueueHarness()
        try await first.configure { $0.asksToBuy = true }
        let key = try await first.buy()
        await first.observer.transaction(key, in: .deferred)

        let second = try await first.restart()
        second.queue.add(second.observer)
        await second.observer.transaction(key, in: .deferred)
        await second.queue.settle()
        if isApproved {
            try await second.store.perform(.approve, on: key)
            await second.observer.transaction(key, in: .purchased)
        } else {
            try await second.store.perform(.decline, on: key)
            #expect(await second.observer.transaction(key, in: .failed).error == .paymentCancelled)
        }
        await second.queue.settle()
        #expect(second.observer.states(of: key).count == 2)
    }

    @Test("in state deferred is decided for every program that knows it", arguments: [true, false])
    func deferredInTwoPrograms(isApproved: Bool) async throws {
        let one = try await QueueHarness()
        try await one.configure { $0.asksToBuy = true }
        let key = try await one.buy()
        await one.observer.transaction(key, in: .deferred)
        let two = try await one.sibling()
        two.queue.add(two.observer)
        await two.observer.transaction(key, in: .deferred)
        if isApproved {
            try await one.store.perform(.approve, on: key)
        } else {
            try await one.store.perform(.decline, on: key)
        }
        for program in [one, two] {
            await program.observer.transaction(key, in: isApproved ? .purchased : .failed)
        }
    }

    @Test("because it was interrupted fails, and comes as a new transaction when it is resolved, also after a restart")
    func interrupted() async throws {
        let first = try await QueueHarness()
        try await first.configure { $0.interruptsPurchases = true }
        let key = try await first.buy(QueueHarness.ten, quantity: 2)
        let failed = await first.observer.transaction(key, in: .failed)
        try first.queue.finishTransaction(failed)
        let second = try await first.restart()
        try await second.store.perform(.resolve, on: key)
        second.queue.add(second.observer)
        let bought = await second.observer.first { call -> PaymentTransaction? in
            if case .updated(let transaction) = call, transaction.state == .purchased { transaction } else { nil }
        }
        #expect(bought.key != key)
        #expect(bought.payment.productIdentifier == QueueHarness.ten && bought.payment.quantity == 2)
    }

    @Test func `after a refund is handed out as revoked until it is finished again`() async throws {
        let first = try await QueueHarness()
        let key = try await first.buy()
        let bought = await first.observer.transaction(key, in: .purchased)
        try first.queue.finishTransaction(bought)
        await first.queue.settle()
        try await first.store.perform(.refund, on: key)
        let isRevoked = { (call: RecordingObserver.Call) -> PaymentTransaction? in
            if case .revoked(let transaction) = call, transaction.key == key { transaction } else { nil }
        }
        let revoked = await first.observer.first(isRevoked)
        #expect(revoked.revocationDate != nil)
        #expect(try first.store.verifier().verify(#require(revoked.signedTransaction)).revocationDate != nil)

        let second = try await first.restart()
        second.queue.add(second.observer)
        try second.queue.finishTransaction(await second.observer.first(isRevoked))
        await second.queue.settle()
        #expect(try await second.store.unsettledPurchases(including: []).isEmpty)
        #expect(try second.queue.transactions().isEmpty)
    }

    @Test("and was refunded meanwhile is not hidden by the finish that one program owes to another version")
    func finishOfAnOlderVersion() async throws {
        let one = try await QueueHarness()
        let key = try await one.buy()
        let bought = await one.observer.transaction(key, in: .purchased)
        let two = try await one.sibling()
        two.queue.add(two.observer)
        await two.observer.transaction(key, in: .purchased)
        // The one delivers the purchase, and does not hear of the refund.
        one.queue.remove(one.observer)
        await one.queue.settle()
        try await one.store.perform(.refund, on: key)
        let isRevoked = { (call: RecordingObserver.Call) -> PaymentTransaction? in
            if case .revoked(let transaction) = call { transaction } else { nil }
        }
        let revoked = await two.observer.first(isRevoked)
        try one.queue.finishTransaction(bought)
        #expect(try two.queue.transactions() == [revoked])
        try two.queue.finishTransaction(revoked)
        #expect(try two.queue.transactions().isEmpty)
    }

    @Test("in the store is finished there again, a purchase and a refund alike", arguments: [false, true])
    func storeForgot(isRefund: Bool) async throws {
        let device = try await QueueHarness()
        let key = try await device.buy()
        try device.queue.finishTransaction(await device.observer.transaction(key, in: .purchased))
        await device.queue.settle()
        if isRefund {
            try await device.store.perform(.refund, on: key)
            let revoked = await device.observer.first { call -> PaymentTransaction? in
                if case .revoked(let transaction) = call { transaction } else { nil }
            }
            try device.queue.finishTransaction(revoked)
            await device.queue.settle()
        }
        #expect(try await device.store.unsettledPurchases(including: []).isEmpty)
        // An older copy of its database is put back, which knows of no finish.
        try await DatabaseQueue(path: device.folder.path + "/store.sqlite").write {
            try $0.execute(sql: "UPDATE purchase SET isFinished = 0")
        }
        let again = try await device.restart()
        again.queue.add(again.observer)
        await again.queue.settle()
        await again.queue.settle()
        #expect(try await again.store.unsettledPurchases(including: []).isEmpty)
        #expect(again.observer.calls.isEmpty)
    }

    @Test
    func `keeps the store's signature until the store knows of the finish, and then its date only`() async throws {
        let device = try await QueueHarness()
        let key = try await device.buy()
        let bought = await device.observer.transaction(key, in: .purchased)
        try await device.configure { $0.network = .down }
        try device.queue.finishTransaction(bought)
        await device.queue.settle()
        #expect(try device.journal().first?.signedTransaction == bought.signedTransaction)
        try await device.configure { $0.network = .up }
        let again = try await device.restart()
        again.queue.add(again.observer)
        await again.queue.settle()
        let settled = try #require(try again.journal().first)
        #expect(settled.signedTransaction == nil && settled.signedDate == bought.signedDate)
    }

    @Test("is shared by two programs on one journal: each payment is charged once, and both hear the end of their own")
    func twoPrograms() async throws {
        let one = try await QueueHarness()
        let two = try await one.sibling()
        one.queue.add(one.observer)
        two.queue.add(two.observer)
        _ = try await one.fetchProducts()
        _ = try await two.fetchProducts()
        let keys = try (0..<20).map { number in
            try (number.isMultiple(of: 2) ? one : two).queue.add(Payment(product: QueueHarness.five))
        }
        for (number, key) in keys.enumerated() {
            await (number.isMultiple(of: 2) ? one : two).observer.transaction(key, in: .purchased)
        }
        let charged = try await one.store.unsettledPurchases(including: [])
        #expect(Set(charged.map(\.key)) == Set(keys) && charged.count == keys.count)
    }
}
