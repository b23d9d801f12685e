import StoreModel
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreRules

/// Many periods that are due at once: because nothing ran, or because the clock was moved.
@Suite(.timeLimit(.minutes(5))) struct BacklogTests {
    private static let month = SubscriptionFixture.month

    private let fixture: SubscriptionFixture

    init() throws { fixture = try SubscriptionFixture() }

    private func count() throws -> Int { try fixture.store.count("purchase WHERE subscription IS NOT NULL") }

    /// A store that can write no more than so many periods, as if it were ended then.
    private func stop(atPeriod period: Int) throws {
        try fixture.store.stop(at: "INSERT ON purchase WHEN NEW.period = \(period)")
    }

    @Test(
        "What is made of a long backlog stays made if the store stops in the middle, and the next start goes on from there",
        .onSQLite
    )
    func progress() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: Self.month * 300)
        try stop(atPeriod: 200)
        try? fixture.store.makeDueRenewals()
        #expect((180..<200).contains(try count()))
        try fixture.store.goOn()
        let next = try fixture.reopened()
        #expect(try next.subscriptions().map(\.status) == [.active])
        #expect(try count() == 301)
        try expectNoGap(between: fixture.periods())
    }

    @Test func `A customer's request makes a few periods of a long backlog, and waits for no more`()
        async throws
    {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: Self.month * 300)
        #expect(try await fixture.buy("banana").state == "purchased")
        #expect((2..<30).contains(try count()))
        let first = try count()
        _ = try await fixture.customer.compare(ComparisonRequest(.purchases, []))
        let second = try count()
        #expect((first + 1..<first + 30).contains(second))
        _ = try await fixture.customer.restoredPurchases(after: nil, limit: 10)
        let before = try count()
        #expect((second + 1..<second + 30).contains(before))
        let unsettled = try await fixture.customer.unsettledPurchases(including: [])
        #expect((before + 1..<before + 30).contains(try count()))
        // What is told agrees with the store: each period after the one before, and none twice.
        let told = try unsettled.compactMap(\.signed).map(TransactionSigner.payload).filter {
            $0.expiresDate != nil
        }
        #expect(told.count == (try count()))
        expectNoGap(between: told)
    }

    @Test(
        "A purchase in the group, a refund and an action of the operator are decided when all is made that is due"
    )
    func decisions() async throws {
        let first = try await fixture.buy(SubscriptionFixture.silverPlus, "a")
        fixture.time.advance(by: Self.month * 100)
        #expect(try await fixture.buy(SubscriptionFixture.silverPlus).result == .failed(.alreadySubscribed))
        #expect(try count() == 101)
        fixture.time.advance(by: Self.month * 100)
        // The period that is refunded is not the current one, and ends nothing.
        try await fixture.customer.perform(.refund, on: "a")
        #expect(try count() == 201)
        fixture.time.advance(by: Self.month * 100)
        #expect(
            try fixture.store.perform(.cancel, on: #require(first.transactionIdentifier)).status == .active)
        #expect(try count() == 301)
    }

    @Test(
        "A clock that is moved farther than 1000 periods ends the subscription, however far the store had come before",
        .onSQLite)
    func limitAcrossStarts() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: Self.month * 900)
        try stop(atPeriod: 100)
        try? fixture.store.makeDueRenewals()
        try fixture.store.goOn()
        let made = try count()
        #expect((80..<100).contains(made))
        // 900 were wanted, of which some are made; with 150 more it is too far from there.
        fixture.time.advance(by: Self.month * 250)
        let next = try fixture.reopened()
        #expect(try next.subscriptions().map(\.status) == [.expired])
        #expect(try count() == made)
    }

    @Test func `A subscription that cannot be read holds up no other one, and the log says which it is`()
        async throws
    {
        let folder = try TemporaryDirectory()
        let (time, log) = (ManualTime(), Recorder<String>())
        let catalogue = try SubscriptionFixture.catalogue()
        let store = try AppStore(testedIn: folder.path, catalogue: catalogue, time: time.source) {
            log.note([$0])
        }
        let customers = try (0..<5).map { try store.customer("\($0)") }
        for customer in customers { try await customer.buy("a", SubscriptionFixture.gold) }
        try store.database.write {
            try $0.execute(
                "UPDATE subscription SET state = '{}' WHERE account = ?",
                [customers[0].account.identifier.rawValue])
        }
        time.advance(by: .seconds(40 * 86_400))
        try store.makeDueRenewals()
        for customer in customers.dropFirst() {
            #expect(try customer.subscriptions().first?.expires ?? .init(milliseconds: 0) > time.source.now())
        }
        #expect(log.calls.contains { $0.contains(" of the table subscription cannot be read") })
        #expect(throws: StoreAdministrationError.self) { try customers[0].subscriptions() }
    }

    @Test(
        "An account's due subscriptions come by their dates: without a date first, and of two with one date the older",
        arguments: [
            (5, 5, ["news", "gold"]), (5, 6, ["news", "gold"]), (6, 5, ["gold", "news"]),
            (nil, 5, ["news", "gold"]), (5, nil, ["gold", "news"]), (nil, nil, ["news", "gold"]),
        ] as [(Int?, Int?, [ProductIdentifier])])
    func order(news: Int?, gold: Int?, expected: [ProductIdentifier]) async throws {
        // The index of the table has the other group first.
        try await fixture.buy(SubscriptionFixture.news)
        try await fixture.buy(SubscriptionFixture.gold)
        let account = fixture.customer.account.identifier
        let products = try fixture.store.database.write { database in
            for (group, due) in [("NEWS", news), ("KEEPERS", gold)] {
                try database.execute(
                    "UPDATE subscription SET due = ?, isUnpaid = ? WHERE groupIdentifier = ?",
                    [due, true, group])
            }
            return try SubscriptionTable.due(at: Timestamp(milliseconds: .max), of: account, database).map(
                \.product)
        }
        #expect(products == expected)
    }

    @Test func `A server that waits for its turn makes what is due then, not what was due before`()
        async throws
    {
        let (engine, keys, time) = (try SQLiteEngine(), TestKeys(), ManualTime())
        let catalogue = try SubscriptionFixture.catalogue()
        let other = try AppStore(testedOn: engine, keys: keys, catalogue: catalogue, time: time.source)
        let overtaken = OvertakenEngine(engine)
        let store = try AppStore(testedOn: overtaken, keys: keys, catalogue: catalogue, time: time.source)
        try store.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
        let most = Checkout.mostMovesAtOnce
        for index in 0..<2 * most { try await store.customer("\(index)").buy("a", SubscriptionFixture.gold) }
        time.advance(by: Self.month + .seconds(1))
        overtaken.beforeNextWrite.withLock { $0 = { try other.makeDueRenewals(atMost: 1) } }
        try store.makeDueRenewals(atMost: 1)
        #expect(try store.count("purchase WHERE subscription IS NOT NULL") == 4 * most)
    }

    @Test func `The timer makes a long backlog, and then sleeps until the next renewal`() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: Self.month * 300)
        fixture.store.startRenewals()
        await fixture.time.waitForSleepers()
        #expect(try count() == 301)
        #expect(fixture.time.sleeperCount == 1)
    }

    @Test func `Those who wait for what is due do not wait for what falls due meanwhile`() async throws {
        let folder = try TemporaryDirectory()
        let (time, readings) = (ManualTime(), Recorder<Timestamp>())
        // Each look at the clock takes as long as a period, until this one stands: the test must end.
        let mostReadings = 500
        let source = TimeSource(
            now: {
                if readings.calls.count < mostReadings { time.advance(by: .seconds(2)) }
                let now = time.source.now()
                readings.note([now])
                return now
            }, sleep: time.source.sleep)
        let store = try AppStore(
            testedIn: folder.path, catalogue: SubscriptionFixture.catalogue(), time: source)
        try store.set { $0.timeRate = .oneRenewalEveryTwoSeconds }
        try await store.embeddedSession().buy("a", SubscriptionFixture.gold)
        #expect(try store.subscriptions().map(\.status) == [.active])
        #expect(readings.calls.count < mostReadings)
        readings.forget()
        try store.set { $0.timeRate = .realTime }
        #expect(readings.calls.count < mostReadings)
    }
}

/// A database in which something happens before a write has its turn.
private final class OvertakenEngine: DatabaseEngine {
    /// Happens before the next write.
    let beforeNextWrite = Mutex<(@Sendable () throws -> Void)?>(nil)
    private let engine: SQLiteEngine

    init(_ engine: SQLiteEngine) { self.engine = engine }

    var name: String { engine.name }
    var isShared: Bool { engine.isShared }

    func read<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        try engine.read(body)
    }

    func rows(_ read: StoreRead) throws -> [StoreRow] { try engine.rows(read) }

    @discardableResult
    func write<Value>(
        about subject: WriteSubject?, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value {
        let work = beforeNextWrite.withLock { work in
            defer { work = nil }
            return work
        }
        try work?()
        return try engine.write(about: subject, body)
    }

    func writeTogether<Value: Sendable>(
        about subject: WriteSubject?, reading reads: @autoclosure () -> [StoreRead],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await engine.writeTogether(about: subject, reading: reads(), body)
    }

    func watch(onCommit: @escaping @Sendable () -> Void) -> any Sendable {
        engine.watch(onCommit: onCommit)
    }
}
