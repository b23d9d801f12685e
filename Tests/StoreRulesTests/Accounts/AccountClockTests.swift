import StoreModel
import StoreSQLite
import TestSupport
import Testing

@testable import StoreRules

#if AppleServices
@testable import AppleServices
#endif

/// Clocks that belong to one account: half a minute is a month.
@Suite("The clock of an account", .timeLimit(.minutes(5)))
struct AccountClockTests {
    private static let month: Int64 = 30_000
    private let fixture: SubscriptionFixture
    private let store: AppStore
    private let jane: Account
    private let joe: Account

    init() async throws {
        fixture = try SubscriptionFixture()
        store = fixture.store
        (jane, _) = try await store.createAccount(name: "jane", password: "bananas for ever")
        (joe, _) = try await store.createAccount(name: "joe", password: "bananas for ever")
    }

    private func session(_ account: Account, at store: AppStore? = nil) -> AccountSession {
        AccountSession(store: store ?? self.store, account: account)
    }

    @discardableResult
    private func move(
        _ account: Account, by milliseconds: Int64 = 0, isFrozen: Bool? = nil
    ) throws -> AccountClock {
        try store.moveClock(of: account.identifier.rawValue, by: milliseconds, isFrozen: isFrozen)
    }

    private var now: Timestamp { fixture.time.source.now() }

    /// The payloads of the account's transactions, oldest first.
    private func payloads(_ account: Account) throws -> [TransactionPayload] {
        try store.payloads(of: account.identifier)
    }

    private func status(_ account: Account) throws -> SubscriptionSummary {
        try #require(try store.subscriptions(of: account.identifier).first)
    }

    @Test func `dates what the account buys, and nobody else's`() async throws {
        #expect(try store.clock(of: "jane").isOwn == false)
        let clock = try move(jane, by: 1_000_000, isFrozen: true)
        let date = now.milliseconds + 1_000_000
        #expect(clock.isOwn && clock.date.milliseconds == date && clock.frozenAt?.milliseconds == date)
        fixture.time.advance(by: .seconds(5))
        #expect(try store.clock(of: jane.identifier.rawValue).date.milliseconds == date)
        for account in [jane, joe] {
            let session = session(account)
            try await session.buy("banana", "banana")
            try await session.buy("silver.plus", SubscriptionFixture.silverPlus)
            let (expected, receipt) = (account == jane ? date : now.milliseconds, try session.receipt())
            for payload in try payloads(account) {
                let (bought, end) = (payload.purchaseDate.milliseconds, payload.expiresDate?.milliseconds)
                #expect(bought == expected && payload.signedDate == payload.purchaseDate)
                #expect(end == nil || end == expected + Self.month)
            }
            let answer = store.verifyReceipt(
                Array(#"{"receipt-data": "\#(receipt)", "password": "\#(store.sharedSecret)"}"#.utf8),
                at: .sandbox)
            let json = String(decoding: answer.json, as: UTF8.self)
            #expect(json.contains(#""receipt_creation_date_ms":"\#(expected / 1000 * 1000)""#), "\(json)")
            #expect(json.contains(#""request_date_ms":"\#(expected)""#), "\(json)")
        }
        // Sessions and numbers follow the machine's clock.
        let numbers = try payloads(jane).compactMap { PurchaseRecord.number(of: $0.transactionId) }
        #expect(numbers.allSatisfy(StoreNumber.given(by: now.advanced(by: .seconds(1))).contains))
    }

    @Test func `dates the answer about its receipts, even if they have no subscription`() async throws {
        try move(jane, by: 1_000_000, isFrozen: true)
        for (account, date) in [(jane, now.milliseconds + 1_000_000), (joe, now.milliseconds)] {
            let session = session(account)
            try await session.buy("banana", "banana")
            let receipt = try session.receipt()
            let answer = store.verifyReceipt(Array(#"{"receipt-data": "\#(receipt)"}"#.utf8), at: .sandbox)
            #expect(String(decoding: answer.json, as: UTF8.self).contains(#""request_date_ms":"\#(date)""#))
        }
    }

    #if AppleServices
    @Test func `renews, and tells, by itself`() async throws {
        try store.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:9/"), in: .sandbox)
        for account in [jane, joe] { try await session(account).buy("a", SubscriptionFixture.silverPlus) }
        try move(jane, by: 3 * Self.month)
        #expect(try payloads(jane).count == 4 && payloads(joe).count == 1)
        #expect(try status(jane).expires.milliseconds == now.milliseconds + 4 * Self.month)
        // Each is due at once, with the date of the account.
        let due = try store.database.read {
            try NotificationTable.due(in: .sandbox, at: store.date($0), limit: 100, $0)
        }
        #expect(due.map(\.type) == ["SUBSCRIBED", "SUBSCRIBED", "DID_RENEW", "DID_RENEW", "DID_RENEW"])
        try #require(due.count == 5)
        let renewal = try JSONValue(signed: due[4].signed)
        #expect(renewal["signedDate"] == .number(now.milliseconds + 3 * Self.month))
        // The store's clock moves only joe, whose subscription is now as far as jane's was.
        try store.set { $0.clockOffsetMilliseconds = 2 * Self.month }
        #expect(try payloads(jane).count == 4 && payloads(joe).count == 3)
        // Back under the store's clock nothing is undone, and nothing comes twice.
        #expect(try store.removeClock(of: "jane").isOwn == false)
        #expect(try payloads(jane).count == 4)
        try store.set { $0.clockOffsetMilliseconds = 5 * Self.month }
        #expect(try payloads(jane).count == 6 && payloads(joe).count == 6)
        try expectNoGap(between: payloads(jane))
    }
    #endif

    @Test func `that is stopped lets nothing happen until it goes on`() async throws {
        try await session(jane).buy("a", SubscriptionFixture.silverPlus)
        try move(jane, isFrozen: true)
        fixture.time.advance(by: .seconds(100))
        try store.makeDueRenewals()
        #expect(try payloads(jane).count == 1)
        try move(jane, isFrozen: false)
        #expect(try payloads(jane).count == 1)
        fixture.time.advance(by: .milliseconds(Self.month))
        try store.makeDueRenewals()
        #expect(try payloads(jane).count == 2)
    }

    @Test func `leads through billing retry, grace and price consent`() async throws {
        try store.set { $0.allowsGracePeriod = true }
        for account in [jane, joe] { try await session(account).buy("a", SubscriptionFixture.silverPlus) }
        let original = try status(jane).originalTransactionIdentifier
        _ = try store.perform(.breakBilling, on: original)
        try move(jane, by: Self.month)
        #expect(try status(jane).status == .gracePeriod)
        try move(jane, by: Self.month / 2)
        #expect(try status(jane).status == .billingRetry)
        #expect(try store.perform(.fixBilling, on: original).status == .active)
        _ = try store.perform(.requestPriceConsent, on: original)
        try move(jane, by: Self.month)
        #expect(try status(jane).status == .expired)
        #expect(try status(joe).status == .active && payloads(joe).count == 1)
    }

    @Test func `is followed by the timer, which sleeps until then, and does not run if nothing is due`()
        async throws
    {
        store.startRenewals()
        try move(jane, by: -86_400_000)
        try fixture.expectNothingDue()
        try await session(jane).buy("a", SubscriptionFixture.silverPlus)
        try await session(joe).buy("a", SubscriptionFixture.silverPlus)
        try move(joe, isFrozen: true)
        let (ann, _) = try await store.createAccount(name: "ann", password: "bananas for ever")
        try move(ann, by: 86_400_000, isFrozen: true)
        try await session(ann).buy("a", SubscriptionFixture.silverPlus)
        for count in 2...4 {
            await fixture.time.waitForSleepers(1)
            fixture.time.advance(by: .milliseconds(Self.month))
            while try payloads(jane).count < count { try await pause() }
        }
        #expect(try payloads(joe).count == 1 && payloads(ann).count == 1)
        // Under a clock that stands still, nothing will ever be due.
        try move(jane, isFrozen: true)
        try await fixture.waitUntilNothingIsDue()
    }

    @Test(
        "moved at two servers while renewals run, at each start and back again: each period is there once",
        arguments: [1, 2, 3, 4] as [UInt64])
    func randomMoves(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for account in [jane, joe] { try await session(account).buy("a", SubscriptionFixture.silverPlus) }
        for _ in 0..<25 {
            let (one, other) = (try fixture.reopened(), try fixture.reopened())
            let step = Int64.random(in: -50_000...80_000, using: &random)
            let isFrozen = Bool.random(using: &random)
            let removes = Int.random(in: 0..<4, using: &random) == 0
            let movesStore = Int.random(in: 0..<4, using: &random) == 0
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    _ =
                        try removes
                        ? one.removeClock(of: "jane")
                        : one.moveClock(of: "jane", by: step, isFrozen: isFrozen)
                }
                group.addTask { try other.makeDueRenewals() }
                group.addTask { if movesStore { try other.set { $0.clockOffsetMilliseconds += step } } }
                group.addTask { _ = try await session(jane, at: other).unsettledPurchases(including: []) }
                try await group.waitForAll()
            }
            fixture.time.advance(by: .milliseconds(Int.random(in: 0...20_000, using: &random)))
        }
        try store.makeDueRenewals()
        for account in [jane, joe] {
            let payloads = try payloads(account)
            expectNoGap(between: payloads)
            #expect(Set(payloads.map(\.transactionId)).count == payloads.count)
            let clock = try store.clock(of: account.identifier.rawValue)
            #expect(try #require(payloads.last?.expiresDate) > clock.date)
            #expect(try status(account).status == .active)
        }
        #expect(try store.audit().findings == [])
    }

    @Test func `is not put in force for others by what its account does`() async throws {
        try move(jane, by: 1_000_000)
        try store.set { $0.nextFailure = .paymentNotAllowed }
        try await session(jane).buy("a", "banana")
        let settings = try store.settings()
        #expect(settings.nextFailure == nil && settings.clockOffsetMilliseconds == 0)
    }

    @Test func `is moved by the account's scenarios in the place of the store's`() throws {
        try move(jane, by: 1_000_000)
        let run = try store.start(.renewal, of: "jane", with: SubscriptionFixture.silverPlus, doingAll: true)
        #expect(run.isOver)
        #expect(try store.settings().clockOffsetMilliseconds == 0)
        #expect(try store.clock(of: "jane").clockOffsetMilliseconds > 1_000_000)
        #expect(try run.done.last?.date == store.clock(of: "jane").date)
    }

    @Test func `goes so far and no farther, and belongs to somebody`() throws {
        try move(jane, by: 5)
        let far = StoreSettings.clockOffsets
        for step in [far.upperBound, far.lowerBound - 6, .max, .min] {
            #expect(throws: AccountClockRefusal.tooFar) { try move(jane, by: step) }
        }
        // At that time no certificate is valid.
        for isFrozen in [true, false] {
            #expect(throws: AccountClockRefusal.tooFar) {
                try move(jane, by: far.upperBound - 5, isFrozen: isFrozen)
            }
        }
        #expect(try store.clock(of: "jane").clockOffsetMilliseconds == 5)
        for account in ["nobody", ""] {
            #expect(throws: AccountClockRefusal.noAccount) { try store.clock(of: account) }
            #expect(throws: AccountClockRefusal.noAccount) {
                try store.moveClock(of: account, by: 1, isFrozen: nil)
            }
            #expect(throws: AccountClockRefusal.noAccount) { try store.removeClock(of: account) }
        }
        // The clock goes with its account.
        try store.database.write { try AccountTable.remove(jane.identifier, $0) }
        #expect(try store.database.read { try SettingsTable.state($0).hasAccountClocks } == false)
    }

    @Test func `is copied with the store`() throws {
        let clock = try move(jane, by: 1_000_000, isFrozen: true)
        let (engine, keys) = (try SQLiteEngine(), TestKeys())
        try StoreCopy(from: (store.database, store.keys), to: (engine, keys)).run { _, _ in }
        let copy = try AppStore(
            testedOn: engine, keys: keys, catalogue: SubscriptionFixture.catalogue(),
            time: fixture.time.source)
        #expect(try copy.clock(of: "jane") == clock)
    }

    @Test(
        "No question about what is due on clocks of accounts looks at all subscriptions", .onSQLite,
        arguments: [SubscriptionTable.dueOfOwnClocks, SubscriptionTable.nextDueOfOwnClocks])
    func plans(sql: String) throws {
        let plan = try store.plan(sql)
        #expect(plan.contains { $0.contains("SEARCH subscription") }, "\(plan)")
    }
}
