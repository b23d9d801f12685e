import Dispatch
import Storage
import StoreModel
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreRules

/// How a device's replica of an account and the store exchange what they have, message by message.
/// `AccountSequenceTests` plays everything that may happen.
@Suite("An account's changes", .timeLimit(.minutes(5)))
struct ExchangeTests {
    private let fixture: StoreFixture

    init() async throws { fixture = try await StoreFixture() }

    private var session: AccountSession { fixture.store }

    private func page(
        since mark: ReplicaMark = .beginning, giving purchases: [SignedTransaction] = [], _ uses: [Use] = [],
        limit: Int = ExchangeRequest.mostChanges
    ) async throws -> ExchangePage {
        try await session.exchange(
            ExchangeRequest(since: mark, purchases: purchases, uses: uses, limit: limit))
    }

    private func use(_ number: Int, of product: ProductIdentifier? = nil, _ amount: Int) -> Use {
        let id = UseIdentifier(rawValue: "00000000-0000-7000-8000-00000000000\(number)")
        return Use(id: id, of: product, amount: amount, date: fixture.time.source.now())
    }

    private func credits() throws -> Int { try session.store.sums(of: session.account.identifier).credits }

    @Test func `come in pages, each as it is now, and the last page has the newest mark`() async throws {
        try await fixture.buy("a")
        try await fixture.buy("b")
        try await session.perform(.refund, on: "a" as IdempotencyKey)
        let whole = try await page()
        #expect(
            whole.changes.count == 2 && !whole.hasMore && whole.mark == whole.newest && whole.ahead.isEmpty)
        let first = try await page(limit: 1)
        let mark = try #require(first.mark)
        #expect(first.hasMore && first.newest == whole.newest)
        guard case .payment(let outcome, false) = first.changes.first,
            case .revoked(_, let identifier, _) = outcome.result
        else {
            Issue.record("\(first)")
            return
        }
        // A store that was put back to the first page's mark does not have the refund.
        #expect(first.ahead == [identifier])
        let rest = try await page(since: mark)
        #expect(rest.mark == whole.newest && rest.ahead.isEmpty)
        #expect(try await page(since: whole.newest).changes.isEmpty)
        #expect(try credits() == 5)
    }

    @Test func `take as many statements in a long page as in a short one`() async throws {
        let engine = CountingEngine(try SQLiteEngine())
        let session = try AppStore(testedOn: engine, keys: TestKeys(), time: fixture.time.source)
            .embeddedSession()
        var (mark, counts) = (ReplicaMark.beginning, [Int]())
        // The first exchange need not look for its mark.
        for pairs in [1, 2, 20] {
            for index in 0..<pairs {
                try await session.buy(IdempotencyKey(rawValue: "\(index) of \(pairs)"))
                let now = fixture.time.source.now()
                _ = try await session.use(Use(id: .random(at: now), amount: 1, date: now))
            }
            let before = engine.statements
            let page = try await session.exchange(ExchangeRequest(since: mark))
            counts.append(engine.statements - before)
            #expect(page.changes.count == 2 * pairs)
            mark = try #require(page.mark)
        }
        #expect(counts[1] == counts[2])
    }

    @Test func `are one for a payment, a finish, a decline and a use, and none for what is repeated`()
        async throws
    {
        let bought = try await fixture.buy("a")
        try await fixture.set { $0.asksToBuy = true }
        try await fixture.buy("b")
        try await session.perform(.lapse, on: "b" as IdempotencyKey)
        try await session.finish(#require(bought.finished))
        for _ in 0..<2 { #expect(try await session.use(use(1, 3)).result == .confirmed) }
        for _ in 0..<2 { try await fixture.buy("a") }
        try await session.finish(#require(bought.finished))
        let page = try await page()
        #expect(page.newest.revision == 5)
        #expect(page.changes.count == 3)
        #expect(page.changes.contains(.lapsed("b")) && page.changes.contains(.use(use(1, 3))))
        #expect(page.changes.contains(.payment(bought, isFinished: true)))
    }

    @Test(arguments: [
        ReplicaMark(revision: 1, mark: "AAAAAAAAAAAAAAAAAAAAAA"), ReplicaMark(revision: 0, mark: "A"),
        ReplicaMark(revision: 2, mark: ""), ReplicaMark(revision: .max, mark: ""),
        ReplicaMark(revision: -1, mark: ""),
    ])
    func `are compared if the store does not know the mark`(mark: ReplicaMark) async throws {
        try await fixture.buy("a")
        let page = try await page(since: mark)
        #expect(page.mark == nil && page.changes.isEmpty && page.newest.revision == 1)
    }

    @Test func `that the store has forgotten are accepted again with their charges, and a use`() async throws
    {
        let other = try PutBackFixture(catalogue: .bundled())
        let (session, empty) = (try other.store.embeddedSession(), try other.copy())
        let bought = try await session.buy("a", quantity: 2)
        let used = Use(
            id: UseIdentifier(rawValue: "00000000-0000-7000-8000-0000000000aa"), amount: 4,
            date: .init(milliseconds: 1)
        )
        #expect(try await session.use(used).result == .confirmed)
        let forgetful = try other.store(with: empty).embeddedSession()
        let signed = try #require(bought.signed)
        for _ in 0..<2 {
            let page = try await forgetful.exchange(
                ExchangeRequest(since: .beginning, purchases: [signed], uses: [used]))
            #expect(page.newest.revision == 2)
        }
        #expect(try forgetful.store.sums(of: forgetful.account.identifier).credits == 6)
        #expect(try forgetful.store.audit().findings.isEmpty)
        // The payment itself comes once more, from a device that had no answer.
        #expect(try await forgetful.buy("a", quantity: 2) == bought)
        #expect(try forgetful.store.purchases().count == 1)
    }

    @Test func `say what was finished with the same request, and a forgotten purchase that came with it`()
        async throws
    {
        let other = try PutBackFixture(catalogue: .bundled())
        let (session, empty) = (try other.store.embeddedSession(), try other.copy())
        let bought = try await session.buy("a")
        let (signed, finished) = (try #require(bought.signed), try #require(bought.finished))
        for session in [session, try other.store(with: empty).embeddedSession()] {
            let page = try await session.exchange(
                ExchangeRequest(since: .beginning, purchases: [signed], finished: [finished]))
            #expect(page.changes == [.payment(bought, isFinished: true)])
        }
    }

    @Test func `A payment that was charged twice goes back once, and for good`() async throws {
        let other = try PutBackFixture(catalogue: .bundled())
        let empty = try other.copy()
        let bought = try await other.store.embeddedSession().buy("a")
        let forgetful = try other.store(with: empty).embeddedSession()
        other.time.advance(by: .seconds(1))
        try await forgetful.buy("a")
        _ = try await forgetful.exchange(
            ExchangeRequest(since: .beginning, purchases: [try #require(bought.signed)]))
        let purchases = try forgetful.store.purchases()
        #expect(purchases.map(\.status) == [.revoked, .purchased])
        #expect(try forgetful.store.sums(of: forgetful.account.identifier).credits == 5)
        let second = try #require(purchases.first?.transactionIdentifier).rawValue
        // The number names this charge, and not the one with the same key that stays.
        for action in [TransactionAction.reverseRefund, .refund] {
            #expect(throws: StoreAdministrationError.invalidAction) {
                try forgetful.store.perform(action, on: second)
            }
        }
        #expect(try forgetful.store.purchases() == purchases)
    }

    @Test func `Of several transactions of a payment the one that is paid counts, or else the first`() throws
    {
        let (store, account) = (session.store, session.account.identifier)
        func counting() throws -> Int64? {
            try store.database.read { try store.purchaseTable.find("twice", of: account, $0)?.number }
        }
        try store.database.write { database in
            for number in [9, 7, 8] {
                try database.execute(
                    """
                    INSERT INTO purchase (number, account, key, product, quantity, status, isFinished)
                    VALUES (?, ?, 'twice', 'five', 1, 'failed', 0)
                    """, [number, account])
            }
        }
        #expect(try counting() == 7)
        try store.database.write {
            try $0.execute("UPDATE purchase SET status = 'purchased' WHERE number = 9")
        }
        #expect(try counting() == 9)
    }

    @Test(
        "A payment that is asked again and was paid before is not paid a second time",
        arguments: [TransactionAction.approve, .resolve])
    func askedAgain(action: TransactionAction) async throws {
        let other = try PutBackFixture(catalogue: .bundled())
        let empty = try other.copy()
        let bought = try await other.store.embeddedSession().buy("a")
        let forgetful = try other.store(with: empty).embeddedSession()
        other.time.advance(by: .seconds(1))
        try forgetful.store.set {
            ($0.asksToBuy, $0.interruptsPurchases) = (action == .approve, action == .resolve)
        }
        try await forgetful.buy("a")
        let asked = try #require(try forgetful.store.purchases().first)
        _ = try await forgetful.exchange(
            ExchangeRequest(since: .beginning, purchases: [try #require(bought.signed)]))
        let name = PurchaseRecord.transactionIdentifier(of: asked.number).rawValue
        #expect(throws: StoreAdministrationError.invalidAction) {
            try forgetful.store.perform(action, on: name)
        }
        #expect(try forgetful.store.sums(of: forgetful.account.identifier).credits == 5)
    }

    @Test(
        "What repeats a purchase follows its refund, whichever of them is accepted first",
        arguments: [false, true])
    func repeated(isRefundFirst: Bool) async throws {
        let other = try PutBackFixture(catalogue: .bundled())
        let (session, empty) = (try other.store.embeddedSession(), try other.copy())
        try await session.buy("a", .sepia)
        let again = try #require(try await session.buy("b", .sepia).signed)
        try await session.perform(.refund, on: "a" as IdempotencyKey)
        let refunded = try #require(try await session.buy("a", .sepia).signed)
        let forgetful = try other.store(with: empty).embeddedSession()
        for signed in isRefundFirst ? [refunded, again] : [again, refunded] {
            _ = try await forgetful.exchange(ExchangeRequest(since: .beginning, purchases: [signed]))
        }
        #expect(try forgetful.store.purchases().map(\.status) == [.revoked, .revoked])
        #expect(try forgetful.store.audit().findings == [])
    }

    @Test func `What is not the store's word for this account is passed over`()
        async throws
    {
        let stranger = try await StoreFixture()
        let signed = try #require(try await stranger.buy("a").signed)
        let own = try #require(try await fixture.buy("b").signed)
        let changed = SignedTransaction(rawValue: own.rawValue.replacing(".", with: ".e"))
        let page = try await page(giving: [signed, changed, .init(rawValue: "x"), own])
        #expect(try page.newest.revision == 1 && credits() == 5)
    }

    @Test func `A use counts once, and another one of its name is refused`() async throws {
        try await fixture.buy("a")
        for _ in 0..<2 {
            #expect(try await session.use(use(1, 5)) == UseOutcome(.confirmed, of: use(1, 5)))
        }
        #expect(try await page().newest.revision == 2)
        #expect(try await session.use(use(1, 4)) == UseOutcome(.taken, of: use(1, 4)))
        #expect(
            try await session.use(use(2, 1)) == UseOutcome(.notEnough(available: 0), of: use(2, 1)))
        #expect(try await page(giving: [], [use(1, 2)]).newest.revision == 2)
        #expect(try credits() == 0)
        try await session.perform(.refund, on: "a" as IdempotencyKey)
        #expect(try await session.use(use(2, 1)).result == .notEnough(available: -5))
        #expect(
            try await session.use(use(3, of: "com.example.fish", 1)).result == .notEnough(available: 0))
    }

    @Test("Looking for the pieces of a product looks at no change without pieces of it", .onSQLite)
    func plan() throws {
        let plan = try session.store.plan(AccountChangeTable.pieces)
        #expect(plan.count == 1 && plan[0].contains("COVERING INDEX accountChangeGoods"), "\(plan)")
    }

    @Test(arguments: ["0", "-1", "1000000001", "9223372036854775808", "1.5"])
    func `A use of nothing, or of more than there can be, cannot be asked for`(amount: String) {
        let json = #"{"id": "00000000-0000-7000-8000-000000000001", "amount": \#(amount), "date": 1}"#
        #expect(throws: (any Error).self) { try ReceivedJSON.decode(Use.self, from: json.utf8) }
    }

    /// A purchase as a device that has it names it in a comparison.
    private func element(_ outcome: PurchaseOutcome) throws -> ComparisonRequest.Element {
        let signed = try #require(outcome.signed)
        return ComparisonRequest.Element(
            id: try #require(outcome.transactionIdentifier).rawValue, version: signed.version)
    }

    @Test func `A comparison names what either side lacks, in parts`() async throws {
        let bought = [try await fixture.buy("a"), try await fixture.buy("b"), try await fixture.buy("c")]
        let elements = try bought.map { try element($0) }
        // What is not finished here is told, too, because the device may have finished it before the store
        // was put back.
        let request = ComparisonRequest(.purchases, elements)
        var page = try await session.compare(request)
        #expect(
            page == ComparisonPage(to: request, changes: bought.map { .payment($0, isFinished: false) }))
        for outcome in bought { try await session.finish(#require(outcome.finished)) }
        page = try await session.compare(request)
        #expect(page == ComparisonPage(to: request))
        page = try await session.compare(ComparisonRequest(.purchases, [elements[1]]))
        #expect(
            page.changes == [.payment(bought[0], isFinished: true), .payment(bought[2], isFinished: true)])
        page = try await session.compare(
            ComparisonRequest(.purchases, [], after: elements[0].id, through: elements[1].id))
        #expect(page.changes == [.payment(bought[1], isFinished: true)])
        let unknown = ComparisonRequest.Element(id: "2000000000000007", version: elements[0].version)
        #expect(
            try await session.compare(ComparisonRequest(.purchases, elements + [unknown])).wanted == [
                unknown.id
            ])
        try await session.perform(.refund, on: "b" as IdempotencyKey)
        page = try await session.compare(ComparisonRequest(.purchases, elements))
        #expect(page.changes.count == 1 && page.wanted.isEmpty)
        _ = try await session.use(use(1, 1))
        page = try await session.compare(ComparisonRequest(.uses, [.init(id: use(2, 1).id.rawValue)]))
        #expect(page.changes == [.use(use(1, 1))] && page.wanted == [use(2, 1).id.rawValue])
    }

    /// Compares until the end, with answers of three changes. Returns what either side lacks, as often as the
    /// store names it.
    private func compareAll(
        _ subject: ComparisonRequest.Subject, _ elements: [ComparisonRequest.Element]
    ) async throws -> (changes: [AccountChange], wanted: [String]) {
        var (changes, wanted) = ([AccountChange](), [String]())
        var after: String?
        repeat {
            let rest = elements.filter { element in
                after.map { subject.isOrdered($0, before: element.id) } ?? true
            }
            let page = try await session.compare(
                ComparisonRequest(subject, rest, after: after), mostChanges: 3)
            #expect(page.changes.count <= 3)
            changes += page.changes
            wanted += page.wanted
            after = page.through
        } while after != nil
        return (changes, wanted)
    }

    @Test(
        "A comparison names all that either side lacks once, even if the device has more than an answer holds",
        arguments: [2, 3, 4, 5], [1, 4])
    func comparedInPages(known: Int, lacking: Int) async throws {
        var (bought, used) = ([PurchaseOutcome](), [Use]())
        for number in 1...known + lacking {
            bought.append(try await fixture.buy(IdempotencyKey(rawValue: "\(number)")))
            used.append(use(number, 1))
            _ = try await session.use(used[number - 1])
        }
        try await session.finish(bought.compactMap(\.finished))

        let elements = try bought.prefix(known).map { try element($0) }
        // It comes after all others.
        let unknown = ComparisonRequest.Element(id: "\(Int64.max)", version: elements[0].version)
        let lackingPurchases: [AccountChange] = bought.dropFirst(known).map {
            .payment($0, isFinished: true)
        }
        for others in [[], [unknown]] {
            let named = try await compareAll(.purchases, elements + others)
            #expect(named.changes == lackingPurchases)
            #expect(named.wanted == others.map(\.id))
        }

        let names = used.prefix(known).map { ComparisonRequest.Element(id: $0.id.rawValue) }
        let unknownUse = ComparisonRequest.Element(id: "ffffffff-0000-7000-8000-000000000000")
        let lackingUses: [AccountChange] = used.dropFirst(known).map { .use($0) }
        for others in [[], [unknownUse]] {
            let named = try await compareAll(.uses, names + others)
            #expect(named.changes == lackingUses)
            #expect(named.wanted == others.map(\.id))
        }
    }

    @Test("A comparison and a restore are answered while somebody writes", .onSQLite)
    func besideWriter() async throws {
        let folder = try TemporaryDirectory()
        let store = try AppStore(
            directory: DataDirectory(path: folder.path), catalogue: .bundled(), time: fixture.time.source,
            isServed: true)
        let session = try store.embeddedSession()
        let bought = try await session.buy("a", StoreFixture.sepia)
        let signed = try #require(bought.signed)
        // A purchase is restored once it is finished.
        try await session.finish(#require(bought.finished))
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        async let wasEnded = store.database.writeTogether { _ in
            begin.finish()
            return end.wait(timeout: .now() + .seconds(60)) == .success
        }
        for await _ in begun {}
        do {
            defer { end.signal() }
            let page = try await session.compare(ComparisonRequest(.purchases, []))
            #expect(page.changes == [.payment(bought, isFinished: true)])
            let restored = try await session.restoredPurchases(after: nil, limit: 10)
            #expect(restored.purchases.map(\.signedTransaction) == [signed])
        }
        // They have not waited until the writer gave up.
        #expect(try await wasEnded)
    }

    @Test func `A renewal that is made again after an earlier copy was put back is the same payment`()
        async throws
    {
        let one = IdempotencyKey.renewing(912_848_478_415_851_720, period: 2)
        #expect(one == .renewing(912_848_478_415_851_720, period: 2))
        #expect(one != .renewing(912_848_478_415_851_720, period: 3))
        #expect(one != .renewing(912_848_478_415_851_721, period: 2))
    }
}

/// Counts the statements of the transactions.
private final class CountingEngine: DatabaseEngine {
    private let engine: SQLiteEngine
    private let count = Atomic(0)

    init(_ engine: SQLiteEngine) { self.engine = engine }

    var statements: Int { count.load(ordering: .relaxed) }
    var name: String { engine.name }
    var isShared: Bool { engine.isShared }

    private func counted(_ database: any StoreTransaction) -> CountingTransaction {
        CountingTransaction(database: database) { [self] in count.add(1, ordering: .relaxed) }
    }

    func read<Value>(_ body: (any StoreTransaction) throws -> Value) throws -> Value {
        try engine.read { try body(counted($0)) }
    }

    func rows(_ read: StoreRead) throws -> [StoreRow] { try engine.rows(read) }

    @discardableResult
    func write<Value>(
        about subject: WriteSubject?, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value {
        try engine.write(about: subject) { try body(counted($0)) }
    }

    func writeTogether<Value: Sendable>(
        about subject: WriteSubject?, reading reads: @autoclosure () -> [StoreRead],
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await engine.writeTogether(about: subject, reading: reads()) { [self] in try body(counted($0)) }
    }

    func watch(onCommit: @escaping @Sendable () -> Void) -> any Sendable {
        engine.watch(onCommit: onCommit)
    }
}

private struct CountingTransaction: StoreTransaction {
    let database: any StoreTransaction
    let count: () -> Void

    func rows(_ sql: String, _ arguments: StoreArguments) throws -> [StoreRow] {
        count()
        return try database.rows(sql, arguments)
    }

    func forEachRow(_ sql: String, _ arguments: StoreArguments, _ body: (StoreRow) throws -> Bool) throws {
        count()
        try database.forEachRow(sql, arguments, body)
    }

    func rows(_ read: StoreRead) throws -> [StoreRow] {
        count()
        return try database.rows(read)
    }

    func execute(_ sql: String, _ arguments: StoreArguments) throws -> Int {
        count()
        return try database.execute(sql, arguments)
    }

    func update(
        _ sql: String, _ arguments: StoreArguments,
        changing changes: @autoclosure () -> [(StoreRead, StoreRead.Change)]
    ) throws {
        count()
        try database.update(sql, arguments, changing: changes())
    }

    func insert(
        _ sql: String, _ arguments: StoreArguments,
        changing changes: @autoclosure () -> [(StoreRead, StoreRead.Change)]
    ) throws {
        count()
        try database.insert(sql, arguments, changing: changes())
    }

    func afterCommit(_ work: @escaping @Sendable () -> Void) { database.afterCommit(work) }

    func attempt<Value>(_ body: () throws -> Value) throws -> Result<Value, any Error> {
        try database.attempt(body)
    }
}
