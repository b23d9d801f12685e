import StoreModel
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreRules

/// A store with a purchase, a subscription and a payment that waits for approval, and an earlier copy of it.
/// All copies are made two rows at a time, so that most have more rows than that.
@Suite("A store that is copied again", .timeLimit(.minutes(5)))
struct StoreCopyTests {
    private let fixture: StoreFixture
    private let place: StoreCopy.Place

    init() async throws {
        fixture = try await StoreFixture()
        place = try Self.emptyPlace(fixture)
        try await fixture.buy("paid")
        try await fixture.store.buy("owned", .sepia)
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("asked")
        try await fixture.set { $0.asksToBuy = false }
        try await fixture.store.buy("subscribed", MonkeyCredits.monthlyBunch)
        let store = fixture.store.store
        let eve = try store.customer("eve").account
        try Change.signIn(eve, Change.token, at: store)
        _ = try store.customer("joe")
        try copy()
    }

    private static func emptyPlace(_ fixture: StoreFixture) throws -> StoreCopy.Place {
        (try SQLiteEngine(), TestKeys())
    }

    private var store: AppStore { fixture.store.store }

    @discardableResult
    private func copy(
        _ store: AppStore? = nil, to place: StoreCopy.Place? = nil
    ) throws -> StoreCopy.Outcome {
        let store = store ?? self.store
        return try Self.copy(from: (store.database, store.keys), to: place ?? self.place)
    }

    @discardableResult
    private static func copy(
        from source: StoreCopy.Place, to target: StoreCopy.Place
    ) throws -> StoreCopy.Outcome {
        var copy = StoreCopy(from: source, to: target)
        copy.limits = (inserted: 2, read: 2)
        return try copy.run { _, _ in }
    }

    /// The store at the target, as a server there opens it.
    private func copied() throws -> AppStore {
        try AppStore(testedOn: place.database, keys: place.keys, time: fixture.time.source)
    }

    /// Something that happens to one of the two stores after the copy.
    enum Change: String, CaseIterable {
        case approved, declined, refunded, finished, bought, used, signedUp, cancelled, clocked, asked, set
        case takenAway, grantedAgain, signedIn, signedOut

        /// The token of another account's session.
        static let token = SessionToken(rawValue: "token")
        /// Of a session of a third account.
        private static let laterToken = SessionToken(rawValue: "later token")
        private static let use = UseIdentifier(rawValue: "00000000-0000-7000-8000-000000000001")

        static func signIn(_ account: Account, _ token: SessionToken, at store: AppStore) throws {
            try store.database.write {
                try SessionTable.insert(token, of: account.identifier, created: store.time.now(), $0)
            }
        }

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
            case .used:
                let use = Use(id: Self.use, amount: 1, date: Timestamp(milliseconds: 1))
                #expect(try await session.use(use).result != .taken)
            case .signedUp: _ = try await store.createAccount(name: "ada", password: "correct horse")
            case .cancelled:
                let subscription = try #require(try session.subscriptions().first)
                _ = try session.perform(.cancel, on: subscription.originalTransactionIdentifier)
            case .clocked:
                _ = try store.moveClock(of: session.account.identifier.rawValue, by: 60_000, isFrozen: nil)
            case .asked:
                let paid = try #require(try await session.buy("paid").transactionIdentifier)
                try store.requestRefund(of: paid, because: .unsatisfied)
            case .set: try store.set { $0.delayMilliseconds = 5 }
            case .takenAway: try await session.perform(.refund, on: "owned" as IdempotencyKey)
            case .grantedAgain: try await session.buy("again", .sepia)
            case .signedIn:
                let joe = try #require(try store.allAccounts().first { $0.name == "joe" })
                try Self.signIn(joe, Self.laterToken, at: store)
            case .signedOut: try await store.signOut(Self.token)
            }
        }

        /// Whether the store shows that it has happened.
        func hasHappened(at store: AppStore) throws -> Bool {
            let session = try store.embeddedSession()
            let purchases = try store.purchases(limit: 100)
            func status(of key: IdempotencyKey) -> PurchaseStatus? {
                purchases.first { $0.key == key }?.status
            }
            return switch self {
            case .approved: status(of: "asked") == .purchased
            case .declined: status(of: "asked") == .failed
            case .refunded: status(of: "paid") == .revoked
            case .finished:
                try store.database.read {
                    try store.purchaseTable.find("paid", of: session.account.identifier, $0)
                }?
                .isFinished == true
            // It was bought on both sides, so one goes back, once.
            case .bought: purchases.count { $0.key == "more" && $0.status == .purchased } == 1
            case .used:
                try store.database.read {
                    try UseTable.find(Self.use, of: session.account.identifier, $0)
                } != nil
            case .signedUp: try store.allAccounts().contains { $0.name == "ada" }
            case .cancelled: try session.subscriptions().contains { !$0.isAutoRenewing }
            case .clocked: try store.clock(of: session.account.identifier.rawValue).isOwn
            case .asked:
                try store.database.read {
                    try store.purchaseTable.find("paid", of: session.account.identifier, $0)
                }?
                .refundRequest == .unsatisfied
            case .set: try store.settings().delayMilliseconds == 5
            case .takenAway: status(of: "owned") == .revoked
            // The audit looks whether it has followed the purchase that it repeats.
            case .grantedAgain: status(of: "again") != nil
            case .signedIn: try store.session(for: Self.laterToken, device: nil) != nil
            case .signedOut: try store.session(for: Self.token, device: nil) == nil
            }
        }
    }

    private func copyBack() throws {
        try Self.copy(from: place, to: (store.database, store.keys))
    }

    @Test(
        "has what happened at either side after a copy there and back, as often as it is copied",
        arguments: Change.allCases, Change.allCases)
    func bothWent(here: Change, there: Change) async throws {
        // The first decision about a request counts.
        if here != there, [here, there].allSatisfy({ [.approved, .declined].contains($0) }) { return }
        try await here.happen(at: store)
        if here != there || [.bought, .used].contains(here) { try await there.happen(at: copied()) }
        for _ in 1...2 {
            try copy()
            try copyBack()
        }
        for store in [store, try copied()] {
            for change in [here, there] {
                // A refund is to be finished, too, and what was asked for is then done.
                if [.finished, .asked].contains(change), [here, there].contains(.refunded) { continue }
                #expect(try change.hasHappened(at: store), "\(change)")
            }
            #expect(try store.audit().findings == [])
        }
        #expect(try copied().audit() == store.audit())
        #expect(try copied().allAccounts() == store.allAccounts())
    }

    private func uses(of account: Account, at store: AppStore) throws -> [Use] {
        try store.database.read {
            try UseTable.inRange(after: nil, through: nil, of: account.identifier, limit: .max, $0)
        }
    }

    @Test(
        "brings all changes of all accounts, whether or not the other side went on",
        arguments: [1, 2, 5], [false, true])
    func allChanges(count: Int, hasOtherGoneOn: Bool) async throws {
        if hasOtherGoneOn {
            let there = try copied()
            for account in try there.allAccounts() {
                try await AccountSession(store: there, account: account).buy("there")
            }
        }
        _ = try store.customer("ada")
        for account in try store.allAccounts() {
            let session = AccountSession(store: store, account: account)
            for number in 1...count {
                try await session.buy(IdempotencyKey(rawValue: "here \(number)"))
                let id = UseIdentifier(rawValue: "00000000-0000-7000-8000-00000000000\(number)")
                _ = try await session.use(Use(id: id, amount: 1, date: Timestamp(milliseconds: 1)))
            }
        }
        try copy()
        let there = try copied()
        for account in try store.allAccounts() {
            #expect(try uses(of: account, at: there).count == count)
            let brought = try there.signedTransactions(of: account.identifier)
            for purchase in try store.signedTransactions(of: account.identifier).keys {
                #expect(brought[purchase] != nil)
            }
        }
        #expect(try there.audit().findings == [])
    }

    @Test func `a session that is used at one side goes on at both`() throws {
        fixture.time.advance(by: SessionTable.life / 2)
        #expect(try store.session(for: Change.token, device: nil) != nil)
        try copy()
        fixture.time.advance(by: SessionTable.life / 2 + .seconds(1))
        #expect(try copied().session(for: Change.token, device: nil) != nil)
    }

    @Test func `brings what was set for a purchase that the other side did not have, if both went on`()
        async throws
    {
        let session = try store.embeddedSession()
        let bought = try #require(try await session.buy("more").transactionIdentifier)
        try await session.finish(bought)
        try store.requestRefund(of: bought, because: .legal)
        let number = try #require(PurchaseRecord.number(of: bought))
        try store.database.write { database in
            var record = try #require(try store.purchaseTable.find(number: number, database))
            record.appAccountToken = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
            try store.purchaseTable.update(record, database)
        }
        try await Change.used.happen(at: copied())
        for _ in 1...5 { try await Change.clocked.happen(at: copied()) }
        try copy()
        let there = try copied()
        let record = try there.database.read { try there.purchaseTable.find(number: number, $0) }
        #expect(record?.appAccountToken == "7e3fb20b-4cdb-47cc-936d-99d65f608138")
        #expect(record?.refundRequest == .legal && record?.isFinished == true)
    }

    @Test func `brings the clock that a scenario has moved`() throws {
        // It stands, so it falls behind the machine's.
        _ = try store.moveClock(of: "joe", by: 0, isFrozen: true)
        try copy()
        fixture.time.advance(by: .seconds(40 * 86_400))
        _ = try store.start(.renewal, of: "joe", with: nil, doingAll: true)
        try copy()
        #expect(try copied().clock(of: "joe") == store.clock(of: "joe"))
    }

    private func original() throws -> TransactionIdentifier {
        try #require(try store.subscriptions().first).originalTransactionIdentifier
    }

    /// Lets both sides charge the next period, the copy first.
    private func renewAtBoth() throws {
        fixture.time.advance(by: .seconds(32 * 86_400))
        try copied().makeDueRenewals()
        fixture.time.advance(by: .seconds(1))
        try store.makeDueRenewals()
    }

    @Test func `lets a subscription go on from the charge that stayed, and end with its refund`()
        async throws
    {
        let original = try original()
        try renewAtBoth()
        // This side has the later state.
        for action in [SubscriptionAction.cancel, .resume] { _ = try store.perform(action, on: original) }
        try copy()
        try copyBack()
        for store in [store, try copied()] {
            let subscription = try #require(try store.subscriptions().first)
            let signed = try #require(subscription.signedTransaction)
            #expect(subscription.status == .active)
            #expect(try TransactionSigner.payload(of: signed).revocationDate == nil)
            #expect(try store.audit().findings == [])
            #expect(try store.perform(.refundPeriod, on: original).status == .revoked)
        }
    }

    @Test func `says that an upgrade ended the charge that stayed`() async throws {
        try renewAtBoth()
        try await store.embeddedSession().buy("more", MonkeyCredits.bigMonthlyBunch)
        try copy()
        try copyBack()
        for store in [store, try copied()] {
            let account = try store.embeddedSession().account.identifier
            let periods = try store.payloads(of: account).filter { $0.periodNumber == 2 }
            #expect(periods.map(\.isUpgraded) == [true, true])
            #expect(try store.audit().findings == [])
        }
    }

    @Test(
        "brings the customer's last decision about the renewal, whichever side has renewed meanwhile",
        arguments: [false, true])
    func decision(isHere: Bool) throws {
        let original = try original()
        let there = try copied()
        _ = try (isHere ? store : there).perform(.cancel, on: original)
        fixture.time.advance(by: .seconds(32 * 86_400))
        try (isHere ? there : store).makeDueRenewals()
        for _ in 1...2 {
            try copy()
            try copyBack()
        }
        for store in [store, try copied()] {
            let subscription = try #require(try store.subscriptions().first)
            #expect(subscription.status == .active && !subscription.isAutoRenewing)
            #expect(try store.audit().findings == [])
        }
    }

    @Test("brings a renewal that was postponed, whichever side has changed more", arguments: [false, true])
    func postponed(isHere: Bool) throws {
        let original = try original()
        let there = try copied()
        let (postponing, other) = isHere ? (store, there) : (there, store)
        let before = try #require(try store.subscriptions().first).expires
        try postponing.database.write { database in
            guard let (subscription, checkout) = try postponing.caughtUp(original, database) else { return }
            try checkout.change(subscription, database) {
                $0.extend(byDays: 10, as: "r", at: checkout.now, postponing.rules(checkout.settings))
            }
        }
        for action in [SubscriptionAction.breakBilling, .fixBilling, .breakBilling] {
            _ = try other.perform(action, on: original)
        }
        for _ in 1...2 {
            try copy()
            try copyBack()
        }
        for store in [store, try copied()] {
            let subscription = try #require(try store.database.read { try SubscriptionTable.all($0) }.first)
            #expect(subscription.expires == before.advanced(by: .seconds(10 * 86_400)))
            #expect(subscription.extensions.map(\.request) == ["r"] && subscription.hasBillingProblem)
        }
    }

    /// The periods that a store has charged to its own account.
    private func periods(_ store: AppStore) throws -> [TransactionPayload] {
        try store.payloads(of: store.embeddedSession().account.identifier).filter { $0.periodNumber != nil }
    }

    @Test func `ends a subscription that renewed several times at once at one side, and was ended there`()
        async throws
    {
        try await Change.bought.happen(at: copied())
        fixture.time.advance(by: .seconds(93 * 86_400))
        try store.makeDueRenewals()
        _ = try store.perform(.expire, on: original())
        try copy()
        let there = try copied()
        #expect(try there.subscriptions().map(\.status) == [.expired])
        #expect(try periods(there).map(\.periodNumber) == [1, 2, 3, 4])
        #expect(try there.audit().findings == [])
    }

    @Test func `brings a subscription with what is left of its offer, if both sides went on`() async throws {
        let fixture = try SubscriptionFixture()
        let place = try Self.emptyPlace(self.fixture)
        func there() throws -> AppStore {
            try AppStore(
                testedOn: place.database, keys: place.keys, catalogue: SubscriptionFixture.catalogue(),
                time: fixture.time.source)
        }
        try copy(fixture.store, to: place)
        try await fixture.buy(SubscriptionFixture.bronze)
        _ = try await there().embeddedSession().buy("more", "banana")
        try copy(fixture.store, to: place)
        fixture.time.advance(by: SubscriptionFixture.month * 2)
        try there().makeDueRenewals()
        #expect(try periods(there()).map(\.price) == [500, 500, 9990])
    }

    /// What an operator does to a subscription, after which it does not renew.
    enum End: CaseIterable {
        case expired, refundReversed

        func happen(to original: TransactionIdentifier, at store: AppStore) throws {
            switch self {
            case .expired: _ = try store.perform(.expire, on: original)
            case .refundReversed:
                _ = try store.perform(.refundPeriod, on: original)
                _ = try store.perform(.reverseRefund, on: original.rawValue)
            }
        }
    }

    @Test(
        "renews no subscription that was ended, even if it changed more at the other side",
        arguments: End.allCases)
    func ended(end: End) throws {
        let original = try original()
        for action in [SubscriptionAction.breakBilling, .fixBilling, .breakBilling, .fixBilling] {
            _ = try copied().perform(action, on: original)
        }
        try end.happen(to: original, at: store)
        try copy()
        let there = try copied()
        fixture.time.advance(by: .seconds(32 * 86_400))
        #expect(try there.subscriptions().map(\.status) == [.expired])
        #expect(try periods(there).count == 1)
    }

    /// Notes a notification about a purchase, with an attempt to deliver it.
    private func notify(_ number: Int64, _ uuid: String, about purchase: Int64?, at store: AppStore) throws {
        try store.database.write {
            try $0.execute(
                """
                INSERT INTO notification (number, uuid, environment, type, purchase, created, signed, isDelivered)
                VALUES (?, ?, 'Sandbox', 'TEST', ?, 1, 'signed', 0)
                """, [number, uuid, purchase])
            try $0.execute(
                "INSERT INTO notificationAttempt VALUES (?, 1, 1, 'SUCCESS')", [number])
        }
    }

    private func notifications(at store: AppStore) throws -> [Int64] {
        try store.database.read {
            try $0.rows("SELECT number FROM notification ORDER BY number").map { $0["number"] }
        }
    }

    @Test func `leaves an account behind whose name another one has there, and says so`() async throws {
        for (store, password) in [(store, "correct horse"), (try copied(), "battery staple")] {
            let account = try await store.createAccount(name: "ada", password: password).0
            try await AccountSession(store: store, account: account).buy("of ada")
        }
        let purchase = try #require(try store.purchases(limit: 1).first).number
        try notify(1, "of ada", about: purchase, at: store)
        try notify(2, "of nobody", about: nil, at: store)
        let before = try copied().purchases(limit: 100)
        for _ in 1...2 { #expect(try copy() == StoreCopy.Outcome(leftBehind: ["ada"])) }
        #expect(try copied().purchases(limit: 100) == before)
        #expect(try notifications(at: copied()) == [2])
        #expect(try copied().audit().findings == [])
    }

    @Test func `brings together what a visitor who came to both sides bought`() async throws {
        let visitor = try #require(VisitorName(rawValue: "SHA256:" + String(repeating: "a", count: 43)))
        for (store, key) in [(store, "here"), (try copied(), "there")] as [(AppStore, IdempotencyKey)] {
            try await AccountSession(store: store, account: store.admit(visitor).0).buy(key)
        }
        for _ in 1...2 {
            #expect(try copy() == StoreCopy.Outcome())
            try copyBack()
        }
        for store in [store, try copied()] {
            let account = try #require(try store.allAccounts().first { $0.name == visitor.rawValue })
            #expect(try store.sums(of: account.identifier).credits == 10)
            #expect(try store.audit().findings == [])
        }
    }

    @Test func `keeps one notification of an occasion that both sides had`() throws {
        try notify(1, "same", about: nil, at: store)
        try notify(2, "same", about: nil, at: copied())
        try notify(3, "other", about: nil, at: store)
        for _ in 1...2 {
            try copy()
            try copyBack()
        }
        #expect(try notifications(at: copied()) == [2, 3])
        #expect(try notifications(at: store) == [1, 3])
    }

    @Test(
        "looks for an account's requests and tokens at no payments of others", .onSQLite,
        arguments: [StoreMerge.forgetRequests, StoreMerge.requests, StoreMerge.requestsAndTokens])
    func plans(sql: String) throws {
        let plan = try store.plan(sql)
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
        #expect(plan.contains { $0.contains("SEARCH accountChange USING PRIMARY KEY") }, "\(plan)")
    }

    @Test func `brings refunds of what was finished`() async throws {
        let paid = try await fixture.store.buy("paid")
        try await fixture.store.finish(#require(paid.transactionIdentifier))
        try copy()
        try await fixture.store.perform(.refund, on: "paid" as IdempotencyKey)
        try copy()
        #expect(try copied().audit() == store.audit())
    }

    @Test(
        "loses no sale at a copy that lacks a key, such as one that was interrupted before its last key",
        arguments: ["store-signing", "store-certificates", "shared-secret"])
    func keyMissing(_ missing: String) async throws {
        try await Change.bought.happen(at: copied())
        let keys = TestKeys()
        for name in ["store-signing", "store-certificates", "shared-secret"] where name != missing {
            let key = try #require(try place.keys.key(named: name))
            _ = try keys.key(named: name) { key }
        }
        let incomplete: StoreCopy.Place = (place.database, keys)
        #expect(try copy(to: incomplete) == StoreCopy.Outcome())
        #expect(try keys.key(named: missing) == store.keys.key(named: missing))
        #expect(try Change.bought.hasHappened(at: copied()))
        #expect(try copied().audit().findings == [])
    }

    @Test(
        "opens no store if it was interrupted at one of its keys, and the next copy brings the rest",
        arguments: 0...3)
    func keysInterrupted(after written: Int) throws {
        // The store has all four keys.
        _ = try ServerAPIKey(keys: store.keys)
        let (engine, keys) = (try SQLiteEngine(), TestKeys())
        let interrupted: StoreCopy.Place = (engine, InterruptedKeys(keys, after: written))
        #expect(throws: StorageError.self) { try copy(to: interrupted) }
        #expect(throws: StorageError.keyMissing(path: keys.name(of: "store-signing"))) {
            try AppStore(testedOn: engine, keys: keys, time: fixture.time.source)
        }
        let place: StoreCopy.Place = (engine, keys)
        try copy(to: place)
        let there = try AppStore(testedOn: engine, keys: keys, time: fixture.time.source)
        #expect(there.rootCertificatePEM == store.rootCertificatePEM)
        #expect(there.sharedSecret == store.sharedSecret)
        #expect(try there.audit() == store.audit())
    }

    @Test func `does not take the place of another store whose keys are missing`() async throws {
        let other = try await StoreFixture()
        let keyless: StoreCopy.Place = (place.database, TestKeys())
        #expect(throws: StoreCopy.Failure.anotherStore(place.database.name)) {
            try copy(other.store.store, to: keyless)
        }
        #expect(try copied().purchases(limit: 100) == store.purchases(limit: 100))
    }

    @Test func `brings neither rows nor keys if its own signing key is another store's`() async throws {
        let other = try await StoreFixture()
        let place = try Self.emptyPlace(fixture)
        #expect(throws: StorageError.self) {
            try Self.copy(from: (store.database, other.store.store.keys), to: place)
        }
        #expect(try place.database.read(AccountTable.embedded) == nil)
        #expect(try place.keys.key(named: "store-signing") == nil)
    }

    @Test func `brings neither rows nor keys if the store's certificates are missing`() throws {
        let place = try Self.emptyPlace(fixture)
        let keys = TestKeys()
        let key = try #require(try store.keys.key(named: "store-signing"))
        _ = try keys.key(named: "store-signing") { key }
        #expect(throws: StorageError.keyMissing(path: keys.name(of: "store-certificates"))) {
            try Self.copy(from: (store.database, keys), to: place)
        }
        #expect(try place.database.read(AccountTable.embedded) == nil)
        #expect(try place.keys.key(named: "store-signing") == nil)
    }

    @Test func `leaves no keys if it was interrupted: another store may be copied there`() async throws {
        let place = try Self.emptyPlace(fixture)
        try place.database.write {
            try $0.execute(
                "CREATE TRIGGER stop BEFORE INSERT ON purchase BEGIN SELECT RAISE(ABORT, 'stopped'); END")
        }
        #expect(throws: (any Error).self) { try copy(to: place) }
        #expect(try place.keys.key(named: "store-signing") == nil)
        try place.database.write { try $0.execute("DROP TRIGGER stop") }
        let other = try await StoreFixture()
        try copy(other.store.store, to: place)
        #expect(throws: StoreCopy.Failure.anotherStore(place.database.name)) { try copy(to: place) }
    }
}

/// Keys in memory, of which only some can be written.
private final class InterruptedKeys: KeyStore {
    private let keys: TestKeys
    private let left: Mutex<Int>

    init(_ keys: TestKeys, after written: Int) {
        self.keys = keys
        left = Mutex(written)
    }

    var path: String { keys.path }

    func name(of key: String) -> String { keys.name(of: key) }

    func key(named name: String) throws(StorageError) -> [UInt8]? { try keys.key(named: name) }

    func key(named name: String, make: () -> [UInt8]) throws(StorageError) -> [UInt8] {
        let isWritten = left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isWritten else { throw .full(path: self.name(of: name)) }
        return try keys.key(named: name, make: make)
    }
}
