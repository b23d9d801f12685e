import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// Many subscriptions that wait for their money.
@Suite(.timeLimit(.minutes(5))) struct UnpaidTests {
    private let folder: TemporaryDirectory
    private let time = ManualTime()
    private let store: AppStore

    init() throws {
        folder = try TemporaryDirectory()
        store = try AppStore(
            testedIn: folder.path, catalogue: SubscriptionFixture.catalogue(), time: time.source)
    }

    private func reopened(without product: ProductIdentifier? = nil) throws -> AppStore {
        try AppStore(
            testedIn: folder.path, catalogue: SubscriptionFixture.catalogue(without: product),
            time: time.source)
    }

    /// So many customers whose first renewal was not paid.
    private func unpaid(_ count: Int) async throws {
        for number in 0..<count { try await store.customer("\(number)").buy("a", SubscriptionFixture.gold) }
        try store.set { $0.failsRenewals = true }
        time.advance(by: .seconds(32 * 86_400))
        #expect(try statuses() == [.billingRetry: count])
    }

    private func statuses() throws -> [SubscriptionStatus: Int] {
        try store.makeDueRenewals()
        return try kept()
    }

    private func kept() throws -> [SubscriptionStatus: Int] {
        try store.database.read { try SubscriptionTable.all($0) }.reduce(into: [:]) {
            $0[$1.status, default: 0] += 1
        }
    }

    private func forbidWrites(when condition: String = "1") throws {
        try store.stop(at: "UPDATE ON subscription WHEN \(condition)")
    }

    @Test(
        "Settings that do not concern them, and time before they are due, neither write nor visit them",
        .onSQLite)
    func untouched() async throws {
        try await unpaid(30)
        // A visit would fail: nothing in these rows can be read.
        let states = try store.database.write { database in
            let states = try database.rows("SELECT original, state FROM subscription")
            try database.execute("UPDATE subscription SET state = '{}'")
            return states
        }
        try forbidWrites()
        try store.set { $0.asksToBuy = true }
        time.advance(by: .seconds(86_400))
        try store.makeDueRenewals()
        try store.goOn()
        try store.database.write { database in
            for row in states {
                try database.execute(
                    "UPDATE subscription SET state = ? WHERE original = ?",
                    [row["state"] as String, row["original"] as Int64])
            }
        }
        try store.set { $0.failsRenewals = false }
        #expect(try statuses() == [.active: 30])
    }

    @Test(
        "When renewals succeed again all are paid, once each, even if the store stops in the middle",
        .onSQLite)
    func paidAgain() async throws {
        try await unpaid(60)
        try forbidWrites(
            when: "NEW.original > (SELECT original FROM subscription ORDER BY original LIMIT 1 OFFSET 39)")
        try store.set { $0.failsRenewals = false }
        // Those that cannot be written are passed over, and the others are not.
        #expect(try kept() == [.active: 40, .billingRetry: 20])
        try store.goOn()
        // The next start looks at all those that are left.
        let next = try reopened()
        next.startRenewals()
        await time.waitForSleepers()
        #expect(try kept() == [.active: 60])
        #expect(try store.count("purchase WHERE subscription IS NOT NULL") == 120)
    }

    @Test func `A few steps pay a few of them; whoever comes next goes on from there`() async throws {
        try await unpaid(45)
        var settings = try store.settings()
        settings.failsRenewals = false
        try store.database.write {
            try UnpaidCheckTable.begin($0)
            try SettingsTable.set(settings, $0)
        }
        try store.makeDueRenewals(atMost: 11)
        #expect(try kept() == [.active: 20, .billingRetry: 25])
        try reopened().makeDueRenewals(atMost: 11)
        #expect(try kept() == [.active: 40, .billingRetry: 5])
        #expect(try statuses() == [.active: 45])
        #expect(try store.database.read(UnpaidCheckTable.current) == nil)
    }

    @Test(
        "Those whose own means of payment fails are not written, and are paid when that is mended", .onSQLite)
    func ownTrouble() async throws {
        try await unpaid(3)
        let all = try store.subscriptions()
        try store.database.write { database in
            guard var subscription = try SubscriptionTable.all(database).first else { return }
            subscription.hasBillingProblem = true
            try SubscriptionTable.save(subscription, database)
        }
        try forbidWrites(when: "NEW.original = (SELECT min(original) FROM subscription)")
        try store.set { $0.failsRenewals = false }
        #expect(try statuses() == [.active: 2, .billingRetry: 1])
        try store.goOn()
        let mended = try store.perform(.fixBilling, on: #require(all.first).originalTransactionIdentifier)
        #expect(mended.status == .active)
    }

    @Test func `A customer who mends it is paid for while the renewals of all others go on failing`()
        async throws
    {
        try await unpaid(3)
        let all = try store.subscriptions()
        let mended = try store.perform(.fixBilling, on: #require(all.last).originalTransactionIdentifier)
        #expect(mended.status == .active)
        #expect(try statuses() == [.active: 1, .billingRetry: 2])
        #expect(throws: StoreAdministrationError.invalidAction) {
            try store.perform(.fixBilling, on: mended.originalTransactionIdentifier)
        }
    }

    @Test func `A catalogue without the product ends them at the next start, although no date has come`()
        async throws
    {
        try await unpaid(15)
        let next = try reopened(without: SubscriptionFixture.gold)
        next.startRenewals()
        while try kept() != [.expired: 15] { try await pause() }
    }

    @Test func `The settings of a catalogue that let renewals succeed again pay them`() async throws {
        try await unpaid(3)
        // As if the settings had come with a file.
        try store.database.write { try SettingsTable.setAdopted(try SettingsTable.settings($0), $0) }
        try store.adoptSettings()
        #expect(try statuses() == [.active: 3])
    }

    @Test(
        "No question about what is due looks at all subscriptions", .onSQLite,
        arguments: [
            (SubscriptionTable.dueOfEverybody(), "subscriptionDue"),
            (SubscriptionTable.nextDue, "subscriptionDue"),
            (SubscriptionTable.unpaidOfEverybody, "subscriptionUnpaid"),
            (SubscriptionTable.dueOfAccount, "sqlite_autoindex_subscription_1"),
        ])
    func plans(sql: String, index: String) throws {
        let plan = try store.plan(sql)
        #expect(plan.contains { $0.contains("SEARCH subscription") && $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }
}
