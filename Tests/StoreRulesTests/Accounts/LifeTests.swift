import StoreModel
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreRules

/// How long sessions and guests' accounts last.
@Suite(.timeLimit(.minutes(5))) struct LifeTests {
    private static let day = Duration.seconds(86_400)
    private static let key = "SHA256:i/HeuBV2/9v547RP39ZsOJOVFIJueV2UjbFRf5lHdLo"

    private let folder: TemporaryDirectory
    private let time = ManualTime()
    private let store: AppStore

    init() throws {
        folder = try TemporaryDirectory()
        store = try AppStore(testedIn: folder.path, time: time.source)
    }

    private func reopened() throws -> AppStore { try AppStore(testedIn: folder.path, time: time.source) }

    private func admit(_ name: String) async throws -> (Account, SessionToken) {
        try await store.admit(#require(VisitorName(rawValue: name)))
    }

    private func admitGuest(_ number: Int) async throws -> (Account, SessionToken) {
        let digits = String(number)
        return try await admit(
            "guest-0b5b4d7c-1f0e-4f6e-9d46-" + String(repeating: "0", count: 12 - digits.count) + digits)
    }

    /// Begins so many sessions, of several accounts: one account has a hundred at most.
    private func admitVisitors(_ count: Int) async throws {
        for number in 0..<count {
            let letter = ["a", "b", "c"][number % 3]
            _ = try await admit("SHA256:" + String(repeating: letter, count: 43))
        }
    }

    private func isIn(_ token: SessionToken, _ store: AppStore? = nil) throws -> Bool {
        try (store ?? self.store).session(for: token, device: nil) != nil
    }

    @Test func `A session that is used goes on for ever, and ends when it was not used for 90 days`()
        async throws
    {
        let (_, used) = try await admit(Self.key)
        let (_, idle) = try await admit(Self.key)
        for _ in 0..<10 {
            time.advance(by: Self.day * 30)
            #expect(try isIn(used))
        }
        #expect(try !isIn(idle))
        time.advance(by: Self.day * 89)
        #expect(try isIn(used, reopened()))
        time.advance(by: Self.day * 91)
        #expect(try !isIn(used))
        #expect(try !isIn(used, reopened()))
    }

    @Test("A use is written down once a day, and not with each request", .onSQLite)
    func uses() async throws {
        let (_, token) = try await admit(Self.key)
        try store.database.write {
            try $0.execute("CREATE TABLE use (id INTEGER PRIMARY KEY)")
            try $0.execute(
                "CREATE TRIGGER used AFTER UPDATE ON session BEGIN INSERT INTO use VALUES (NULL); END")
        }
        for _ in 0..<100 {
            time.advance(by: .seconds(3600))
            #expect(try isIn(token))
            #expect(try isIn(token, reopened()))
        }
        #expect(try store.count("use") == 4)
    }

    @Test func `Cleaning removes sessions that are over, and no others`() async throws {
        try await admitVisitors(250)
        time.advance(by: Self.day * 60)
        let (_, token) = try await admit(Self.key)
        try store.clean()
        #expect(try store.count("session") == 251)
        time.advance(by: Self.day * 31)
        try store.clean()
        #expect(try store.count("session") == 1)
        #expect(try isIn(token))
        try await store.signOut(token)
        #expect(try store.count("session") == 0)
    }

    @Test func `Cleaning that is told to end removes a few rows more at most`() async throws {
        try await admitVisitors(250)
        time.advance(by: Self.day * 91)
        let cleaning = Task { [store] in
            while !Task.isCancelled { await Task.yield() }
            try store.clean()
        }
        cleaning.cancel()
        try await cleaning.value
        #expect(try store.count("session") >= 150)
        try store.clean()
        #expect(try store.count("session") == 0)
    }

    @Test("A visitor with a key who never bought anything is gone when no session is left; who bought stays")
    func visitors() async throws {
        let (buyer, bought) = try await admit(Self.key)
        let session = try #require(try store.session(for: bought, device: "a"))
        try await session.buy("a")
        let (_, first) = try await admit("SHA256:" + String(repeating: "a", count: 43))
        let (other, second) = try await admit("SHA256:" + String(repeating: "b", count: 43))
        time.advance(by: Self.day * 60)
        #expect(try isIn(first) && isIn(second))
        time.advance(by: Self.day * 60)
        #expect(try isIn(second))
        try store.clean()
        #expect(try store.allAccounts().dropFirst().map(\.identifier).contains(other.identifier))
        time.advance(by: Self.day * 92)
        try store.clean()
        #expect(try store.allAccounts().dropFirst().map(\.identifier) == [buyer.identifier])
    }

    @Test(
        "A guest who never bought anything is gone after two days; who bought, who used, who has a key, and who is new, stays"
    )
    func guests() async throws {
        let (buyer, bought) = try await admitGuest(1)
        let session = try #require(try store.session(for: bought, device: "a"))
        try await session.buy("a")
        let (keeper, _) = try await admit(Self.key)
        let (_, gone) = try await admitGuest(2)
        let (user, used) = try await admitGuest(999)
        let use = Use(
            id: UseIdentifier(rawValue: "00000000-0000-7000-8000-000000000001"), amount: 1,
            date: time.source.now())
        let replica = try #require(try store.session(for: used, device: nil))
        // The store was put back to a time before the purchase, and the device gives back the use first.
        let page = try await replica.exchange(ExchangeRequest(since: .beginning, uses: [use]))
        #expect(page.changes == [.use(use)])
        for number in 3..<250 { _ = try await admitGuest(number) }
        let (guest, looks) = try await admitGuest(400)
        time.advance(by: Self.day * 2 + .seconds(1))
        let (fresh, stays) = try await admitGuest(500)
        // A visit that has lasted for more than two days.
        #expect(try isIn(looks) && isIn(stays))
        try store.clean()
        #expect(try !isIn(gone))
        #expect(try isIn(stays) && isIn(bought) && isIn(looks))
        let left = [buyer, keeper, user, guest, fresh]
        #expect(try Set(store.allAccounts().dropFirst().map(\.identifier)) == Set(left.map(\.identifier)))
        let audit = try store.audit()
        #expect(audit.findings.isEmpty && audit.accounts.map(\.account) == [buyer.identifier])
    }

    @Test func `A guest whose last request was seconds ago stays, though it was not recorded`() async throws {
        let (guest, token) = try await admitGuest(1)
        time.advance(by: Self.day - .seconds(10))
        #expect(try isIn(token))
        time.advance(by: .seconds(15))
        try store.clean()
        #expect(try isIn(token))
        #expect(try store.allAccounts().contains(guest))
    }

    @Test("Visitors who come back while cleaning has found them and not removed them yet stay", .onSQLite)
    func comeBackMeanwhile() async throws {
        let engine = LateEngine(try SQLiteEngine())
        let store = try AppStore(testedOn: engine, keys: TestKeys(), time: time.source)
        var visitors: [Account] = []
        for name in [Self.key, "guest-0b5b4d7c-1f0e-4f6e-9d46-000000000001"] {
            visitors.append(try await store.admit(#require(VisitorName(rawValue: name))).0)
        }
        time.advance(by: Self.day * 92)
        let (accounts, now) = (visitors.map(\.identifier), time.source.now())
        engine.afterRead.withLock {
            $0 = { database in
                for account in accounts {
                    try SessionTable.insert(.random(), of: account, created: now, database)
                }
            }
        }
        try store.clean()
        #expect(try Set(store.allAccounts().map(\.identifier)).isSuperset(of: accounts))
        time.advance(by: Self.day * 92)
        try store.clean()
        #expect(try Set(store.allAccounts().map(\.identifier)).isDisjoint(with: accounts))
    }

    @Test("A visitor who comes back after the account was removed has the same account")
    func comesBack() async throws {
        let (visitor, _) = try await admit(Self.key)
        time.advance(by: Self.day * 92)
        try store.clean()
        #expect(try store.allAccounts().allSatisfy { $0.number != visitor.number })
        let (again, _) = try await reopened().admit(#require(VisitorName(rawValue: Self.key)))
        #expect(again == visitor)
    }

    @Test func `A store that runs cleans at its start, and every hour of its clock`() async throws {
        _ = try await admitGuest(1)
        time.advance(by: Self.day * 3)
        let cleaning = Task { [store] in await store.keepClean() }
        defer { cleaning.cancel() }
        await time.waitForSleepers()
        #expect(try store.allAccounts().count == 1)
        _ = try await admitGuest(2)
        // Less than two days so far.
        for _ in 0..<47 {
            #expect(try store.allAccounts().count == 2)
            await time.waitForSleepers()
            time.advance(by: .seconds(3601))
        }
        while try store.allAccounts().count == 2 {
            try Task.checkCancellation()
            await time.waitForSleepers()
            time.advance(by: .seconds(3601))
        }
    }

    @Test(.onSQLite, arguments: [SessionTable.removal, AccountTable.visitorsOver])
    func `Looking for what is over looks at no row that is not`(sql: String) throws {
        let plan = try store.plan(sql)
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test func `No host vouches for an account that has a password`() async throws {
        // Its password is one that nobody knows.
        _ = try store.customer(Self.key)
        await #expect(throws: AccountError.nameTaken) { try await admit(Self.key) }
        #expect(try store.count("session") == 0)
    }
}

/// A database in which something is written right after a query without a transaction.
private final class LateEngine: DatabaseEngine {
    /// What is written after the next query.
    let afterRead = Mutex<(@Sendable (any StoreTransaction) throws -> Void)?>(nil)

    private let engine: SQLiteEngine

    init(_ engine: SQLiteEngine) { self.engine = engine }

    var name: String { engine.name }
    var isShared: Bool { engine.isShared }

    func read<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value { try engine.read(body) }

    func rows(_ read: StoreRead) throws -> [StoreRow] {
        let rows = try engine.rows(read)
        if let late = afterRead.withLock({ exchange(&$0, with: nil) }) { try engine.write(late) }
        return rows
    }

    @discardableResult
    func write<Value>(
        about subject: WriteSubject?, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value {
        try engine.write(about: subject, body)
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
