import FileSystem
import StoreDatabase
import StoreModel
import StoreSQLite
import StoreSigning
import TestSupport
import Testing

@testable import StoreEngine

/// Many periods that are due at once: because nothing ran, or because the clock was moved.
@Suite struct BacklogTests {
    private static let month = SubscriptionFixture.month

    private func count(_ fixture: SubscriptionFixture) throws -> Int {
        try fixture.store.count("purchase WHERE subscription IS NOT NULL")
    }

    /// A store that can write no more than so many periods, as one that is ended then.
    private func stop(_ fixture: SubscriptionFixture, atPeriod period: Int) throws {
        try fixture.store.database.write {
            try $0.execute(
                """
                CREATE TRIGGER stop BEFORE INSERT ON purchase WHEN NEW.period = \(period)
                BEGIN SELECT RAISE(ABORT, 'stopped'); END
                """)
        }
    }

    private func goOn(_ fixture: SubscriptionFixture) throws {
        try fixture.store.database.write { try $0.execute("DROP TRIGGER stop") }
    }

    @Test(
        "What is made of a long backlog stays made where the store stops in the middle, and the next start goes on from there",
        .onSQLite
    )
    func progress() async throws {
        let fixture = try SubscriptionFixture()
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: Self.month * 300)
        try stop(fixture, atPeriod: 200)
        try? fixture.store.makeDueRenewals()
        #expect((180..<200).contains(try count(fixture)))
        try goOn(fixture)
        let next = try fixture.reopened()
        #expect(try next.subscriptions().map(\.status) == [.active])
        #expect(try count(fixture) == 301)
        let periods = try fixture.periods()
        for (period, next) in zip(periods, periods.dropFirst()) { #expect(period.expiresDate == next.purchaseDate) }
    }

    @Test func `A customer's request makes a few periods of a long backlog, and waits for no more`() async throws {
        let fixture = try SubscriptionFixture()
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: Self.month * 300)
        #expect(try await fixture.buy("banana").state == "purchased")
        #expect((2..<30).contains(try count(fixture)))
        let before = try count(fixture)
        let unsettled = try await fixture.customer.unsettledPurchases(including: [])
        #expect((before + 1..<before + 30).contains(try count(fixture)))
        // What is told is as far as the store is: each period after the one before, none twice.
        let told = try unsettled.compactMap(\.signed).map(TransactionSigner.payload).filter { $0.expiresDate != nil }
        #expect(told.count == (try count(fixture)))
        for (period, next) in zip(told, told.dropFirst()) { #expect(period.expiresDate == next.purchaseDate) }
    }

    @Test("A purchase in the group, a refund and an action of the operator are decided when all is made that is due")
    func decisions() async throws {
        let fixture = try SubscriptionFixture()
        let first = try await fixture.buy(SubscriptionFixture.silverPlus, "a")
        fixture.time.advance(by: Self.month * 100)
        #expect(try await fixture.buy(SubscriptionFixture.silverPlus).result == .failed(.alreadySubscribed))
        #expect(try count(fixture) == 101)
        fixture.time.advance(by: Self.month * 100)
        // The period that is refunded is not the current one, and ends nothing.
        try await fixture.customer.perform(.refund, on: "a")
        #expect(try count(fixture) == 201)
        fixture.time.advance(by: Self.month * 100)
        #expect(try fixture.store.perform(.cancel, on: #require(first.transactionIdentifier)).status == .active)
        #expect(try count(fixture) == 301)
    }

    @Test(
        "A clock that is moved farther than 1000 periods ends the subscription, however far the store had come before",
        .onSQLite)
    func limitAcrossStarts() async throws {
        let fixture = try SubscriptionFixture()
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: Self.month * 900)
        try stop(fixture, atPeriod: 100)
        try? fixture.store.makeDueRenewals()
        try goOn(fixture)
        let made = try count(fixture)
        #expect((80..<100).contains(made))
        // 900 were wanted, of which some are made; with 150 more it is too far from there.
        fixture.time.advance(by: Self.month * 250)
        let next = try fixture.reopened()
        #expect(try next.subscriptions().map(\.status) == [.expired])
        #expect(try count(fixture) == made)
    }

    @Test func `A subscription that cannot be read holds up no other one, and the log says which it is`() async throws {
        let folder = try TemporaryDirectory()
        let (time, log) = (ManualTime(), Lines())
        let catalogue = try SubscriptionFixture.catalogue()
        let store = try AppStore(testedIn: folder.path, catalogue: catalogue, time: time.source) { log.add($0) }
        let customers = try (0..<5).map { try store.customer("\($0)", device: "d") }
        for customer in customers { try await customer.buy("a", SubscriptionFixture.gold) }
        try store.database.write {
            try $0.execute(
                "UPDATE subscription SET state = '{}' WHERE account = ?", [customers[0].account.identifier.rawValue])
        }
        time.advance(by: .seconds(40 * 86_400))
        try store.makeDueRenewals()
        for customer in customers.dropFirst() {
            #expect(try customer.subscriptions().first?.expires ?? .init(milliseconds: 0) > time.source.now())
        }
        #expect(log.all.contains { $0.contains(" of the table subscription cannot be read") })
        #expect(throws: StoreAdministrationError.self) { try customers[0].subscriptions() }
    }

    @Test func `The timer makes a long backlog, and then sleeps until the next renewal`() async throws {
        let fixture = try SubscriptionFixture()
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: Self.month * 300)
        fixture.store.startRenewals()
        await fixture.time.waitForSleepers()
        #expect(try count(fixture) == 301)
        #expect(fixture.time.sleeperCount == 1)
    }
}
