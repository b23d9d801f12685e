#if AppleServices && Postgres
import Dispatch
@testable import StoreRules
import StoreModel
import TestSupport
import Testing

@testable import AppleServices

/// The notifications of several servers that are one store on a PostgreSQL database.
@Suite(
    "Servers that share a database's notifications", .timeLimit(.minutes(5)),
    .enabled(if: TestedEngine.isPostgres, "MONKEYSTORE_TEST_POSTGRES has no URL of a database."))
struct SharedOutboxTests {
    private let folder: TemporaryDirectory
    private let time = ManualTime()

    init() throws { folder = try TemporaryDirectory() }

    /// The store of one server, whose clock is ahead of the others' by `ahead`.
    private func store(ahead: Duration = .zero) throws -> AppStore {
        try AppStore(sharedIn: folder.path, time: time.source(ahead: ahead))
    }

    @Test func `record a notification with nothing but what was read ahead for its purchase`() async throws {
        let store = try store()
        try store.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        let session = try store.embeddedSession()
        try await withThrowingTaskGroup { group in
            for index in 0..<40 {
                group.addTask { _ = try await session.buy(IdempotencyKey(rawValue: "\(index)"), "banana") }
            }
            try await group.waitForAll()
        }
        let outbox = NotificationOutbox(store: store, environment: .sandbox)
        guard case .send(let items, _) = try outbox.work(limit: 40) else {
            Issue.record("nothing to send")
            return
        }
        #expect(items.count == 40)
        for item in try await outbox.claim(items) { try await outbox.record(.success, of: item) }
        let counts = try #require(store.database.counts)
        #expect(counts.batches < counts.batchedWrites && counts.readAheadMisses == 0)
    }

    @Test func `send each of 1,000 notifications once`() async throws {
        let (one, other) = (try store(), try store())
        try one.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        let session = try one.embeddedSession()
        try await withThrowingTaskGroup { group in
            for index in 0..<1000 {
                group.addTask { _ = try await session.buy(IdempotencyKey(rawValue: "\(index)"), "banana") }
            }
            try await group.waitForAll()
        }
        let sent = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for store in [one, one, other, other] {
                group.addTask {
                    let outbox = NotificationOutbox(store: store, environment: .sandbox)
                    var numbers: [Int64] = []
                    while case .send(let items, _) = try outbox.work(limit: 8) {
                        for item in try await outbox.claim(items) {
                            numbers.append(item.number)
                            try await outbox.record(.success, of: item)
                        }
                    }
                    return numbers
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(sent.count == 1000 && Set(sent).count == 1000)
    }

    @Test func `send, and hear developers' servers, while another one sells to somebody else`() async throws {
        let (one, other) = (try store(), try store())
        try one.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        let bought = try await one.embeddedSession().buy("a", "banana").transactionIdentifier
        let identifier = try #require(bought).rawValue
        let subscribed = try await one.embeddedSession().buy("s", SubscriptionFixture.gold)
        let subscription = try #require(subscribed.transactionIdentifier).rawValue
        let ann = try one.customer("ann").account.identifier
        // Its first start makes a key, for which nobody else may write.
        let api = try ServerAPI(store: other)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let sale = Task {
            try await one.database.writeTogether(about: .account(ann), reading: []) { database in
                // It is idle for longer than a sale may be.
                try database.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                begin.finish()
                _ = gate.wait(timeout: .now() + .seconds(60))
            }
        }
        for await _ in begun {}
        let outbox = NotificationOutbox(store: other, environment: .sandbox)
        let claimed = try await outbox.claim(outbox.due())
        for item in claimed { try await outbox.record(.success, of: item) }
        try await api.finish(identifier, in: .sandbox)
        try await api.setConsumption(
            of: identifier, body: Array(ConsumptionTests.whole.utf8), in: .sandbox)
        #expect(
            try other.deliveries(in: nil, before: nil, limit: 3).map(\.state) == [.delivered, .delivered])
        for transaction in [identifier, subscription] {
            try await api.setAppAccountToken(
                of: transaction, body: Array(#"{"appAccountToken": "\#(randomUUID())"}"#.utf8), in: .sandbox)
        }
        let wanted = #"{"extendByDays": 1, "extendReasonCode": 0, "requestIdentifier": "r"}"#
        _ = try await api.extendRenewal(of: subscription, body: Array(wanted.utf8), in: .sandbox)
        _ = try await api.requestTestNotification(in: .sandbox)
        gate.signal()
        try await sale.value
    }

    @Test func `claim notifications one at a time, even if they have different ones in view`() async throws {
        let (one, other) = (try store(), try store())
        try one.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        for key in ["a", "b"] as [IdempotencyKey] { try await one.embeddedSession().buy(key, "banana") }
        let (first, second) = (
            NotificationOutbox(store: one, environment: .sandbox),
            NotificationOutbox(store: other, environment: .sandbox)
        )
        let items = try first.due()
        try #require(items.count == 2)
        async let claimed = first.claim([items[0]])
        let others = try await second.claim([items[1]])
        #expect(try await claimed.count + others.count == 1)
    }

    @Test func `keep the order of one customer's notifications although their clocks differ`() async throws {
        let (ahead, plain) = (try store(ahead: .seconds(30)), try store())
        try plain.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        try await ahead.embeddedSession().buy("a", "banana")
        try await plain.embeddedSession().perform(.refund, on: "a")
        let outbox = NotificationOutbox(store: plain, environment: .sandbox)
        #expect(try outbox.due().map(\.type) == ["ONE_TIME_CHARGE", "REFUND"])
    }

    @Test(
        "take over a notification from one that died with it, and not from one that has it in hand",
        arguments: [false, true])
    func claims(isLateAnswerFirst: Bool) async throws {
        let (one, other) = (try store(), try store())
        try one.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        try await one.embeddedSession().buy("a", "banana")
        let outbox = NotificationOutbox(store: other, environment: .sandbox)
        let items = try NotificationOutbox(store: one, environment: .sandbox).due()
        let bodies = items.map(\.body)
        #expect(!items.isEmpty)
        let first = NotificationOutbox(store: one, environment: .sandbox)
        let held = try await first.claim(items)
        #expect(held.map(\.body) == bodies)
        #expect(try await outbox.claim(items).isEmpty)
        let early = NotificationOutbox(store: try store(ahead: .seconds(60)), environment: .sandbox)
        #expect(try await early.claim(items).isEmpty)
        // The store's own clock, which people move, does not matter, either.
        try one.set { $0.clockOffsetMilliseconds = 30 * 86_400_000 }
        #expect(try await outbox.claim(items).isEmpty && outbox.pause() != nil)
        try one.set { $0.frozenAt = time.source.now() }
        time.advance(by: ServerSharing.claim)
        let taken = try await outbox.claim(try outbox.due())
        #expect(taken.map(\.body) == bodies)
        // The first server was not dead. What it reports about its attempt changes nothing any more.
        func sayLate() async throws { for item in held { try await first.record(.timedOut, of: item) } }
        if isLateAnswerFirst { try await sayLate() }
        for item in taken { try await outbox.record(.success, of: item) }
        if !isLateAnswerFirst { try await sayLate() }
        let deliveries = try one.deliveries(in: nil, before: nil, limit: 100)
        #expect(deliveries.allSatisfy { $0.state == .delivered && $0.attempts.count == 2 })
    }

    @Test func `take over nothing that another one may still be sending, even if their clocks are ahead`()
        async throws
    {
        let (one, other) = (try store(), try store(ahead: ServerSharing.clockDifference))
        try one.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        try await one.embeddedSession().buy("a", "banana")
        let (outbox, early) = (
            NotificationOutbox(store: one, environment: .sandbox),
            NotificationOutbox(store: other, environment: .sandbox)
        )
        let items = try outbox.due()
        let item = try #require(try await outbox.claim(items).first)
        let patience = Duration.seconds(10)
        let rest = patience * 2 + ServerSharing.clockDifference
        time.advance(by: ServerSharing.claim - rest)
        // The last moment at which an attempt begins.
        #expect(outbox.hasTime(for: item, patience))
        time.advance(by: .milliseconds(1))
        #expect(!outbox.hasTime(for: item, patience))
        time.advance(by: patience)
        #expect(try await early.claim(items).isEmpty)
        time.advance(by: patience)
        #expect(try await early.claim(items).count == 1)
    }

    @Test func `take over at once what one that stops did not come to`() async throws {
        let (one, other) = (try store(), try store())
        try one.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:1/"), in: .sandbox)
        for key in ["a", "b", "c"] as [IdempotencyKey] {
            try await one.embeddedSession().buy(key, "banana")
        }
        let (first, second) = (
            NotificationOutbox(store: one, environment: .sandbox),
            NotificationOutbox(store: other, environment: .sandbox)
        )
        let held = try await first.claim(first.due())
        #expect(held.count == 3)
        try await first.record(.success, of: held[0])
        #expect(try second.due().isEmpty)
        try await first.release(held[1...])
        time.advance(by: .seconds(1))
        #expect(try await second.claim(second.due()).map(\.uuid) == held[1...].map(\.uuid))
        // By then they are the other one's.
        try await first.release(held[1...])
        #expect(try first.due().isEmpty)
    }

    @Test func `look for notifications again although they hear of none`() throws {
        let (one, other) = (try store(), try store())
        let outbox = NotificationOutbox(store: other, environment: .sandbox)
        // There is no address yet, and a server that gets one does not tell the others.
        #expect(try outbox.pause() != nil)
        _ = one
    }
}
#endif
