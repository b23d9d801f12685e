import Foundation
import GRDB
import Storage
import StoreModel
import StoreRules
import Synchronization
import TestSupport
import Testing

@testable import PaymentQueueKit

@Suite("Several devices of one account", .timeLimit(.minutes(5)))
struct ExchangeTests {
    private let device: QueueHarness

    init() async throws { device = try await QueueHarness() }

    /// Another device with the same account at the same store.
    private func another(talkingTo store: (any StoreService)? = nil) async throws -> QueueHarness {
        let other = try await QueueHarness(talkingTo: store ?? device.store)
        other.queue.add(other.observer)
        await other.queue.settle()
        return other
    }

    @Test func `hear of what is not finished, and the first finish takes it out of all queues`() async throws
    {
        let bought = try await device.bought()
        let other = try await another()
        let heard = try await other.observer.transaction(bought.key, in: .purchased)
        #expect(heard.isFromElsewhere && !bought.isFromElsewhere)
        #expect(heard.signedTransaction == bought.signedTransaction)

        try other.queue.finishTransaction(heard)
        try await device.observer.wait(for: .removed(bought.key))
        #expect(try device.queue.transactions().isEmpty && other.queue.transactions().isEmpty)
        #expect(try device.journal().map(\.signedTransaction) == [nil])
        let next = try await device.restart()
        await next.queue.settle()
        #expect(next.observer.calls.isEmpty)
        // What has left the queue may be finished again.
        try next.queue.finishTransaction(bought)
    }

    @Test func `keep what was finished before they heard of it, and hand it to nobody`() async throws {
        let bought = try await device.bought()
        try device.queue.finishTransaction(bought)
        await device.queue.settle()
        let other = try await another()
        #expect(other.observer.calls.isEmpty)
        #expect(try other.journal().map(\.key) == [bought.key])
        #expect(try other.journal().map(\.isFinished) == [true])
    }

    @Test func `hear of a refund while they run, and the first finish takes it out of all queues`()
        async throws
    {
        let bought = try await device.bought()
        let other = try await another()
        try device.queue.finishTransaction(bought)
        try await other.observer.wait(for: .removed(bought.key))
        try await device.store.perform(.refund, on: bought.key)
        for one in [device, other] { #expect(try await one.observer.first(\.revoked).key == bought.key) }
        try other.queue.finishTransaction(await other.observer.first(\.revoked))
        _ = try await device.observer.first { call in
            device.observer.calls.count { $0 == .removed(bought.key) } == 2 ? call : nil
        }
        #expect(try device.queue.transactions().isEmpty)
    }

    @Test func `know when a purchase was made that they first hear of as refunded`() async throws {
        let bought = try await device.bought()
        try await device.store.perform(.refund, on: bought.key)
        let other = try await another()
        let heard = try await other.observer.first(\.revoked)
        #expect(heard.key == bought.key && heard.transactionDate != nil)
        #expect(heard.transactionDate == bought.transactionDate)
    }

    @Test func `hear of a refund that another has finished before they asked: once, as finished`()
        async throws
    {
        let bought = try await device.bought()
        try device.queue.finishTransaction(bought)
        await device.queue.settle()
        await device.queue.close()
        let other = try await another()
        try await device.store.perform(.refund, on: bought.key)
        try other.queue.finishTransaction(await other.observer.first(\.revoked))
        await other.queue.settle()
        let next = try await device.restart()
        await next.queue.settle()
        #expect(next.observer.calls.compactMap(\.revoked).map(\.key) == [bought.key])
        #expect(next.observer.calls.compactMap(\.revoked).map(\.isFinished) == [true])
        #expect(next.observer.calls.count == 1)
        // The observers get the signed text, and the journal does not keep it.
        #expect(next.observer.calls.compactMap(\.revoked).allSatisfy { $0.signedTransaction != nil })
        #expect(try next.journal().map(\.signedTransaction) == [nil])
    }

    @Test func `tell once, as finished, what another has finished before the answer came`() async throws {
        let lossy = LosingAnswers(device.store)
        let one = try await QueueHarness(talkingTo: lossy)
        let key = try await one.buy()
        try await one.observer.wait(for: .waiting(key, .connectionLost))
        let other = try await another()
        try other.queue.finishTransaction(await other.observer.transaction(key, in: .purchased))
        await other.queue.settle()
        // It waits with the payment, and with the news.
        await one.time.waitForSleepers(2)
        lossy.stop()
        one.time.advance(by: .seconds(1))
        let told = try await one.observer.transaction(key, in: .purchased)
        #expect(told.isFinished)
        await one.queue.settle()
        #expect(one.observer.states(of: key).count { $0 == .purchased } == 1)
        #expect(try one.queue.transactions().isEmpty)
    }

    @Test(
        "get all of a large account over a slow line, by pages or by a comparison", arguments: [false, true])
    func large(isCompared: Bool) async throws {
        let keys = try await (0..<250).asyncMap { number in
            try await device.store.buy(IdempotencyKey(rawValue: "key-\(number)")).key
        }
        let other = try await another(talkingTo: SlowLine(device.store, forgetsMarks: isCompared))
        #expect(try other.queue.transactions().map(\.key) == keys)
    }

    @Test(
        "do not follow a comparison that goes back, be it by number or by text",
        arguments: [(ComparisonRequest.Subject.purchases, ["10", "9"]), (.uses, ["9", "10"])])
    func comparisonGoesBack(subject: ComparisonRequest.Subject, ends: [String]) async throws {
        let store = BackAndForth(in: subject, between: ends)
        _ = try await another(talkingTo: store)
        #expect(store.answers.calls == ends)
    }

    @Test(arguments: [HeldAnswers.Kind.page, .comparison, .failure])
    func `take nothing from an answer that arrives after they were closed`(
        kind: HeldAnswers.Kind
    ) async throws {
        try await device.bought()
        let store = HeldAnswers(device.store, kind)
        let other = try await QueueHarness(talkingTo: store)
        other.queue.add(other.observer)
        await store.waitForRequest()
        await other.queue.close()
        store.release()
        await other.queue.settle()
        #expect(try other.journal().isEmpty)
        #expect(other.observer.calls.isEmpty && other.news.calls.isEmpty)
        let next = try await other.restart(talkingTo: device.store)
        await next.queue.settle()
        #expect(try next.journal().count == 1)
    }

    @Test func `hear that a request lapsed`() async throws {
        try await device.configure { $0.asksToBuy = true }
        let key = try await device.buy()
        try await device.observer.transaction(key, in: .deferred)
        // While the news is beyond the mark, the payment may be sent again, and fails if it has lapsed.
        await device.queue.settle()
        try await device.store.perform(.lapse, on: key)
        try await device.observer.wait(for: .removed(key))
        #expect(try device.queue.transactions().isEmpty)
    }

    @Test func `do not take a renewal for somebody else's purchase, nor what an interrupted payment came to`()
        async throws
    {
        try await device.configure { $0.interruptsPurchases = true }
        let key = try await device.buy()
        try device.queue.finishTransaction(await device.observer.transaction(key, in: .failed))
        try await device.store.perform(.resolve, on: key)
        let resolved = try await device.observer.first {
            $0.updated.flatMap { $0.state == .purchased ? $0 : nil }
        }
        #expect(!resolved.isFromElsewhere)

        try await device.configure { $0.interruptsPurchases = false }
        _ = try await device.fetchProducts([MonkeyCredits.monthlyBunch])
        let first = try device.queue.add(Payment(product: MonkeyCredits.monthlyBunch))
        try await device.observer.transaction(first, in: .purchased)
        device.time.advance(by: .seconds(31 * 86_400))
        _ = try device.store.subscriptions()
        let renewal = try await device.observer.first { call in
            call.updated.flatMap { $0.charge?.isRenewal == true ? $0 : nil }
        }
        #expect(!renewal.isFromElsewhere)
    }

    @Test func `give a store what it lacks in parts that it takes`() async throws {
        let store = LackingStore()
        try await Self.exchange(with: store).run()
        #expect(store.given.calls == [100, 100, 50])
    }

    @Test func `give a store what it lacks in smaller parts if its certificates are long`() async throws {
        let store = LackingStore()
        try await Self.exchange(with: store, signatureLength: 100 << 10).run()
        #expect(store.given.calls.reduce(0, +) == 250)
        #expect(store.given.calls.max() == 6)
    }

    @Test func `give a store no more parts after they were closed`() async throws {
        let store = LackingStore()
        try await Self.exchange(with: store).run(while: { store.given.calls.isEmpty })
        #expect(store.given.calls == [100])
    }

    /// An exchange of a device that has whatever the store wants.
    private static func exchange(
        with store: any StoreService, signatureLength: Int = 0
    ) throws -> StoreExchange {
        let file = try DatabaseFile(inMemory: PaymentQueue.migrations)
        let replica = GivingReplica(mark: MarkOnly(file: file), signatureLength: signatureLength)
        return StoreExchange(
            journal: PaymentJournal(file: file), replica: replica, store: store, time: ManualTime().source)
    }

    @Test func `give a store all that it lacks, even if a purchase that is not proved holds the mark`()
        async throws
    {
        let file = try DatabaseFile(inMemory: PaymentQueue.migrations)
        let uses = (100..<250).map(use)
        let replica = GivingReplica(mark: MarkOnly(file: file), confirmed: uses, isProved: { false })
        let store = StoreWithoutUses()
        let isProved = try await StoreExchange(
            journal: PaymentJournal(file: file), replica: replica, store: store, time: ManualTime().source
        ).run()
        #expect(!isProved)
        #expect(Set(store.given.calls) == Set(uses.map(\.id)))
        #expect(try replica.exchangeRequest().since == .beginning)
    }

    @Test(arguments: [(true, 1), (false, 2)])
    func `do not ask a store on and on that stays where it is`(knowsMarks: Bool, requests: Int) async throws {
        let store = Standstill(knowsMarks: knowsMarks)
        _ = try await another(talkingTo: store)
        #expect(store.requests.calls.count == requests)
    }

    @Test func `do not take the answer to another request, which something on the way has kept`() async throws
    {
        let store = Replaying(device.store)
        let other = try await another(talkingTo: store)
        try await device.store.buy("a")
        await other.queue.settleNews()
        try await device.store.buy("b")
        store.replay()
        await other.queue.settleNews()
        // It asks again after a pause.
        await other.time.waitForSleepers()
        other.time.advance(by: .seconds(1))
        try await other.observer.transaction("b", in: .purchased)
    }

    @Test func `do not take the answer to another use, which something on the way has kept`() async throws {
        let (earlier, asked) = (use(1), use(2))
        let file = try DatabaseFile(inMemory: PaymentQueue.migrations)
        let replica = GivingReplica(mark: MarkOnly(file: file), asked: [asked])
        let store = KeptRefusal(UseOutcome(.notEnough(available: 0), of: earlier))
        let (time, observer) = (ManualTime(), RecordingObserver())
        let queue = PaymentQueue(
            file: file, restrictions: device.restrictions, store: store, replica: replica, time: time.source,
            authorization: { _, _ in .refused })
        queue.add(observer)
        await queue.settle()
        #expect(replica.taken.calls.isEmpty)
        // It asks again after a pause.
        await time.waitForSleepers()
        time.advance(by: .seconds(1))
        let outcome = try await replica.taken.first { $0 }
        #expect(outcome == UseOutcome(.confirmed, of: asked))
        #expect(observer.calls.isEmpty)
        await queue.close()
    }

    @Test(
        "ask again, after a pause, for what their replica could not prove, and hand the rest out at once",
        arguments: [false, true])
    func notProved(isCompared: Bool) async throws {
        try await device.store.buy("a")
        let file = try DatabaseFile(inMemory: PaymentQueue.migrations)
        let isProved = Mutex(false)
        let replica = GivingReplica(
            mark: MarkOnly(file: file), isProved: { isProved.withLock { $0 } })
        let (time, observer, news) = (ManualTime(), RecordingObserver(), Recorder<AccountNews>())
        let queue = PaymentQueue(
            file: file, restrictions: device.restrictions,
            store: SlowLine(device.store, forgetsMarks: isCompared), replica: replica, time: time.source,
            onAccountNews: { news.note([$0]) }, authorization: { _, _ in .refused })
        queue.add(observer)
        await queue.settle()
        #expect(observer.states(of: "a") == [.purchased])
        #expect(news.calls.contains { if case .merged(isProved: false) = $0 { true } else { false } })
        #expect(try replica.exchangeRequest().since == .beginning)

        // The pauses grow beyond a minute, since everything comes again each time.
        for exponent in 0..<7 {
            await time.waitForSleepers()
            time.advance(by: .seconds(1 << exponent))
        }
        await time.waitForSleepers()
        time.advance(by: .seconds(127))
        #expect(time.sleeperCount == 1)

        isProved.withLock { $0 = true }
        time.advance(by: .seconds(1))
        while try replica.exchangeRequest().since == .beginning { try await pause() }
        await queue.settle()
        #expect(time.sleeperCount == 0)
        #expect(observer.states(of: "a") == [.purchased])
        await queue.close()
    }

    @Test func `report no progress while a purchase that is not proved holds the mark`() async throws {
        for number in 0..<150 { try await device.store.buy(IdempotencyKey(rawValue: "key-\(number)")) }
        for isProved in [false, true] {
            let file = try DatabaseFile(inMemory: PaymentQueue.migrations)
            let replica = GivingReplica(mark: MarkOnly(file: file), isProved: { isProved })
            let exchange = StoreExchange(
                journal: PaymentJournal(file: file), replica: replica, store: device.store,
                time: device.time.source)
            let progress = Recorder<Int64>()
            let end = try await exchange.run(progress: { done, _ in progress.note([done]) })
            #expect(end == isProved)
            #expect(progress.calls.isEmpty == !isProved)
        }
    }

    @Test func `do not send deferred payments again while a purchase that is not proved holds the mark`()
        async throws
    {
        try await device.configure { $0.asksToBuy = true }
        let key = try await device.buy()
        try await device.observer.transaction(key, in: .deferred)
        await device.queue.settle()
        await device.queue.close()
        try await device.configure { $0.asksToBuy = false }
        let journal = PaymentJournal(file: device.file)
        try journal.write(at: Timestamp(milliseconds: 1)) { journal, _ in try journal.setAllDeferredBeyond() }
        for isProved in [false, true] {
            try await device.store.buy(IdempotencyKey(rawValue: "proved-\(isProved)"))
            let store = NotingPayments(device.store)
            try await StoreExchange(
                journal: journal,
                replica: GivingReplica(mark: MarkOnly(file: device.file), isProved: { isProved }),
                store: store, time: device.time.source
            ).run()
            #expect(store.keys.calls == (isProved ? [key] : []))
        }
    }

    private func use(_ number: Int) -> Use {
        Use(
            id: UseIdentifier(rawValue: "00000000-0000-7000-8000-00000000000\(number)"), amount: 1,
            date: Timestamp(milliseconds: 1))
    }

    @Test func `do not take the answer to another part of a comparison`() async throws {
        let store = MixedUp(device.store)
        let other = try await another(talkingTo: store)
        await other.time.waitForSleepers()
        other.time.advance(by: .seconds(1))
        while store.subjects.calls.count < 4 { try await pause() }
        #expect(store.subjects.calls == [.purchases, .uses, .purchases, .uses])
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}

/// A store that holds back its first answer with news, or its answer to a payment, until a test releases it.
final class HeldAnswers: PartialStore {
    enum Kind {
        case page
        /// It answers whoever asks for one change only.
        case wholePage
        /// It does not know the mark of its customers, so both sides compare.
        case comparison
        case failure
        /// It has no news of its own.
        case payment, paymentFailure
        /// It has news of the payment that it answers with an error.
        case paymentFailureAfterNews
    }

    private let store: any StoreService
    private let kind: Kind
    private let (requests, requesting) = AsyncStream.makeStream(of: Void.self)
    private let (releases, releasing) = AsyncStream.makeStream(of: Void.self)

    init(_ store: any StoreService, _ kind: Kind) {
        self.store = store
        self.kind = kind
    }

    func waitForRequest() async { for await _ in requests { return } }

    func release() { releasing.finish() }

    private func hold() async {
        requesting.yield()
        for await _ in releases {}
    }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        var page = try await store.exchange(request)
        switch kind {
        case .page: await hold()
        case .wholePage: if request.limit > 1 { await hold() }
        case .comparison: page.mark = nil
        case .failure:
            await hold()
            throw .connectionLost
        case .payment, .paymentFailure:
            page = ExchangePage(to: request, mark: request.since, newest: request.since)
        case .paymentFailureAfterNews: break
        }
        return page
    }

    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await store.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        let outcome = try await store.purchase(request)
        if kind != .wholePage { await hold() }
        if [.paymentFailure, .paymentFailureAfterNews].contains(kind) { throw .paymentInvalid }
        return outcome
    }

    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        let page = try await store.compare(request)
        await hold()
        return page
    }
}

/// A store behind a line that carries 16,000 bytes in a second. The client waits 30 seconds for an answer.
private struct SlowLine: PartialStore {
    private let store: any StoreService
    /// Whether the store does not know the beginning, so that both sides compare.
    private let forgetsMarks: Bool

    init(_ store: any StoreService, forgetsMarks: Bool) {
        self.store = store
        self.forgetsMarks = forgetsMarks
    }

    private func carry<Answer: Encodable>(_ answer: Answer) throws(StoreError) -> Answer {
        guard let length = try? JSONEncoder().encode(answer).count, length <= 30 * 16_000 else {
            throw .connectionLost
        }
        return answer
    }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        var page = try await store.exchange(request)
        if forgetsMarks, request.since == .beginning { (page.mark, page.changes) = (nil, []) }
        return try carry(page)
    }

    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        try carry(await store.compare(request))
    }
}

/// A store that notes which payments are sent to it.
private final class NotingPayments: PartialStore {
    let keys = Recorder<IdempotencyKey>()
    private let store: any StoreService

    init(_ store: any StoreService) { self.store = store }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        keys.note([request.key])
        return try await store.purchase(request)
    }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        try await store.exchange(request)
    }
}

/// A store that compares up to one place and another in turn.
private final class BackAndForth: PartialStore {
    let answers = Recorder<String>()
    private let subject: ComparisonRequest.Subject
    private let ends: [String]

    init(in subject: ComparisonRequest.Subject, between ends: [String]) {
        self.subject = subject
        self.ends = ends
    }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        ExchangePage(to: request, mark: nil, newest: ReplicaMark(revision: 1, mark: "one"))
    }

    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        guard request.subject == subject else { return ComparisonPage(to: request) }
        let count = answers.calls.count
        // Whoever asks so often would ask for ever.
        guard count < 100 else { throw .networkDown }
        answers.note([ends[count % ends.count]])
        return ComparisonPage(to: request, through: ends[count % ends.count])
    }
}

/// A store that loses its answers to purchases, and its answers to exchanges until it is told to stop.
final class LosingAnswers: PartialStore {
    private let store: any StoreService
    private let isLosing = Mutex(true)

    init(_ store: any StoreService) { self.store = store }

    func stop() { isLosing.withLock { $0 = false } }

    private func lose<Value>(_ answer: Value) throws(StoreError) -> Value {
        guard !isLosing.withLock({ $0 }) else { throw .connectionLost }
        return answer
    }

    func products(for identifiers: Set<ProductIdentifier>) async throws(StoreError) -> ProductsResponse {
        try await store.products(for: identifiers)
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreError) -> PurchaseOutcome {
        _ = try await store.purchase(request)
        throw .connectionLost
    }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        try lose(await store.exchange(request))
    }
}

/// A store that knows no beginning, and lacks 250 purchases.
private final class LackingStore: PartialStore {
    let given = Recorder<Int>()

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        if !request.purchases.isEmpty { given.note([request.purchases.count]) }
        return ExchangePage(
            to: request, mark: request.since == .beginning ? nil : request.since,
            newest: ReplicaMark(revision: 1, mark: "one"))
    }

    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        ComparisonPage(to: request, wanted: request.subject == .purchases ? (1...250).map(String.init) : [])
    }
}

/// A store that has one change, and no uses at first.
private final class StoreWithoutUses: PartialStore {
    let given = Recorder<UseIdentifier>()

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        given.note(request.uses.map(\.id))
        let newest = ReplicaMark(revision: 1, mark: "one")
        return ExchangePage(to: request, mark: newest, newest: newest)
    }

    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        let known = Set(given.calls.map(\.rawValue))
        return ComparisonPage(to: request, wanted: request.elements.map(\.id).filter { !known.contains($0) })
    }
}

/// A replica that has whatever purchases the store wants, and uses that are beyond its mark or wait. It finds
/// purchases proved or not.
private struct GivingReplica: Replica {
    let mark: MarkOnly
    var asked: [Use] = []
    var confirmed: [Use] = []
    var signatureLength = 0
    let taken = Recorder<UseOutcome>()
    var isProved: @Sendable () -> Bool = { true }

    func exchangeRequest() throws -> ExchangeRequest {
        var request = try mark.exchangeRequest()
        request.uses = Array(confirmed.prefix(ExchangeRequest.mostGiven))
        return request
    }
    func merge(
        changes: [AccountChange], ahead: [TransactionIdentifier], since: ReplicaMark, to mark: ReplicaMark,
        given: ExchangeRequest?, in database: Database
    ) throws -> Merged {
        guard isProved() else { return Merged(hasMoved: false, isProved: false) }
        return try self.mark.merge(
            changes: changes, ahead: ahead, since: since, to: mark, given: given, in: database)
    }
    func merge(changes _: [AccountChange], in _: Database) {}
    func endComparison(since: ReplicaMark, at mark: ReplicaMark, in database: Database) throws -> Bool {
        try self.mark.endComparison(since: since, at: mark, in: database)
    }
    func known(
        _ subject: ComparisonRequest.Subject, after _: String?, limit _: Int
    ) -> [ComparisonRequest.Element] {
        subject == .uses ? confirmed.map { ComparisonRequest.Element(id: $0.id.rawValue) } : []
    }
    func merge(page _: ComparisonPage, of _: ComparisonRequest, in _: Database) -> Bool { isProved() }
    func signed(for identifiers: [TransactionIdentifier]) -> [SignedTransaction] {
        let signature = String(repeating: "s", count: signatureLength)
        return identifiers.map { SignedTransaction(rawValue: $0.rawValue + signature) }
    }
    func uses(for identifiers: [UseIdentifier]) -> [Use] { confirmed.filter { identifiers.contains($0.id) } }
    func waitingUses() -> [Use] { asked.filter { !taken.calls.map(\.id).contains($0.id) } }
    func take(_ outcome: UseOutcome, of _: Use) { taken.note([outcome]) }
}

/// A store whose pages end where they began, or that does not know the mark that it has just sent.
private final class Standstill: PartialStore {
    let requests = Recorder<ReplicaMark>()
    private let knowsMarks: Bool

    init(knowsMarks: Bool) { self.knowsMarks = knowsMarks }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        requests.note([request.since])
        // Whoever asks so often would ask for ever.
        guard requests.calls.count < 100 else { throw .networkDown }
        return ExchangePage(
            to: request, mark: knowsMarks ? request.since : nil,
            newest: ReplicaMark(revision: 7, mark: "seven"))
    }
}

/// A store that once gives the answer that it gave last.
private final class Replaying: PartialStore {
    private let store: any StoreService
    private let kept = Mutex<(page: ExchangePage?, isReplayed: Bool)>((nil, false))

    init(_ store: any StoreService) { self.store = store }

    func replay() { kept.withLock { $0.isReplayed = true } }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        let page = try await store.exchange(request)
        return kept.withLock { kept in
            defer { kept = (page, false) }
            return kept.isReplayed ? kept.page ?? page : page
        }
    }
}

/// A store behind something that answers the first use with what it has kept of another one.
private final class KeptRefusal: PartialStore {
    private let kept: Mutex<UseOutcome?>

    init(_ kept: UseOutcome) { self.kept = Mutex(kept) }

    func use(_ use: Use) async throws(StoreError) -> UseOutcome {
        kept.withLock { $0.take() } ?? UseOutcome(.confirmed, of: use)
    }
}

/// A store that does not know the beginning, and once gives its last answer to the next part of a comparison.
private final class MixedUp: PartialStore {
    let subjects = Recorder<ComparisonRequest.Subject>()
    private let store: any StoreService
    private let last = Mutex<ComparisonPage?>(nil)

    init(_ store: any StoreService) { self.store = store }

    func exchange(_ request: ExchangeRequest) async throws(StoreError) -> ExchangePage {
        var page = try await store.exchange(request)
        if request.since == .beginning { (page.mark, page.changes) = (nil, []) }
        return page
    }

    func compare(_ request: ComparisonRequest) async throws(StoreError) -> ComparisonPage {
        subjects.note([request.subject])
        let page = try await store.compare(request)
        return last.withLock { last in
            defer { last = page }
            return subjects.calls.count == 2 ? last ?? page : page
        }
    }
}
