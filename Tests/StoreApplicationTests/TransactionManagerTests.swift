import DeviceStorage
import PaymentQueueKit
import StoreApplication
import StoreEvents
import StoreModel
import StoreRules
import TestSupport
import Testing

@Suite("The list of transactions", .timeLimit(.minutes(5)))
struct TransactionManagerTests {
    private let device: ApplicationHarness

    init() async throws { device = try await ApplicationHarness() }

    @Test func `has every transaction, the newest first, each with what can be done to it`() async throws {
        let paid = try await device.bought().key
        try await device.set { $0.store.asksToBuy = true }
        let deferred = try await device.buy()
        try await device.recorder.first(Event.transactionUpdated) { $0.state == .deferred }
        try await device.set {
            $0.store.asksToBuy = false
            $0.store.interruptsPurchases = true
        }
        let interrupted = try await device.buy()
        _ = try await device.failure(of: interrupted)
        try await device.set { $0.allowsPayments = false }
        let refused = try await device.buy()
        _ = try await device.failure(of: refused)
        await device.queue.settle()

        device.bus.send(.transactions(.newest))
        let list = try await device.recorder.first(Event.transactionsListed)
        #expect(list.entries.map(\.transaction.key) == [refused, interrupted, deferred, paid])
        #expect(
            list.entries.map(\.actions) == [
                .success([]), .success([.resolve]), .success([.approve, .decline, .lapse]),
                .success([.refund]),
            ])
        #expect(list.entries.map(\.transaction.state) == [.failed, .failed, .deferred, .purchased])
        #expect(list.entries.map(\.transaction.isFinished) == [true, true, false, true])
    }

    @Test(
        "comes again after an action, with a sentence before it if the action is not for that transaction",
        arguments: [TransactionAction.approve, .decline, .resolve])
    func impossible(action: TransactionAction) async throws {
        let key = try await device.bought().key
        await device.queue.settle()
        device.recorder.forget()
        device.perform(action, on: key)
        let list = try await device.recorder.first(Event.transactionsListed)
        #expect(device.recorder.names == [.actionFailed, .transactionsListed])
        #expect(list.entries.map(\.actions) == [.success([.refund])])
        #expect(try device.replica.credits() == 5)
    }

    @Test func `comes if the store does not say what can be done, and says why, as an inspection does`()
        async throws
    {
        let key = try await device.bought().key
        await device.queue.settle()
        try device.edit("ALTER TABLE purchase RENAME TO gone", in: "store.sqlite")
        let error = await #expect(throws: StoreAdministrationError.self) {
            try await device.store.actions(for: [key])
        }
        let why = Trouble(try #require(error))
        #expect(why.isAbout("store.sqlite"))
        device.bus.send(.transactions(.newest))
        let list = try await device.recorder.first(Event.transactionsListed)
        #expect(list.entries.map(\.transaction.key) == [key])
        #expect(list.entries.map(\.actions) == [.failure(why)])
        device.bus.send(.inspect(key))
        #expect(try await device.recorder.first(Event.transactionInspected).entry.actions == .failure(why))
    }

    @Test func `offers a refund of the purchase and not of its payment, if that had failed here before`()
        async throws
    {
        let key = try await device.bought().key
        await device.queue.settle()
        // The payment failed, and then the store was put back and charged it after all.
        try device.edit("UPDATE payment_journal SET key = key || '/' || transactionIdentifier")
        try device.edit(
            """
            INSERT INTO payment_journal (key, productIdentifier, quantity, addedDate, state, isFinished)
            SELECT ?, productIdentifier, quantity, addedDate, 2, 1 FROM payment_journal
            """, [key.rawValue])
        device.bus.send(.transactions(.newest))
        let list = try await device.recorder.first(Event.transactionsListed)
        #expect(list.entries.map(\.transaction.state) == [.failed, .purchased])
        #expect(list.entries.map(\.actions) == [.success([]), .success([.refund])])
        #expect(try await device.transactions.newest(allowing: .refund).map(\.state) == [.purchased])
        let bought = try #require(list.entries.last?.transaction.key)
        device.bus.send(.inspect(bought))
        let inspected = try await device.recorder.first(Event.transactionInspected)
        #expect(inspected.entry.actions == .success([.refund]) && inspected.signed != nil)
        await #expect(throws: StoreAdministrationError.invalidAction) {
            try await device.transactions.perform(.refund, on: key)
        }
        try await device.transactions.perform(.refund, on: bought)
        #expect(try await device.store.actions(for: [key]) == [key: [.reverseRefund]])
    }

    @Test func `offers no refund of a charge that was refunded because its payment had been charged before`()
        async throws
    {
        let shop = try PutBackFixture(catalogue: .bundled())
        let copy = try shop.copy()
        let device = try await ApplicationHarness(shop: shop.store, time: shop.time)
        let key = try await device.bought().key
        await device.queue.settle()
        shop.time.advance(by: .seconds(-60))
        let first = try #require(try await shop.store(with: copy).embeddedSession().buy(key).signed)
        shop.time.advance(by: .seconds(60))
        let session = try shop.store.embeddedSession()
        _ = try await session.exchange(ExchangeRequest(since: .beginning, purchases: [first]))
        await device.queue.settle()
        device.recorder.forget()
        device.bus.send(.transactions(.newest))
        let entries = try await device.recorder.first(Event.transactionsListed).entries
        let second = try #require(entries.first { $0.transaction.key == key })
        #expect(second.transaction.revocationDate != nil)
        let actions = try second.actions.get()
        let refundable = try await device.transactions.newest(allowing: .refund)
        #expect(!actions.contains(.refund))
        #expect(refundable.count == 1 && refundable.first?.key != key)
        await #expect(throws: StoreAdministrationError.invalidAction) {
            try await device.transactions.perform(.refund, on: key)
        }
    }

    @Test func `has the newest of ten thousand, and no more`() async throws {
        try device.edit(journalRows(10_000))
        device.bus.send(.transactions(.newest))
        let list = try await device.recorder.first(Event.transactionsListed)
        let newest = (9801...10_000).reversed().map { IdempotencyKey(rawValue: "key \($0)") }
        #expect(list.entries.map(\.transaction.key) == newest)
    }

    @Test func `is read once for a thousand requests that wait: the page of the newest one`() async throws {
        let bus = device.bus
        // Observers run on the thread that reads the page, so no other page is read meanwhile.
        let flood = bus.observe(.transactionsListed) { event in
            guard case .transactionsListed(let page) = event else { return }
            guard page.place == .newest else { return }
            for number in 1..<1000 {
                bus.send(.transactions(.around(IdempotencyKey(rawValue: "key \(number)"))))
            }
            bus.send(.transactions(.oldest))
        }
        bus.send(.transactions(.newest))
        try await device.recorder.first(Event.transactionsListed) { $0.place == .oldest }
        #expect(device.recorder.all(Event.transactionsListed).map(\.place) == [.newest, .oldest])
        flood.cancel()
    }

    @Test func `is not changed by an action on a transaction that nobody knows`() async throws {
        device.perform(.refund, on: "nobody's")
        #expect(try await device.recorder.first(Event.transactionsListed).entries.isEmpty)
        #expect(device.recorder.all(Event.actionFailed).count == 1)
    }
}
