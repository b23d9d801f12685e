import PaymentQueueKit
import StoreModel
import Synchronization
import TestSupport
import Testing

@Suite("The queue in an outage", .timeLimit(.minutes(5)))
struct OutageTests {
    /// Expects the queue to wait for just so many seconds before each attempt.
    private func expectPauses(_ pauses: [Int], _ time: ManualTime) async {
        for pause in pauses {
            await time.waitForSleepers()
            time.advance(by: .milliseconds(pause * 1000 - 1))
            #expect(time.sleeperCount == 1)
            time.advance(by: .milliseconds(1))
        }
        await time.waitForSleepers()
    }

    @Test func `keeps payments while the network is down and sends them in order when it is back`()
        async throws
    {
        let device = try await QueueHarness.ready(network: .down)
        let keys = try [1, 2, 3].map { quantity in
            var payment = MutablePayment(product: QueueHarness.five)
            payment.quantity = quantity
            return try device.queue.add(Payment(payment))
        }
        try await device.observer.wait(for: .waiting(keys[2], .networkDown))
        #expect(try device.queue.transactions().map(\.state) == [.purchasing, .purchasing, .purchasing])

        try await device.configure { $0.network = .up }
        for key in keys { try await device.observer.transaction(key, in: .purchased) }
        let order = device.observer.calls.compactMap(\.updated).filter { $0.state == .purchased }.map(\.key)
        #expect(order == keys)
        let numbers = try device.journal().reversed().compactMap {
            $0.transactionIdentifier.flatMap { UInt64($0.rawValue) }
        }
        #expect(numbers.count == 3 && numbers == numbers.sorted())
    }

    @Test func `charges once when the answer is lost, and gets the same transaction when it asks again`()
        async throws
    {
        let device = try await QueueHarness.ready(network: .answersLost)
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        try await device.observer.wait(for: .waiting(key, .connectionLost))
        try await device.configure { $0.network = .up }
        let bought = try await device.observer.transaction(key, in: .purchased)
        await device.queue.settle()
        #expect(device.observer.states(of: key).filter { $0 == .purchased }.count == 1)
        #expect(try await device.store.unsettledPurchases(including: []).map(\.key) == [key])
        #expect(try device.journal().map(\.transactionIdentifier) == [bought.transactionIdentifier])
    }

    @Test(
        "goes on with other payments when the store gives one the number of another, and says which one waits"
    )
    func numberTaken() async throws {
        let shop = try await QueueHarness()
        defer { withExtendedLifetime(shop) {} }
        let store = OneNumberStore(selling: shop.store)
        let device = try await QueueHarness(talkingTo: store)
        try await device.bought()
        let second = try device.queue.add(Payment(product: QueueHarness.five))
        try await device.observer.wait(for: .waiting(second, .numberTaken))
        store.giveNewNumbers()
        let third = try device.queue.add(Payment(product: QueueHarness.five))
        try await device.observer.transaction(third, in: .purchased)
        await device.queue.settle()
        #expect(try device.queue.transactions().filter { $0.state == .purchasing }.map(\.key) == [second])
        // The next start asks for it again.
        let next = try await device.restart(talkingTo: store)
        try await next.observer.transaction(second, in: .purchased)
    }

    @Test(
        "goes on with other payments when the store does not take one, or gives it another one's answer, and sends that again after pauses that grow",
        arguments: [StoreError.paymentInvalid, .cannotConnect, .unreadableAnswer])
    func notTaken(error: StoreError) async throws {
        let shop = try await QueueHarness()
        let store = ChoosyStore(
            shop.store, refusing: QueueHarness.ten, with: error == .unreadableAnswer ? nil : error)
        let device = try await QueueHarness(talkingTo: store)
        let first = try await device.buy(QueueHarness.ten)
        try await device.observer.wait(for: .waiting(first, error))
        let second = try device.queue.add(Payment(product: QueueHarness.five))
        try await device.observer.transaction(second, in: .purchased)
        await expectPauses([1, 2, 4], device.time)
        #expect(device.observer.calls.filter { $0 == .waiting(first, error) }.count == 4)

        store.takeAll()
        device.time.advance(by: .seconds(8))
        try await device.observer.transaction(first, in: .purchased)
        #expect(try await shop.store.unsettledPurchases(including: []).map(\.key) == [second, first])
    }

    @Test("keeps what the user agreed to pay through a restart, and a store that asks for more is not paid")
    func priceLimit() async throws {
        let limit = Money(milliunits: 989, currency: "USD")
        let device = try await QueueHarness.ready(network: .down) { _, _ in .given(priceLimit: limit) }
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        try await device.observer.wait(for: .waiting(key, .networkDown))
        let next = try await device.restart { try await $0.configure { $0.network = .up } }
        let failed = try await next.observer.transaction(key, in: .failed)
        #expect(failed.error == .priceChanged && failed.priceLimit == limit)
    }

    @Test func `tries again by itself, with pauses that grow`() async throws {
        let device = try await QueueHarness.ready()
        await device.queue.settle()
        try await device.configure { $0.network = .down }
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        await expectPauses([1, 2, 4, 8, 16, 32, 60, 60], device.time)
        #expect(device.observer.calls.filter { $0 == .waiting(key, .networkDown) }.count == 9)
    }

    @Test(
        "asks for the store's news before it sends what got no answer: an earlier copy may have been put back",
        arguments: [false, true])
    func newsFirst(isRestarted: Bool) async throws {
        let shop = try await QueueHarness()
        defer { withExtendedLifetime(shop) {} }
        let store = UnreachedByPayments(shop.store)
        var device = try await QueueHarness(talkingTo: store)
        let key = try await device.buy()
        try await device.observer.wait(for: .waiting(key, .networkDown))
        await device.time.waitForSleepers()
        if isRestarted {
            device = try await device.restart(talkingTo: store) { _ in store.takePayments() }
        } else {
            store.takePayments()
            device.time.advance(by: .seconds(1))
        }
        try await device.observer.transaction(key, in: .purchased)
        let calls = store.requests.calls
        let sent = try #require(calls.lastIndex(of: .payment))
        #expect(calls[sent - 1] == .exchange)
    }

    @Test func `sends what has waited although the store answers no exchange`() async throws {
        let shop = try await QueueHarness()
        defer { withExtendedLifetime(shop) {} }
        let store = UnreachedByPayments(shop.store, answersExchanges: false)
        let device = try await QueueHarness(talkingTo: store)
        let key = try await device.buy()
        try await device.observer.wait(for: .waiting(key, .networkDown))
        store.takePayments()
        let next = try await device.restart(talkingTo: store)
        try await next.observer.transaction(key, in: .purchased)
    }

    @Test func `asks again before it sends what has waited if an outage ends while it asks`() async throws {
        let shop = try await QueueHarness()
        defer { withExtendedLifetime(shop) {} }
        let device = try await QueueHarness(talkingTo: UnreachedByPayments(shop.store))
        let key = try await device.buy()
        try await device.observer.wait(for: .waiting(key, .networkDown))
        let store = OutageWhileAsked(shop.store)
        let next = try await device.restart(talkingTo: store)
        _ = try await store.requests.first { $0 == .small ? $0 : nil }
        await next.time.waitForSleepers()
        let asked = store.requests.calls.count
        store.endOutage()
        // The queue has heard of it: it asks for all news again.
        _ = try await store.requests.first(skipping: asked) { $0 == .large ? $0 : nil }
        store.failSmallRequest()
        try await next.observer.transaction(key, in: .purchased)
        #expect(store.requests.calls.filter { $0 != .large } == [.small, .small, .payment])
    }

    @Test func `sends what has waited while the account's news is still on its way`() async throws {
        let shop = try await QueueHarness()
        defer { withExtendedLifetime(shop) {} }
        let device = try await QueueHarness(talkingTo: UnreachedByPayments(shop.store))
        let key = try await device.buy()
        try await device.observer.wait(for: .waiting(key, .networkDown))
        let slow = HeldAnswers(shop.store, .wholePage)
        let next = try await device.restart(talkingTo: slow)
        try await next.observer.transaction(key, in: .purchased)
        slow.release()
    }

    @Test func `says of a payment that joins others why they wait now, not why they waited before`()
        async throws
    {
        let device = try await QueueHarness.ready()
        await device.queue.settle()
        try await device.configure { $0.network = .down }
        let first = try device.queue.add(Payment(product: QueueHarness.five))
        try await device.observer.wait(for: .waiting(first, .networkDown))
        await device.time.waitForSleepers()
        let file = try SQLiteFile(device.folder.path + "/device.sqlite")
        try file.run("ALTER TABLE payment_journal RENAME COLUMN isFinished TO hidden")
        device.time.advance(by: .seconds(1))
        _ = try await device.observer.first { call -> StorageError? in
            guard case .trouble(let trouble) = call else { return nil }
            return trouble
        }
        await device.time.waitForSleepers()
        try file.run("ALTER TABLE payment_journal RENAME COLUMN hidden TO isFinished")
        let second = try device.queue.add(Payment(product: QueueHarness.five))
        let reason = try await device.observer.first { call -> StoreError? in
            guard case .waiting(second, let reason) = call else { return nil }
            return reason
        }
        #expect(reason.domain == .device)
    }

    @Test func `goes on after a restart with what was not answered, under the same key`() async throws {
        let device = try await QueueHarness.ready(network: .answersLost)
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        try await device.observer.wait(for: .waiting(key, .connectionLost))

        let next = try await device.restart { try await $0.configure { $0.network = .up } }
        try await next.observer.transaction(key, in: .purchased)
        #expect(try await next.store.unsettledPurchases(including: []).count == 1)
    }

    @Test(
        "sends what another program on the same journal could not send, whether it is still there or not, and the store charges once",
        arguments: [true, false])
    func leftByAnother(isGone: Bool) async throws {
        let device = try await QueueHarness.ready(network: .down)
        let two = try await device.sibling()
        await two.queue.settle()
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        try await device.observer.wait(for: .waiting(key, .networkDown))
        if isGone { await device.queue.close() }
        try await two.configure { $0.network = .up }
        try await (isGone ? two : device).observer.transaction(key, in: .purchased)
        for program in [device, two] { await program.queue.settle() }
        #expect(try await two.store.unsettledPurchases(including: []).map(\.key) == [key])
        #expect(try two.journal().map(\.state) == [.purchased])
    }

    @Test(
        "leaves the answer that comes after its end to the next queue, which hands out the payment, and then the answer",
        arguments: [HeldAnswers.Kind.payment, .paymentFailure])
    func answerAfterTheEnd(kind: HeldAnswers.Kind) async throws {
        let shop = try await QueueHarness()
        let (first, second) = (HeldAnswers(shop.store, kind), HeldAnswers(shop.store, .payment))
        let device = try await QueueHarness(talkingTo: first)
        let key = try await device.buy()
        await first.waitForRequest()
        await device.queue.close()
        let next = try await device.sibling(talkingTo: second)
        await second.waitForRequest()
        #expect(next.observer.states(of: key) == [.purchasing])
        first.release()
        await device.queue.settle()
        #expect(try device.journal().map(\.state) == [.purchasing])
        #expect(device.observer.states(of: key) == [.purchasing] && device.observer.calls.count == 1)

        second.release()
        await next.queue.settle()
        #expect(next.observer.states(of: key) == [.purchasing, .purchased])
        #expect(try await shop.store.unsettledPurchases(including: []).map(\.key) == [key])
    }

    @Test func `hands out nothing after its end, also if another program has received the answer meanwhile`()
        async throws
    {
        let shop = try await QueueHarness()
        let store = HeldAnswers(shop.store, .payment)
        let device = try await QueueHarness(talkingTo: store)
        let key = try await device.buy()
        await store.waitForRequest()
        let other = try await device.sibling(talkingTo: shop.store)
        try await other.observer.transaction(key, in: .purchased)
        await device.queue.close()
        store.release()
        await device.queue.settle()
        #expect(device.observer.states(of: key) == [.purchasing])
    }

    @Test func `does not say that a payment waits whose purchase came as news before its answer, an error`()
        async throws
    {
        let shop = try await QueueHarness()
        let store = HeldAnswers(shop.store, .paymentFailureAfterNews)
        let device = try await QueueHarness(talkingTo: store)
        let key = try await device.buy()
        await store.waitForRequest()
        await device.queue.settleNews()
        try device.queue.finishTransaction(await device.observer.transaction(key, in: .purchased))
        store.release()
        await device.queue.settle()
        #expect(device.observer.states(of: key) == [.purchasing, .purchased])
        #expect(!device.observer.calls.contains { if case .waiting = $0 { true } else { false } })
        #expect(device.time.sleeperCount == 0)
    }

    @Test func `settles although the store does not answer, and says so`() async throws {
        let device = try await QueueHarness.ready(network: .down)
        let key = try device.queue.add(Payment(product: QueueHarness.five))
        await device.queue.settle()
        #expect(try device.queue.transactions().map(\.key) == [key])
        #expect(device.observer.calls.contains(.waiting(key, .networkDown)))
        #expect(device.news.calls.contains { if case .notReached = $0 { true } else { false } })
    }

    @Test
    func `tells the store again what was finished when that was lost, and does not hand it out again`()
        async throws
    {
        let device = try await QueueHarness()
        let bought = try await device.bought()
        try await device.configure { $0.network = .down }
        try device.queue.finishTransaction(bought)
        await device.queue.settle()
        let next = try await device.restart { next in
            try await next.configure { $0.network = .up }
            #expect(try await next.store.unsettledPurchases(including: []).count == 1)
        }
        await next.queue.settle()
        #expect(try await next.store.unsettledPurchases(including: []).isEmpty)
        #expect(next.observer.states(of: bought.key).isEmpty)
    }

    @Test func `reports a products request that fails`() async throws {
        let device = try await QueueHarness()
        try await device.configure { $0.network = .down }
        await #expect(throws: StoreError.networkDown) { try await device.fetchProducts() }
    }
}

/// A store that no payment reaches until it is told to take them. It notes what it is asked.
final class UnreachedByPayments: PartialStore {
    enum Request { case exchange, payment }

    let requests = Recorder<Request>()
    private let store: any StoreService
    private let answersExchanges: Bool
    private let takesPayments = Mutex(false)

    init(_ store: any StoreService, answersExchanges: Bool = true) {
        self.store = store
        self.answersExchanges = answersExchanges
    }

    func takePayments() { takesPayments.withLock { $0 = true } }

    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await store.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        requests.note([.payment])
        guard takesPayments.withLock({ $0 }) else { throw .networkDown }
        return try await store.purchase(request)
    }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        requests.note([.exchange])
        guard answersExchanges else { throw .networkDown }
        return try await store.exchange(request)
    }
}

/// A store at the end of two outages. It answers no request for all news. The first small request is held back
/// until a test has it fail; all others are answered.
final class OutageWhileAsked: PartialStore {
    enum Request { case small, large, payment }

    let requests = Recorder<Request>()
    private let store: any StoreService
    private let (news, telling) = AsyncStream.makeStream(of: StoreUpdate.self)
    private let (failures, failing) = AsyncStream.makeStream(of: Void.self)
    private let isHolding = Mutex(true)

    init(_ store: any StoreService) { self.store = store }

    func endOutage() { telling.yield(.networkChanged(isUp: true)) }
    func failSmallRequest() { failing.finish() }

    func updates() -> AsyncStream<StoreUpdate> { news }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        requests.note([.payment])
        return try await store.purchase(request)
    }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        guard request.limit == 1 else {
            requests.note([.large])
            throw .networkDown
        }
        requests.note([.small])
        let isFirst = isHolding.withLock { isHolding in
            defer { isHolding = false }
            return isHolding
        }
        guard isFirst else { return try await store.exchange(request) }
        for await _ in failures {}
        throw .networkDown
    }
}

/// A store that answers the payments for one product with an error, or under another key if there is no
/// error, until it is told not to.
final class ChoosyStore: PartialStore {
    private let store: any StoreService
    private let refused: Mutex<ProductIdentifier?>
    private let error: StoreError?

    init(_ store: any StoreService, refusing product: ProductIdentifier, with error: StoreError?) {
        self.store = store
        self.error = error
        refused = Mutex(product)
    }

    func takeAll() { refused.withLock { $0 = nil } }

    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await store.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        guard refused.withLock({ $0 != request.productIdentifier }) else {
            if let error { throw error }
            return PurchaseOutcome(
                key: "another", productIdentifier: request.productIdentifier, quantity: request.quantity,
                result: .deferred)
        }
        return try await store.purchase(request)
    }
}

/// A store that gives every purchase the same number, until it is told not to.
final class OneNumberStore: PartialStore {
    private let catalogue: any StoreService
    private let state = Mutex<(number: Int, step: Int)>((1, 0))

    init(selling catalogue: any StoreService) { self.catalogue = catalogue }

    func giveNewNumbers() { state.withLock { $0.step = 1 } }

    func productIdentifiers() async throws(StoreError) -> [ProductIdentifier] {
        try await catalogue.productIdentifiers()
    }

    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await catalogue.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        let number = state.withLock { state in
            state.number += state.step
            return state.number
        }
        let body = Base64URL.encode(Array(#"{"signedDate": \#(number)}"#.utf8))
        return PurchaseOutcome(
            key: request.key, productIdentifier: request.productIdentifier, quantity: request.quantity,
            result: .purchased(
                SignedTransaction(rawValue: "a.\(body).c"), TransactionIdentifier(rawValue: String(number)),
                Timestamp(milliseconds: 1)))
    }
}
