#if Postgres
import Dispatch
@testable import StoreRules
import Storage
import StoreModel
import Synchronization
import TestSupport
import Testing

/// Several servers that are one store on a PostgreSQL database.
@Suite(
    "Servers that share a database", .timeLimit(.minutes(5)),
    .enabled(if: TestedEngine.isPostgres, "MONKEYSTORE_TEST_POSTGRES has no URL of a database."))
struct SharedDatabaseTests {
    private let folder: TemporaryDirectory
    private let time = ManualTime()

    init() throws { folder = try TemporaryDirectory() }

    /// The store of one server, whose clock is `ahead` of those of the others.
    private func store(
        secret: String = "the secret of all servers", ahead: Duration = .zero,
        without product: ProductIdentifier? = nil, log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> AppStore {
        try AppStore(
            sharedIn: folder.path, secret: secret, without: product, time: time.source(ahead: ahead),
            log: log)
    }

    @Test func `have their keys in common: what one signs, the other verifies`() async throws {
        let (one, other) = (try store(), try store())
        #expect(one.certificates == other.certificates && one.sharedSecret == other.sharedSecret)
        #expect(try ServerAPIKey(keys: one.keys).pem == ServerAPIKey(keys: other.keys).pem)
        let session = try one.embeddedSession()
        let outcome = try await session.buy("a", "banana")
        _ = try other.verifier(for: session.account).verify(#require(outcome.signed))
    }

    @Test(
        "keep no key in the database that can be read without their secret, and say so if it is another one"
    )
    func secret() throws {
        let first = try store()
        let sealed = try first.database.read { try $0.values([UInt8].self, "SELECT bytes FROM sealedKey") }
        #expect(sealed.count > 2)
        let secret = Array(first.sharedSecret.utf8)
        #expect(sealed.allSatisfy { $0.count > 28 && !$0.contains(secret) })
        let error = #expect(throws: StorageError.self) { try store(secret: "another secret") }
        #expect(error?.description.contains("sealed with another key") == true)
        // A key that was put in the place of another is not taken for that one.
        try first.database.write {
            try $0.execute(
                "UPDATE sealedKey SET bytes = (SELECT bytes FROM sealedKey WHERE name = ?) WHERE name = ?",
                ["store-certificates", "shared-secret"])
        }
        #expect(throws: StorageError.self) { try store() }
    }

    @Test func `ask for the secret, and let only the first of them make it`() throws {
        var asked: [Bool] = []
        for _ in 0..<2 {
            let engine = try TestedEngine.postgres(for: folder.path)
            let keys = try SealedKeys(in: engine) { isFirst in
                asked.append(isFirst)
                return "the secret of all servers"
            }
            _ = try keys.key(named: "some") { [1, 2, 3] }
        }
        #expect(asked == [true, false])
    }

    @Test func `end a session everywhere within two seconds of the sign-out at one of them`() async throws {
        let (one, other) = (try store(), try store())
        let (account, token) = try await one.createAccount(name: "ada", password: "correct horse")
        #expect(try other.session(for: token, device: nil)?.account == account)
        try await one.signOut(token)
        #expect(try one.session(for: token, device: nil) == nil)
        time.advance(by: .seconds(2))
        #expect(try other.session(for: token, device: nil) == nil)
    }

    @Test(
        "know how many they are: one more when one starts, one less when it ends or has not been heard of for a while"
    )
    func count() async throws {
        let stores = [try store(), try store(ahead: .seconds(60)), try store()]
        var counts = stores.map(ServerCount.init)
        for count in counts { count.start(on: globalConcurrentExecutor) }
        func wait(for count: Int) async throws {
            while true {
                await time.waitForSleepers(counts.count)
                if counts.allSatisfy({ $0.value == count }) { return }
                try await pause()
                time.advance(by: ServerSharing.workCheck)
            }
        }
        try await wait(for: 3)
        counts.removeLast().stop()
        try await wait(for: 2)
        // One that does not come back.
        _ = try stores[0].database.write {
            try ServerTable.checkIn("dead", selling: "", at: time.source.now(), $0)
        }
        try await wait(for: 3)
        try await wait(for: 2)
    }

    @Test func `do not count one that has ended, and it does not count itself again`() async throws {
        let store = try store()
        let count = ServerCount(of: store)
        count.start(on: globalConcurrentExecutor)
        // It has checked in.
        await time.waitForSleepers()
        count.stop()
        #expect(time.sleeperCount == 0)
        let names = try store.database.read { try $0.value(Int.self, "SELECT count(*) FROM server") }
        #expect(names == 0)
        withExtendedLifetime(count) {}
    }

    @Test func `are as many as before when one was killed and is started again in its folder`() async throws {
        let directory = try DataDirectory(path: folder.path + "/server")
        let counts = [ServerCount(of: try store()), ServerCount(of: try store())]
        for (index, count) in counts.enumerated() {
            count.start(on: globalConcurrentExecutor, in: directory)
            // It has checked in.
            await time.waitForSleepers(index + 1)
        }
        #expect(counts.map(\.value) == [1, 1])
        let names = try store().database.read { try $0.value(Int.self, "SELECT count(*) FROM server") }
        #expect(names == 1)
    }

    @Test func `go on counting one with another catalogue if one is started in a copy of its folder`()
        async throws
    {
        let said = Mutex<[String]>([])
        let directory = try DataDirectory(path: folder.path + "/server")
        let moved = try store(without: SubscriptionFixture.gold) { line in said.withLock { $0.append(line) } }
        let counts = [ServerCount(of: try store()), ServerCount(of: moved)]
        for (index, count) in counts.enumerated() {
            count.start(on: globalConcurrentExecutor, in: directory)
            // It has checked in.
            await time.waitForSleepers(index + 1)
        }
        #expect(counts.map(\.value) == [1, 2])
        let knowsOther = try moved.database.read { try moved.hasOtherCatalogue($0) }
        #expect(knowsOther)
        // It may have been killed, so nothing is said of it until it checks in again.
        #expect(said.withLock { $0.filter { $0.contains("another catalogue") }.isEmpty })
        // The first time, the moved one may be the first to check in.
        for _ in 0..<2 {
            time.advance(by: ServerSharing.workCheck)
            await time.waitForSleepers(2)
        }
        #expect(said.withLock { $0.filter { $0.contains("another catalogue") }.count } == 1)
    }

    @Test func `forget failed sign-ins after an hour, and later the networks that know the password`()
        async throws
    {
        let store = try store()
        let start = time.source.now()
        for (subject, isKnown) in [(Int64.min, false), (.max, true)] {
            try await store.changeSignInAttempts(of: [subject]) {
                $0[subject] = SignInAttempts(last: start)
                $0[subject]?.isKnown = isKnown
            }
        }
        func remembered() async throws -> [Int64] {
            try await store.changeSignInAttempts(of: [.min, .max]) { $0.keys.sorted() }
        }
        try store.clean()
        #expect(try await remembered() == [.min, .max])
        time.advance(by: .seconds(3601))
        try store.clean()
        #expect(try await remembered() == [.max])
        time.advance(by: .seconds(30 * 86_400))
        try store.clean()
        #expect(try await remembered().isEmpty)
    }

    @Test func `say of attempts that cannot be counted what they say of accounts`() async throws {
        let store = try store()
        try store.database.write { _ = try $0.execute("DROP TABLE signInAttempt") }
        await #expect(throws: AccountError.self) { try await store.changeSignInAttempts(of: [1]) { _ in } }
    }

    /// A transaction on an account that goes on until it is released, and then marks the account.
    private struct LongSale {
        private let gate = DispatchSemaphore(value: 0)
        private let sale: Task<Void, any Error>

        /// Returns when it has its lock.
        init(to account: AccountIdentifier, at store: AppStore) async throws {
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            sale = Task { [gate] in
                try await store.database.writeTogether(about: .account(account), reading: []) { database in
                    // It is idle for longer than a sale may be.
                    try database.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                    begin.finish()
                    _ = gate.wait(timeout: .now() + .seconds(60))
                    try database.execute(
                        "UPDATE account SET otherChanges = 41 WHERE identifier = ?", [account])
                }
            }
            for await _ in begun {}
        }

        func release() async throws {
            gate.signal()
            try await sale.value
        }
    }

    @Test func `sell to different accounts at once`() async throws {
        let (one, other) = (try store(), try store())
        let (ann, bob) = (try one.customer("ann"), try one.customer("bob"))
        let sale = try await LongSale(to: ann.account.identifier, at: one)
        let outcome = try await AccountSession(store: other, account: bob.account).buy("a", "banana")
        #expect(outcome.state == "purchased")
        try await sale.release()
    }

    @Test func `renew for an account, and record the use of its session, while one sells to another account`()
        async throws
    {
        let (one, other) = (try store(), try store())
        try one.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
        let ann = try one.customer("ann").account.identifier
        let (bob, token) = try await one.createAccount(name: "bob", password: "correct horse")
        try await AccountSession(store: one, account: bob).buy("a", SubscriptionFixture.gold)
        let sale = try await LongSale(to: ann, at: one)
        time.advance(by: SubscriptionFixture.month + .seconds(1))
        try other.makeDueRenewals(of: bob.identifier)
        #expect(try other.count("purchase WHERE subscription IS NOT NULL") == 2)
        time.advance(by: SessionTable.useInterval)
        #expect(try other.session(for: token, device: nil)?.account == bob)
        let now = time.source.now()
        #expect(try other.database.read { try $0.value(Timestamp.self, "SELECT used FROM session") } == now)
        try await sale.release()
    }

    @Test("write about one account in turn, and alone if it is about more", arguments: [true, false])
    func inTurn(isAboutAccount: Bool) async throws {
        let (one, other) = (try store(), try store())
        let ann = try one.customer("ann").account.identifier
        let sale = try await LongSale(to: ann, at: one)
        let hasFinished = Atomic(false)
        let subject: WriteSubject? = isAboutAccount ? .account(ann) : nil
        async let seen = other.database.writeTogether(about: subject, reading: []) { database in
            hasFinished.store(true, ordering: .relaxed)
            return try database.value(
                Int.self, "SELECT otherChanges FROM account WHERE identifier = ?", [ann])
        }
        let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        while !hasFinished.load(ordering: .relaxed),
            try one.database.read({ try $0.value(Int.self, waiting) }) == 0
        {
            try await pause()
        }
        try await sale.release()
        #expect(try await seen == 41)
    }

    @Test func `use the next failure up with one payment, whichever of them takes it`() async throws {
        let stores = [try store(), try store()]
        let names = ["ann", "bob"]
        let accounts = try names.map { try stores[0].customer($0).account }
        for round in 0..<20 {
            try stores[0].set { $0.nextFailure = .forgottenPassword }
            let states = try await withThrowingTaskGroup { group in
                for (store, account) in zip(stores, accounts) {
                    group.addTask {
                        let key = IdempotencyKey(rawValue: "\(round)")
                        return try await AccountSession(store: store, account: account).buy(key, "banana")
                            .state
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(states.sorted() == ["failed", "purchased"])
        }
    }

    @Test func `make each of 1,000 renewals once, whichever of them does`() async throws {
        let stores = [try store(), try store()]
        try stores[0].set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
        for index in 0..<100 { try await stores[0].customer("c\(index)").buy("a", SubscriptionFixture.gold) }
        time.advance(by: SubscriptionFixture.month * 10)
        try await withThrowingTaskGroup { group in
            for store in stores { group.addTask { try store.makeDueRenewals() } }
            try await group.waitForAll()
        }
        let (periods, distinct) = try stores[0].database.read { database in
            let sql = "FROM purchase WHERE subscription IS NOT NULL"
            return (
                try database.value(Int.self, "SELECT count(*) \(sql)"),
                try database.value(Int.self, "SELECT count(DISTINCT (subscription, period)) \(sql)")
            )
        }
        #expect(periods == 1100 && distinct == 1100)
    }

    @Test(
        "leave the subscriptions that their catalogue does not know to servers with another one, say so once, and end them when those are gone"
    )
    func otherCatalogue() async throws {
        let said = Mutex<[String]>([])
        let one = try store()
        let other = try store(without: SubscriptionFixture.gold) { line in said.withLock { $0.append(line) } }
        try one.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
        try one.database.write {
            _ = try ServerTable.checkIn("one", selling: "another", at: time.source.now(), $0)
        }
        let count = ServerCount(of: other)
        count.start(on: globalConcurrentExecutor)
        defer { count.stop() }
        await time.waitForSleepers()
        let session = try one.embeddedSession()
        try await session.buy("a", SubscriptionFixture.gold)
        func standing() throws -> (SubscriptionStatus?, periods: Int) {
            let gold = try one.database.read { try SubscriptionTable.all(of: session.account.identifier, $0) }
                .first
            return (gold?.status, try one.count("purchase WHERE subscription IS NOT NULL"))
        }
        time.advance(by: SubscriptionFixture.month + .seconds(1))
        await time.waitForSleepers()
        // For all accounts, for this one, and as it buys something else.
        try other.makeDueRenewals()
        try other.makeDueRenewals(of: session.account.identifier)
        try await other.embeddedSession().buy("b", "banana")
        #expect(try standing() == (.active, 1))
        try one.makeDueRenewals()
        #expect(try standing() == (.active, 2))
        #expect(said.withLock { $0.filter { $0.contains("another catalogue") }.count } == 1)
        try one.database.write { try ServerTable.checkOut("one", $0) }
        time.advance(by: SubscriptionFixture.month)
        try other.makeDueRenewals()
        #expect(try standing() == (.expired, 2))
    }

    @Test func `make a renewal that another one would have made, had it not died`() async throws {
        let survivor = try store()
        survivor.startRenewals()
        await time.waitForSleepers()
        do {
            let other = try store()
            try other.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
            try await other.embeddedSession().buy("a", SubscriptionFixture.gold)
        }
        func periods() throws -> Int { try survivor.count("purchase WHERE subscription IS NOT NULL") }
        #expect(try periods() == 1)
        time.advance(by: SubscriptionFixture.month + .seconds(1))
        while try periods() == 1 { try await pause() }
        #expect(try periods() == 2)
    }
}
#endif
