import StoreModel
import StoreRules
import Synchronization
import TestSupport
import Testing

@testable import PaymentQueueKit

@Suite("A restore", .timeLimit(.minutes(5)))
struct RestoreTests {
    static let sepia: ProductIdentifier = "com.xamarin.storekit.testing.sepia"

    /// A device whose account bought sepia and credits, and finished both.
    private func device() async throws -> QueueHarness {
        let device = try await QueueHarness()
        device.queue.add(device.observer)
        _ = try await device.fetchProducts([QueueHarness.five, Self.sepia])
        for product in [QueueHarness.five, Self.sepia] {
            let key = try device.queue.add(Payment(product: product))
            try device.queue.finishTransaction(await device.observer.transaction(key, in: .purchased))
        }
        await device.queue.settle()
        return device
    }

    @Test(
        "hands out what is owned as restored, with its original, and no credits; then it is finished, and removed"
    )
    func restores() async throws {
        let device = try await device()
        let purchase = try #require(try device.journal().first { $0.payment.productIdentifier == Self.sepia })
        let before = device.observer.calls.count
        device.queue.restoreCompletedTransactions()
        let restored = try await device.observer.first { call in
            call.updated.flatMap { $0.state == .restored ? $0 : nil }
        }
        try await device.observer.wait(for: .restoreFinished)
        #expect(restored.originalTransactionIdentifier == purchase.transactionIdentifier)
        #expect(restored.transactionDate == purchase.transactionDate)
        #expect(restored.signedDate == purchase.signedDate && restored.signedTransaction != nil)
        #expect(restored.payment.productIdentifier == Self.sepia && restored.payment.quantity == 1)
        #expect(restored.key != purchase.key && restored.expirationDate == nil)
        let original = try #require(restored.original)
        #expect(original.payment == restored.payment && original.state == .purchased)
        #expect(original.transactionIdentifier == purchase.transactionIdentifier)
        #expect(original.transactionDate == purchase.transactionDate)
        #expect(original.transactionReceipt != nil && device.store.verifier().verifies(original))
        #expect(Array(device.observer.calls[before...]) == [.updated(restored), .restoreFinished])
        #expect(try device.queue.transactions() == [restored])
        #expect(try device.journal().count == 2)

        try device.queue.finishTransaction(restored)
        try await device.observer.wait(for: .removed(restored.key))
        #expect(try device.queue.transactions().isEmpty)
        try device.queue.finishTransaction(restored)
    }

    @Test func `names the account in the application, like the news of a purchase elsewhere`() async throws {
        let device = try await QueueHarness()
        device.queue.add(device.observer)
        _ = try await device.fetchProducts([Self.sepia])
        let account = "4D5C2A1E-0B7F-4E55-9C3A-7F0E6B1D2C3B"
        var payment = MutablePayment(product: Self.sepia)
        payment.applicationUsername = account
        let key = try device.queue.add(Payment(payment))
        let bought = try await device.observer.transaction(key, in: .purchased)
        #expect(bought.payment.applicationUsername == account)

        let other = try await QueueHarness(talkingTo: device.store)
        other.queue.add(other.observer)
        let heard = try await other.observer.transaction(key, in: .purchased)
        // Only what is finished is restored.
        try other.queue.finishTransaction(heard)
        await other.queue.settle()
        other.queue.restoreCompletedTransactions()
        let restored = try await other.observer.first { call in
            call.updated.flatMap { $0.state == .restored ? $0 : nil }
        }
        let original = try #require(restored.original)
        let names = [heard, restored, original].map(\.payment.applicationUsername)
        #expect(names.allSatisfy { $0 == account.lowercased() })
        #expect(try other.journal().map(\.payment.applicationUsername) == [account.lowercased()])
    }

    @Test(
        "of a subscription names the first purchase, with its date and its receipt, as the original of each renewal"
    )
    func renewals() async throws {
        let monthly = MonkeyCredits.monthlyBunch
        let device = try await QueueHarness()
        device.queue.add(device.observer)
        _ = try await device.fetchProducts([monthly])
        let key = try device.queue.add(Payment(product: monthly))
        let first = try await device.observer.transaction(key, in: .purchased)
        try device.queue.finishTransaction(first)
        await device.queue.settle()
        device.time.advance(by: .seconds(70 * 86_400))
        _ = try await device.store.unsettledPurchases(including: [])
        let renewals = try await device.store.unsettledPurchases(including: [])
        #expect(renewals.count == 2)
        for renewal in renewals { try await device.store.finish(#require(renewal.finished)) }
        device.queue.restoreCompletedTransactions()
        try await device.observer.wait(for: .restoreFinished)
        let restored = device.observer.calls.compactMap(\.updated).filter { $0.state == .restored }
        #expect(restored.count == 3 && Set(restored.map(\.transactionIdentifier)).count == 3)
        let ends = restored.compactMap(\.expirationDate)
        #expect(Set(ends).count == 3 && ends.min() == first.expirationDate)
        for transaction in restored {
            let original = try #require(transaction.original)
            #expect(original.transactionIdentifier == first.transactionIdentifier)
            #expect(original.transactionDate == first.transactionDate)
            #expect(original.transactionReceipt == first.transactionReceipt)
            #expect(device.store.verifier().verifies(original))
        }
    }

    @Test func `of an account that owns nothing hands out nothing, and says that it finished`() async throws {
        let device = try await QueueHarness()
        device.queue.add(device.observer)
        device.queue.restoreCompletedTransactions()
        try await device.observer.wait(for: .restoreFinished)
        #expect(device.observer.calls == [.restoreFinished])
    }

    @Test func `comes to nothing while nobody observes the queue`() async throws {
        let device = try await QueueHarness()
        device.queue.restoreCompletedTransactions()
        await device.queue.settle()
        device.queue.add(device.observer)
        await device.queue.settle()
        #expect(device.observer.calls.isEmpty)
    }

    @Test func `brings a refund as revoked, not as restored`() async throws {
        let device = try await device()
        let purchase = try #require(try device.journal().first { $0.payment.productIdentifier == Self.sepia })
        try await device.store.perform(.refund, on: purchase.key)
        try device.queue.finishTransaction(await device.observer.first(\.revoked))
        await device.queue.settle()
        let before = device.observer.calls.count
        device.queue.restoreCompletedTransactions()
        try await device.observer.wait(for: .restoreFinished)
        let calls = device.observer.calls[before...].compactMap(\.revoked)
        #expect(calls.map(\.state) == [.restored])
        #expect(calls.map(\.transactionIdentifier) == [purchase.transactionIdentifier])
    }

    @Test(
        "hands out what it brought to no later observer after the purchase was refunded, or a refund reversed",
        arguments: [false, true])
    func laterVersion(isReversal: Bool) async throws {
        let device = try await device()
        let purchase = try #require(try device.journal().first { $0.payment.productIdentifier == Self.sepia })
        if isReversal {
            try await device.store.perform(.refund, on: purchase.key)
            try device.queue.finishTransaction(await device.observer.first(\.revoked))
            await device.queue.settle()
        }
        device.queue.restoreCompletedTransactions()
        try await device.observer.wait(for: .restoreFinished)
        let restored = try #require(try device.queue.transactions().first)
        #expect(restored.state == .restored && (restored.revocationDate != nil) == isReversal)

        try await device.store.perform(isReversal ? .reverseRefund : .refund, on: purchase.key)
        await device.queue.settle()
        #expect(device.observer.calls.count { $0 == .removed(restored.key) } == 1)
        #expect(try device.queue.transactions().map(\.key) == [purchase.key])
        let next = RecordingObserver()
        device.queue.add(next)
        await device.queue.settle()
        #expect(next.calls.map { ($0.updated ?? $0.revoked)?.key } == [purchase.key])
        #expect(next.calls.map { $0.revoked == nil } == [isReversal])
    }

    @Test func `hands out nothing of a page that was on its way while the purchase was refunded`()
        async throws
    {
        let device = try await device()
        let purchase = try #require(try device.journal().first { $0.payment.productIdentifier == Self.sepia })
        let store = LatePages(device.store)
        let next = try await device.restart(talkingTo: store)
        next.queue.restoreCompletedTransactions()
        await store.answeredOnce()
        try await device.store.perform(.refund, on: purchase.key)
        let refunded = try await next.observer.first(\.revoked)
        #expect(refunded.key == purchase.key)
        store.go()
        try await next.observer.wait(for: .restoreFinished)
        #expect(next.observer.calls.count { $0.updated != nil } == 0)
        #expect(try next.queue.transactions().map(\.key) == [purchase.key])
    }

    @Test func `brings a refund before the later purchase of the same product, as both happened`()
        async throws
    {
        let device = try await device()
        let first = try #require(try device.journal().first { $0.payment.productIdentifier == Self.sepia })
        try await device.store.perform(.refund, on: first.key)
        try device.queue.finishTransaction(await device.observer.first(\.revoked))
        await device.queue.settle()
        let key = try device.queue.add(Payment(product: Self.sepia))
        let second = try await device.observer.transaction(key, in: .purchased)
        try device.queue.finishTransaction(second)
        await device.queue.settle()

        let before = device.observer.calls.count
        device.queue.restoreCompletedTransactions()
        try await device.observer.wait(for: .restoreFinished)
        let calls = device.observer.calls[before...].compactMap { $0.revoked ?? $0.updated }
        #expect(
            calls.map(\.transactionIdentifier) == [
                first.transactionIdentifier, second.transactionIdentifier,
            ])
        #expect(calls.map { $0.revocationDate != nil } == [true, false])
    }

    @Test(arguments: [nil, 1] as [Int64?])
    func `is told to the next observer, with its end, if the only one is removed meanwhile`(
        failingAt: Int64?
    ) async throws {
        let store = PagedStore(pages: 2, failingAt: failingAt, waitsForGo: true)
        let device = try await QueueHarness(talkingTo: store)
        device.queue.add(device.observer)
        device.queue.restoreCompletedTransactions()
        await store.askedOnce()
        device.queue.remove(device.observer)
        store.go()
        await device.queue.settle()
        #expect(device.observer.calls.isEmpty)
        let next = RecordingObserver()
        for _ in 0..<2 {
            device.queue.add(next)
            await device.queue.settle()
        }
        let restored = next.calls.compactMap(\.updated).map(\.transactionIdentifier)
        let ends = next.calls.filter { $0.updated == nil }
        if failingAt == nil {
            #expect(restored == ["1", "2", "1", "2"] && ends == [.restoreFinished])
        } else {
            #expect(restored == ["1", "1"] && ends == [.restoreFailed(.connectionLost)])
        }
    }

    @Test
    func `that loses a page fails, once, keeps what came, and a later one begins from the beginning`()
        async throws
    {
        let store = PagedStore(pages: 3, failingAt: 2)
        let device = try await QueueHarness(talkingTo: store)
        device.queue.add(device.observer)
        device.queue.restoreCompletedTransactions()
        try await device.observer.wait(for: .restoreFailed(.connectionLost))
        #expect(try device.queue.transactions().map(\.transactionIdentifier) == ["1", "2"])
        #expect(!device.observer.calls.contains(.restoreFinished))
        #expect(store.asked == [nil, 1, 2])

        let unfinished = try device.queue.transactions()
        store.recover()
        device.queue.restoreCompletedTransactions()
        try await device.observer.wait(for: .restoreFinished)
        #expect(store.asked == [nil, 1, 2, nil, 1, 2])
        // What nobody has finished is in the queue once, as the later restore brought it.
        let restored = try device.queue.transactions()
        #expect(restored.map(\.transactionIdentifier) == ["1", "2", "3"])
        for transaction in unfinished {
            #expect(!restored.contains(transaction))
            #expect(device.observer.calls.count { $0 == .removed(transaction.key) } == 1)
        }
    }

    @Test func `brings what was finished a moment before, which the store is told first`() async throws {
        let before = try await QueueHarness()
        before.queue.add(before.observer)
        _ = try await before.fetchProducts([Self.sepia])
        let key = try before.queue.add(Payment(product: Self.sepia))
        try await before.observer.transaction(key, in: .purchased)
        let store = LateFinishes(before.store)
        let device = try await before.restart(talkingTo: store)
        try device.queue.finishTransaction(await device.observer.transaction(key, in: .purchased))
        device.queue.restoreCompletedTransactions()
        // The restore waits, or it has asked.
        while await !device.queue.isAwaited, store.asked.calls.isEmpty { try await pause() }
        store.go()
        try await device.observer.wait(for: .restoreFinished)
        #expect(store.asked.calls == [true])
        #expect(try device.queue.transactions().map(\.state) == [.restored])
    }

    @Test(
        "fails if the store does not get on from page to page",
        arguments: [7, 6] as [RestoredPurchases.Cursor])
    func standstill(next: RestoredPurchases.Cursor) async throws {
        let device = try await QueueHarness(talkingTo: CursorStore(cursors: [7, next, nil]))
        device.queue.add(device.observer)
        device.queue.restoreCompletedTransactions()
        let failure = RecordingObserver.Call.restoreFailed(.unreadableAnswer)
        let ending = try await device.observer.first { call in
            [.restoreFinished, failure].contains(call) ? call : nil
        }
        #expect(ending == failure)
    }

    @Test func `that is asked for while one runs is the same one, and has one ending`() async throws {
        let store = PagedStore(pages: 2, waitsForGo: true)
        let device = try await QueueHarness(talkingTo: store)
        device.queue.add(device.observer)
        device.queue.restoreCompletedTransactions()
        await store.askedOnce()
        device.queue.restoreCompletedTransactions()
        // The call has been taken up.
        await device.queue.settleNews()
        store.go()
        await device.queue.settle()
        #expect(device.observer.calls.filter { $0 == .restoreFinished }.count == 1)
        #expect(store.asked == [nil, 1])
    }
}

/// A store whose pages are empty, and end at these cursors.
final class CursorStore: PartialStore {
    private let cursors: Mutex<[RestoredPurchases.Cursor?]>

    init(cursors: [RestoredPurchases.Cursor?]) { self.cursors = Mutex(cursors) }

    func restoredPurchases(
        after _: RestoredPurchases.Cursor?, limit _: Int
    ) async throws(StoreError) -> RestoredPurchases {
        RestoredPurchases(purchases: [], next: cursors.withLock { $0.removeFirst() })
    }
}

/// A store that has nothing but purchases to restore, one on each page.
final class PagedStore: PartialStore {
    private struct State {
        var asked: [RestoredPurchases.Cursor?] = []
        var failingAt: Int64?
    }

    private let pages: Int64
    private let state: Mutex<State>
    private let asking = AsyncStream.makeStream(of: Void.self)
    private let gate = AsyncStream.makeStream(of: Void.self)

    init(pages: Int64, failingAt: Int64? = nil, waitsForGo: Bool = false) {
        self.pages = pages
        state = Mutex(State(failingAt: failingAt))
        if !waitsForGo { gate.continuation.finish() }
    }

    var asked: [RestoredPurchases.Cursor?] { state.withLock { $0.asked } }

    func recover() { state.withLock { $0.failingAt = nil } }

    func go() { gate.continuation.finish() }

    /// Returns when somebody has asked for a page.
    func askedOnce() async { for await _ in asking.stream { return } }

    func restoredPurchases(
        after cursor: RestoredPurchases.Cursor?, limit: Int
    ) async throws(StoreError) -> RestoredPurchases {
        let fails = state.withLock { state in
            state.asked.append(cursor)
            return state.failingAt != nil && state.failingAt == cursor
        }
        asking.continuation.yield()
        for await _ in gate.stream {}
        if fails { throw .connectionLost }
        let number = (cursor ?? 0) + 1
        let identifier = TransactionIdentifier(rawValue: String(number))
        return RestoredPurchases(
            purchases: [
                RestoredPurchase(
                    productIdentifier: "filter", quantity: 1, transactionIdentifier: identifier,
                    originalTransactionIdentifier: identifier,
                    transactionDate: Timestamp(milliseconds: number),
                    revocationDate: nil, signedTransaction: SignedTransaction(rawValue: ""))
            ], next: number < pages ? number : nil)
    }
}

extension PaymentQueue {
    /// Whether somebody waits until it has done something.
    fileprivate var isAwaited: Bool { !idleWaiters.isEmpty }
}

/// The real store, whose pages of a restore arrive only when it is told to go on.
private final class LatePages: PartialStore {
    private let store: any StoreService
    private let answering = AsyncStream.makeStream(of: Void.self)
    private let gate = AsyncStream.makeStream(of: Void.self)

    init(_ store: any StoreService) { self.store = store }

    func go() { gate.continuation.finish() }

    /// Returns when the store has answered.
    func answeredOnce() async { for await _ in answering.stream { return } }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        try await store.exchange(request)
    }

    func updates() -> AsyncStream<StoreUpdate> { store.updates() }

    func restoredPurchases(
        after cursor: RestoredPurchases.Cursor?, limit: Int
    ) async throws(StoreError) -> RestoredPurchases {
        let page = try await store.restoredPurchases(after: cursor, limit: limit)
        answering.continuation.yield()
        for await _ in gate.stream {}
        return page
    }
}

/// The real store, which hears of what was finished only when it is told to go on.
private final class LateFinishes: PartialStore {
    private let store: any StoreService
    private let gate = AsyncStream.makeStream(of: Void.self)
    private let isTold = Mutex(false)
    /// Whether a finish was told before each page was asked for.
    let asked = Recorder<Bool>()

    init(_ store: any StoreService) { self.store = store }

    func go() { gate.continuation.finish() }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        guard !request.finished.isEmpty else { return try await store.exchange(request) }
        for await _ in gate.stream {}
        let page = try await store.exchange(request)
        isTold.withLock { $0 = true }
        return page
    }

    func restoredPurchases(
        after cursor: RestoredPurchases.Cursor?, limit: Int
    ) async throws(StoreError) -> RestoredPurchases {
        asked.note([isTold.withLock { $0 }])
        return try await store.restoredPurchases(after: cursor, limit: limit)
    }
}
