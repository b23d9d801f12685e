import StoreCatalogue
import StoreDatabase
import StoreModel
import StoreSQLite
import TestSupport
import Testing

@testable import StoreEngine

/// A store with a purchase and one that waits for approval, and an earlier copy of it.
@Suite("A store that is copied again", .timeLimit(.minutes(5)))
struct StoreCopyTests {
    private let fixture: StoreFixture
    private let place: StoreCopy.Place

    init() async throws {
        fixture = try await StoreFixture()
        place = try Self.emptyPlace(fixture)
        try await fixture.buy("paid")
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("asked")
        try await fixture.set { $0.asksToBuy = false }
        try copy()
    }

    private static func emptyPlace(_ fixture: StoreFixture) throws -> StoreCopy.Place {
        (try SQLiteEngine(), TestKeys())
    }

    private var store: AppStore { fixture.store.store }

    private func copy(_ store: AppStore? = nil, to place: StoreCopy.Place? = nil) throws {
        let store = store ?? self.store
        try StoreCopy(from: (store.database, store.keys), to: place ?? self.place).run { _, _ in }
    }

    /// The store at the target, as a server there has it.
    private func copied() throws -> AppStore {
        try AppStore(
            database: place.database, keys: place.keys, catalogue: .bundled(), application: WantedApplication(),
            time: fixture.time.source, passwordRounds: 2)
    }

    /// All rows of the target's accounts and purchases.
    private func rows() throws -> [[StoreValue]] {
        try place.database.read { database in
            try ["account", "purchase"].flatMap { try database.rows("SELECT * FROM \($0) ORDER BY number") }
                .map(\.values)
        }
    }

    /// What happens to one of the two stores after the copy.
    enum Change: String, CaseIterable {
        case approved, declined, refunded, finished, bought, signedUp

        func happen(at store: AppStore) async throws {
            let session = try store.embeddedSession()
            switch self {
            case .approved: try await session.perform(.approve, on: "asked" as IdempotencyKey)
            case .declined: try await session.perform(.decline, on: "asked" as IdempotencyKey)
            case .refunded: try await session.perform(.refund, on: "paid" as IdempotencyKey)
            case .finished:
                let paid = try await session.buy("paid")
                try await session.finish(#require(paid.transactionIdentifier))
            case .bought: try await session.buy("more")
            case .signedUp: _ = try await store.createAccount(name: "ada", password: "correct horse")
            }
        }
    }

    @Test("is not copied over what has happened at the target since", arguments: Change.allCases)
    func targetAhead(change: Change) async throws {
        try await change.happen(at: copied())
        let before = try rows()
        #expect(throws: StoreCopy.Failure.hasSoldMore(place.database.name)) { try copy() }
        // Nor where more has happened at the source.
        try await fixture.buy("other")
        #expect(throws: StoreCopy.Failure.hasSoldMore(place.database.name)) { try copy() }
        #expect(try rows() == before)
    }

    @Test("brings what has happened at the source since, as often as it is copied", arguments: Change.allCases)
    func sourceAhead(change: Change) async throws {
        try copy()
        try await change.happen(at: store)
        for _ in 1...2 { try copy() }
        #expect(try copied().audit() == store.audit())
        #expect(try copied().allAccounts() == store.allAccounts())
    }

    @Test func `brings refunds and moves to another device of what was finished, and forgets what the store forgot`()
        async throws
    {
        func device(_ name: String) -> AccountSession {
            AccountSession(store: store, account: fixture.store.account, device: name)
        }
        for (session, key) in [(fixture.store, "paid"), (device("old"), "old")] as [(AccountSession, IdempotencyKey)] {
            let outcome = try await session.buy(key)
            try await session.finish(#require(outcome.transactionIdentifier))
        }
        let guest = try #require(VisitorName(rawValue: "guest-0b5b4d7c-1f0e-4f6e-9d46-000000000001"))
        _ = try await store.admit(guest)
        try copy()
        #expect(try copied().allAccounts().count == 2)
        try await fixture.store.perform(.refund, on: "paid" as IdempotencyKey)
        try await device("new").takeOver(from: "old")
        fixture.time.advance(by: .seconds(2 * 86_400))
        try store.clean()
        try copy()
        #expect(try copied().audit() == store.audit())
        #expect(try copied().allAccounts().count == 1)
    }

    @Test("is compared as far as it goes", arguments: [1, 1000, 1001, 2500] as [Int64])
    func manyPurchases(number: Int64) throws {
        try store.database.write { database in
            try database.execute(
                """
                WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
                INSERT INTO purchase (number, account, key, product, quantity, status, isFinished)
                SELECT n, identifier, 'key ' || n, 'banana', 1, 'failed', 0 FROM numbers CROSS JOIN account
                """)
        }
        for _ in 1...2 { try copy() }
        try store.database.write { try $0.execute("DELETE FROM purchase WHERE number = ?", [number]) }
        #expect(throws: StoreCopy.Failure.hasSoldMore(place.database.name)) { try copy() }
    }

    @Test func `leaves no keys where it was interrupted: another store may be copied there`() async throws {
        let place = try Self.emptyPlace(fixture)
        try place.database.write {
            try $0.execute("CREATE TRIGGER stop BEFORE INSERT ON purchase BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        }
        #expect(throws: (any Error).self) { try copy(to: place) }
        #expect(try place.keys.key(named: "store-signing") == nil)
        try place.database.write { try $0.execute("DROP TRIGGER stop") }
        let other = try await StoreFixture()
        try copy(other.store.store, to: place)
        #expect(throws: StoreCopy.Failure.anotherStore(place.database.name)) { try copy(to: place) }
    }
}
