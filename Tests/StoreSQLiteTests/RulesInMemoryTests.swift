import StoreModel
import StoreSQLite
import TestSupport
import Testing

@testable import StoreRules

/// The store's rules without a file: a database and keys in memory.
@Suite("A store in memory", .timeLimit(.minutes(5)))
struct RulesInMemoryTests {
    private let time = ManualTime()
    private let store: AppStore
    private let customer: AccountSession

    init() throws {
        let json = """
            {"version": {}, "products": [
              {"productID": "banana", "type": "Consumable", "displayPrice": "1"}],
             "subscriptionGroups": [{"id": "KEEPERS", "name": "Keepers", "subscriptions": [
              {"productID": "gold", "type": "RecurringSubscription", "displayPrice": "9.99", "groupNumber": 1,
               "recurringSubscriptionPeriod": "P1M"}]}]}
            """
        store = try AppStore(
            database: SQLiteEngine(), keys: TestKeys(),
            catalogue: Catalogue(json), application: WantedApplication(),
            time: time.source)
        customer = try store.embeddedSession()
        try store.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
    }

    @Test func `renews, and tells those who listen without a file that they could watch`() async throws {
        try await customer.buy("a", "gold")
        var updates = customer.updates().makeAsyncIterator()
        time.advance(by: .seconds(31))
        try store.makeDueRenewals()
        #expect(await updates.next() == .accountChanged(revision: 2))
        #expect(try store.purchases().count == 2)
    }

    @Test func `tells those who listen of what they did themselves`() async throws {
        var updates = customer.updates().makeAsyncIterator()
        let bought = try await customer.buy("a", "banana")
        #expect(await updates.next() == .accountChanged(revision: 1))
        try await customer.finish(#require(bought.finished))
        #expect(await updates.next() == .accountChanged(revision: 2))
        let use = Use(
            id: UseIdentifier(rawValue: "00000000-0000-7000-8000-000000000001"), of: "banana", amount: 1,
            date: time.source.now())
        #expect(try await customer.use(use) == customer.use(use))
        #expect(await updates.next() == .accountChanged(revision: 3))
    }
}
