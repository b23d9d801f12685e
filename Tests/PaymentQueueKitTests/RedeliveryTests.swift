import Dispatch
import StoreModel
import StoreRules
import Synchronization
import TestSupport
import Testing

@testable import PaymentQueueKit

@Suite("What was not finished", .timeLimit(.minutes(5)))
struct RedeliveryTests {
    private let device: QueueHarness

    init() async throws { device = try await QueueHarness() }

    @Test func `is handed out again at each start until it is finished, and never after`() async throws {
        let key = try await device.bought().key

        let second = try await device.restart()
        let again = try await second.observer.transaction(key, in: .purchased)
        try second.queue.finishTransaction(again)
        try second.queue.finishTransaction(again)

        let third = try await second.restart()
        await third.queue.settle()
        #expect(third.observer.calls.isEmpty)
    }

    @Test func `waits for an observer: without one the queue neither sends nor hands out`() async throws {
        _ = try await device.fetchProducts()
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        await device.queue.settle()
        #expect(try device.journal().isEmpty)
        device.queue.add(device.observer)
        try await device.observer.transaction(key, in: .purchased)
    }

    @Test func `does not keep the observer alive`() async throws {
        weak var gone: RecordingObserver?
        do {
            let observer = RecordingObserver()
            gone = observer
            device.queue.add(observer)
            await device.queue.settle()
        }
        // What the queue held for its work may be released a moment after the work.
        while gone != nil { try await pause() }
        _ = try await device.fetchProducts()
        try device.queue.add(Payment(product: QueueHarness.five))
        await device.queue.settle()
        #expect(try device.journal().isEmpty)
    }

    @Test func `can be looked after by observers that remove themselves at their end, on any thread`() {
        let (list, other) = (ObserverList(), RecordingObserver())
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<30_000 {
                if thread.isMultiple(of: 2) {
                    list.add(LeavingObserver(list))
                } else {
                    _ = list.contains(other)
                    list.remove(other)
                }
            }
        }
        #expect(list.all.isEmpty)
    }

    @Test func `is not handed to an observer that another one has just removed`() async throws {
        let remover = RemovingObserver(removing: device.observer)
        device.queue.add(remover)
        device.queue.add(device.observer)
        _ = try await device.fetchProducts()
        try device.queue.add(Payment(product: QueueHarness.five))
        await device.queue.settle()
        #expect(device.observer.calls.isEmpty)
        withExtendedLifetime(remover) {}
    }

    @Test func `is not handed out after the queue was closed`() async throws {
        try await device.bought()
        await device.queue.close()
        let late = RecordingObserver()
        device.queue.add(late)
        await device.queue.settle()
        #expect(late.calls.isEmpty)
    }

    @Test func `is told as removed when it is finished after another program has finished it`() async throws {
        let bought = try await device.bought()
        let two = try await device.sibling()
        try two.queue.finishTransaction(await two.observer.transaction(bought.key, in: .purchased))
        await device.queue.settle()
        try device.queue.finishTransaction(bought)
        await device.queue.settle()
        #expect(device.observer.calls.contains(.removed(bought.key)))
    }

    @Test func `is in its own queue only: another one neither finishes it nor tells it as removed`()
        async throws
    {
        let bought = try await device.bought()
        let updated = device.observer.calls.compactMap(\.updated)
        let purchasing = try #require(updated.first { $0.state == .purchasing })
        let other = try await QueueHarness()
        other.queue.add(other.observer)
        #expect(throws: FinishError.notFinishable(.purchasing)) {
            try other.queue.finishTransaction(purchasing)
        }
        try other.queue.finishTransaction(bought)
        await other.queue.settle()
        #expect(other.observer.calls.isEmpty)
        #expect(try device.queue.transactions().map(\.key) == [bought.key])
    }

    @Test func `is told as removed when it is finished although it could not be journaled`() async throws {
        device.queue.add(device.observer)
        _ = try await device.fetchProducts()
        try SQLiteFile(device.folder.path + "/device.sqlite").run(
            "ALTER TABLE payment_journal RENAME COLUMN offer TO hidden")
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        let failed = try await device.observer.transaction(key, in: .failed)
        #expect(failed.error?.domain == .device)
        try device.queue.finishTransaction(failed)
        await device.queue.settle()
        #expect(device.observer.calls.contains(.removed(key)))
    }

    @Test(
        "in state deferred survives a restart; approved, it is purchased once; declined, it fails",
        arguments: [true, false])
    func deferred(isApproved: Bool) async throws {
        try await device.configure { $0.asksToBuy = true }
        let key = try await device.buy()
        try await device.observer.transaction(key, in: .deferred)

        let second = try await device.restart()
        try await second.observer.transaction(key, in: .deferred)
        await second.queue.settle()
        try await second.store.perform(isApproved ? .approve : .decline, on: key)
        let decided = try await second.observer.transaction(key, in: isApproved ? .purchased : .failed)
        #expect(isApproved || decided.error == .paymentCancelled)
        await second.queue.settle()
        #expect(second.observer.states(of: key).count == 2)
    }

    /// A device with a payment that is deferred, as the answer says. No page has brought it.
    private func deferredBeyondMark() async throws -> (device: QueueHarness, key: IdempotencyKey) {
        try await device.configure { $0.asksToBuy = true }
        let silent = HeldAnswers(device.store, .payment)
        silent.release()
        let first = try await QueueHarness(talkingTo: silent)
        first.queue.add(first.observer)
        _ = try await first.fetchProducts()
        await first.queue.settle()
        let key = try first.queue.add(Payment(product: QueueHarness.five))
        try await first.observer.transaction(key, in: .deferred)
        return (first, key)
    }

    @Test func `in state deferred is sent again to a store that has forgotten it before the mark passed it`()
        async throws
    {
        let (first, key) = try await deferredBeyondMark()
        // A store without the payment knows the same mark.
        let earlier = try await QueueHarness()
        try await earlier.configure { $0.asksToBuy = true }
        let next = try await first.restart(talkingTo: earlier.store)
        await next.queue.settle()
        #expect(try PaymentJournal(file: next.file).deferredBeyondMark().isEmpty)
        try await earlier.store.perform(.approve, on: key)
        try await next.observer.transaction(key, in: .purchased)
    }

    @Test func `in state deferred is not sent again after the queue was closed`() async throws {
        let (first, key) = try await deferredBeyondMark()
        let earlier = try await QueueHarness()
        let store = HeldAnswers(earlier.store, .page)
        let next = try await first.restart(talkingTo: store)
        await store.waitForRequest()
        await next.queue.close()
        store.release()
        await next.queue.settle()
        #expect(try await earlier.store.unsettledPurchases(including: [key]).isEmpty)
    }

    @Test(
        "in state failed because it was declined comes as another transaction if it is approved after its store was put back",
        arguments: [true, false])
    func approvedAfterItWasDeclined(isFinished: Bool) async throws {
        let shop = try PutBackFixture(catalogue: .bundled())
        let session = try shop.store.embeddedSession()
        try shop.store.set { $0.asksToBuy = true }
        let first = try await QueueHarness(talkingTo: session, time: shop.time)
        let key = try await first.buy()
        try await first.observer.transaction(key, in: .deferred)
        let copy = try shop.copy()
        try await session.perform(.decline, on: key)
        let failed = try await first.observer.transaction(key, in: .failed)
        if isFinished { try first.queue.finishTransaction(failed) }
        await first.queue.settle()

        let earlier = try shop.store(with: copy).embeddedSession()
        try await earlier.perform(.approve, on: key)
        let second = try await first.restart(talkingTo: earlier)
        await second.queue.settle()
        let purchased = second.observer.calls.compactMap(\.updated).filter { $0.state == .purchased }
        let bought = try #require(purchased.first)
        #expect(purchased.count == 1 && bought.key != key && !bought.isFromElsewhere)
        #expect(bought.payment == failed.payment)
        try second.queue.finishTransaction(bought)
        await second.queue.settle()
        #expect(try await earlier.unsettledPurchases(including: []).isEmpty)
        #expect(try second.queue.transactions().map(\.key) == (isFinished ? [] : [key]))
    }

    @Test("in state deferred is decided for every program that knows it", arguments: [true, false])
    func deferredInTwoPrograms(isApproved: Bool) async throws {
        try await device.configure { $0.asksToBuy = true }
        let key = try await device.buy()
        try await device.observer.transaction(key, in: .deferred)
        let two = try await device.sibling()
        try await two.observer.transaction(key, in: .deferred)
        try await device.store.perform(isApproved ? .approve : .decline, on: key)
        for program in [device, two] {
            try await program.observer.transaction(key, in: isApproved ? .purchased : .failed)
        }
    }

    @Test func `in state deferred since another program asked for it is handed out here, too, once`()
        async throws
    {
        try await device.configure { $0.asksToBuy = true }
        // It gets no news from the store.
        let two = try await device.sibling(talkingTo: HeldAnswers(device.store, .payment))
        await two.queue.settle()
        let key = try await device.buy()
        try await device.observer.transaction(key, in: .deferred)
        for _ in 0..<2 { await two.queue.handOutDeferredElsewhere() }
        #expect(two.observer.states(of: key) == [.deferred])
        await device.queue.handOutDeferredElsewhere()
        #expect(device.observer.states(of: key) == [.purchasing, .deferred])
    }

    @Test(
        "in state deferred lapses for every program that knows it, whichever writes it down",
        arguments: [false, true])
    func lapsedInTwoPrograms(isAnswered: Bool) async throws {
        try await device.configure { $0.asksToBuy = true }
        let lossy = LosingAnswers(device.store)
        let (one, two, key): (QueueHarness, QueueHarness, IdempotencyKey)
        if isAnswered {
            two = device
            key = try await two.buy()
            try await two.observer.transaction(key, in: .deferred)
            one = try await device.sibling(talkingTo: lossy)
            try await one.observer.transaction(key, in: .deferred)
        } else {
            one = try await QueueHarness(talkingTo: lossy)
            key = try await one.buy()
            try await one.observer.wait(for: .waiting(key, .connectionLost))
            two = try await one.sibling(talkingTo: device.store)
            try await two.observer.transaction(key, in: .deferred)
        }
        // While the news is beyond the mark, the payment may be sent again, and fails if it has lapsed.
        await two.queue.settle()
        try await device.store.perform(.lapse, on: key)
        try await two.observer.wait(for: .removed(key))
        // It waits with the payment, if that has no answer yet, and with the news.
        await one.time.waitForSleepers(isAnswered ? 1 : 2)
        lossy.stop()
        one.time.advance(by: .seconds(1))
        try await one.observer.wait(for: .removed(key))
        await one.queue.settle()
        #expect(one.observer.calls.count { $0 == .removed(key) } == 1)
        #expect(one.observer.states(of: key) == [isAnswered ? .deferred : .purchasing])
    }

    @Test(
        "because it was interrupted fails, and comes as a new transaction of its payment when it is resolved, also after a restart"
    )
    func interrupted() async throws {
        try await device.configure { $0.interruptsPurchases = true }
        device.queue.add(device.observer)
        _ = try await device.fetchProducts()
        // No UUID, so the store drops it.
        let payment = Payment(product: QueueHarness.ten, quantity: 2, username: "Anna")
        let key = try device.queue.add(payment)
        let failed = try await device.observer.transaction(key, in: .failed)
        try device.queue.finishTransaction(failed)
        let second = try await device.restart { try await $0.store.perform(.resolve, on: key) }
        let bought = try await second.observer.first { call in
            call.updated.flatMap { $0.state == .purchased ? $0 : nil }
        }
        #expect(bought.key != key && bought.payment == payment)
        #expect(try second.journal().map(\.payment) == [payment, payment])
    }

    @Test func `after a refund is handed out as revoked until it is finished again`() async throws {
        let bought = try await device.bought()
        try device.queue.finishTransaction(bought)
        await device.queue.settle()
        try await device.store.perform(.refund, on: bought.key)
        let revoked = try await device.observer.first(\.revoked)
        #expect(revoked.key == bought.key && revoked.revocationDate != nil)
        #expect(try device.store.verifier().verify(#require(revoked.signedTransaction)).revocationDate != nil)

        let second = try await device.restart()
        let again = try await second.observer.first(\.revoked)
        #expect(again.key == bought.key)
        try second.queue.finishTransaction(again)
        await second.queue.settle()
        #expect(try await second.store.unsettledPurchases(including: []).isEmpty)
        #expect(try second.queue.transactions().isEmpty)
    }

    @Test("and was refunded meanwhile is not hidden by the finish that one program owes to another version")
    func finishOfAnOlderVersion() async throws {
        let bought = try await device.bought()
        let two = try await device.sibling()
        try await two.observer.transaction(bought.key, in: .purchased)
        // The first one delivers the purchase, and does not hear of the refund.
        device.queue.remove(device.observer)
        await device.queue.settle()
        try await device.store.perform(.refund, on: bought.key)
        let revoked = try await two.observer.first(\.revoked)
        try device.queue.finishTransaction(bought)
        #expect(try two.queue.transactions() == [revoked])
        try two.queue.finishTransaction(revoked)
        #expect(try two.queue.transactions().isEmpty)
    }

    @Test("in the store is finished there again, a purchase and a refund alike", arguments: [false, true])
    func storeForgot(isRefund: Bool) async throws {
        let bought = try await device.bought()
        try device.queue.finishTransaction(bought)
        if isRefund {
            await device.queue.settle()
            try await device.store.perform(.refund, on: bought.key)
            try device.queue.finishTransaction(await device.observer.first(\.revoked))
        }
        await device.queue.settle()
        #expect(try await device.store.unsettledPurchases(including: []).isEmpty)
        // An older copy of its database, which knows of no finish, is put back.
        try SQLiteFile(device.folder.path + "/store.sqlite").run(
            """
            UPDATE purchase SET isFinished = 0;
            DELETE FROM accountChange WHERE revision = (SELECT max(revision) FROM accountChange)
            """)
        let again = try await device.restart()
        await again.queue.settle()
        #expect(try await again.store.unsettledPurchases(including: []).isEmpty)
        #expect(again.observer.calls.isEmpty)
    }

    @Test func `in a store that forgets each finish is not told to it again without a pause`() async throws {
        let store = ForgetfulStore(device.store)
        let one = try await QueueHarness(talkingTo: store)
        let bought = try await one.bought()
        try one.queue.finishTransaction(bought)
        await one.queue.settle()
        #expect(store.tellings.count == 1)
        // The finish is still owed, and another store takes it.
        let next = try await one.restart(talkingTo: device.store)
        await next.queue.settle()
        #expect(try next.journal().map(\.signedTransaction) == [nil])
        #expect(try await device.store.unsettledPurchases(including: []).isEmpty)
        #expect(next.observer.calls.isEmpty)
    }

    @Test
    func `keeps the store's signature until the store knows of the finish, and then its date only`()
        async throws
    {
        let bought = try await device.bought()
        try await device.configure { $0.network = .down }
        try device.queue.finishTransaction(bought)
        await device.queue.settle()
        #expect(try device.journal().first?.signedTransaction == bought.signedTransaction)
        try await device.configure { $0.network = .up }
        let again = try await device.restart()
        await again.queue.settle()
        let settled = try #require(try again.journal().first)
        #expect(settled.signedTransaction == nil && settled.signedDate == bought.signedDate)
    }

    @Test(
        "is shared by two programs on one journal: each payment is charged once, and both hear the end of their own"
    )
    func twoPrograms() async throws {
        let two = try await device.sibling()
        device.queue.add(device.observer)
        _ = try await device.fetchProducts()
        _ = try await two.fetchProducts()
        let keys = try (0..<20).map { number in
            try (number.isMultiple(of: 2) ? device : two).queue.add(Payment(product: QueueHarness.five))
        }
        for (number, key) in keys.enumerated() {
            try await (number.isMultiple(of: 2) ? device : two).observer.transaction(key, in: .purchased)
        }
        let charged = try await device.store.unsettledPurchases(including: [])
        #expect(Set(charged.map(\.key)) == Set(keys) && charged.count == keys.count)
    }

    @Test func `nor answered before the start is told as finished if another program gets the answer first`()
        async throws
    {
        let (first, second) = (HeldAnswers(device.store, .payment), HeldAnswers(device.store, .payment))
        let one = try await QueueHarness(talkingTo: first)
        let key = try await one.buy()
        await first.waitForRequest()
        let next = try await one.restart(talkingTo: second)
        await second.waitForRequest()
        let two = try await next.sibling(talkingTo: device.store)
        try two.queue.finishTransaction(await two.observer.transaction(key, in: .purchased))
        first.release()
        second.release()
        #expect(try await next.observer.transaction(key, in: .purchased).isFinished)
        #expect(next.observer.states(of: key) == [.purchasing, .purchased])
    }

    @Test func `and was refunded meanwhile is not told as removed when the older version is finished`()
        async throws
    {
        let bought = try await device.bought()
        try await device.store.perform(.refund, on: bought.key)
        let revoked = try await device.observer.first(\.revoked)
        try device.queue.finishTransaction(bought)
        await device.queue.settle()
        #expect(!device.observer.calls.contains(.removed(bought.key)))
        #expect(try device.queue.transactions() == [revoked])
    }

    @Test func `because it was refunded before its finish was told is not told as removed`()
        async throws
    {
        let bought = try await device.bought()
        // What `finishTransaction` does at once, and what it does a moment later.
        let finished = try #require(try PaymentJournal(file: device.file).finish(bought))
        try await device.store.perform(.refund, on: bought.key)
        let revoked = try await device.observer.first(\.revoked)
        await device.queue.finished(finished)
        await device.queue.settle()
        #expect(!device.observer.calls.contains(.removed(bought.key)))
        #expect(try device.queue.transactions() == [revoked])
    }

    @Test func `that cannot be read is told as trouble, and comes when it can be, to each observer once`()
        async throws
    {
        let key = try await device.bought().key
        let file = try SQLiteFile(device.folder.path + "/device.sqlite")
        let next = try await device.restart { _ in
            try file.run("ALTER TABLE payment_journal RENAME COLUMN isFinished TO hidden")
        }
        let other = RecordingObserver()
        next.queue.add(other)
        for observer in [next.observer, other] {
            try await observer.first { call -> Void? in if case .trouble = call { () } else { nil } }
        }
        await next.queue.settle()
        try file.run("ALTER TABLE payment_journal RENAME COLUMN hidden TO isFinished")
        try await next.time.running {
            for observer in [next.observer, other] { try await observer.transaction(key, in: .purchased) }
        }
        await next.queue.settle()
        #expect([next.observer, other].allSatisfy { $0.states(of: key) == [.purchased] })
    }

    @Test func `that cannot be written down is told as trouble, and comes when it can be`() async throws {
        device.queue.add(device.observer)
        await device.queue.settle()
        let file = try SQLiteFile(device.folder.path + "/device.sqlite")
        try file.run("ALTER TABLE payment_journal RENAME COLUMN offer TO hidden")
        try await device.store.buy("elsewhere")
        await device.queue.settleNews()
        let troubles = device.observer.calls.filter { if case .trouble = $0 { true } else { false } }
        #expect(troubles.count == 1)
        try file.run("ALTER TABLE payment_journal RENAME COLUMN hidden TO offer")
        await device.time.waitForSleepers()
        device.time.advance(by: .seconds(1))
        try await device.observer.transaction("elsewhere", in: .purchased)
    }
}

/// Removes another observer as soon as it hears of anything.
private final class RemovingObserver: PaymentTransactionObserver {
    private let other: RecordingObserver

    init(removing other: RecordingObserver) { self.other = other }

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {
        queue.remove(other)
    }
    func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {}
}

/// Removes itself at its end.
private final class LeavingObserver: PaymentTransactionObserver {
    private let list: ObserverList

    init(_ list: ObserverList) { self.list = list }

    deinit { list.remove(self) }

    func paymentQueue(_ queue: PaymentQueue, updatedTransactions transactions: [PaymentTransaction]) {}
    func paymentQueue(_ queue: PaymentQueue, revokedTransactions transactions: [PaymentTransaction]) {}
}

/// A store that answers each finish with the news that the transaction is not finished.
final class ForgetfulStore: PartialStore {
    private let store: any StoreService
    private let outcome = Mutex<PurchaseOutcome?>(nil)
    private let recorder = Recorder<[FinishedTransaction]>()

    init(_ store: any StoreService) { self.store = store }

    /// The finishes of each request that named any.
    var tellings: [[FinishedTransaction]] { recorder.calls }

    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await store.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        let bought = try await store.purchase(request)
        outcome.withLock { $0 = bought }
        return bought
    }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        var page = ExchangePage(to: request, mark: request.since, newest: request.since)
        guard !request.finished.isEmpty, let outcome = outcome.withLock({ $0 }) else { return page }
        recorder.note([request.finished])
        // Whoever asks so often would ask for ever.
        guard tellings.count < 100 else { throw .networkDown }
        page.changes = [.payment(outcome, isFinished: false)]
        return page
    }
}
