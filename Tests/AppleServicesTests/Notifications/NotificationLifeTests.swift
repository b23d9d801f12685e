#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// How long notifications are kept.
@Suite(.timeLimit(.minutes(5))) struct NotificationLifeTests {
    private static let day = Duration.seconds(86_400)

    private let fixture: ServerAPIFixture

    init() async throws { fixture = try await .notifying() }

    @Test
    func `What was delivered, or given up, is kept for 180 days, and then removed with its attempts`()
        async throws
    {
        for number in 0..<120 { try await fixture.buy(IdempotencyKey(rawValue: "\(number)")) }
        try await fixture.attempt(.success)
        try await fixture.buy("given up")
        for hours in [0, 1, 12, 24, 48, 72] {
            fixture.time.advance(by: .seconds(hours * 3600))
            try await fixture.attempt(.timedOut)
        }
        fixture.time.advance(by: Self.day * 170)
        try fixture.store.clean()
        #expect(try fixture.store.count("notification") == 121)
        fixture.time.advance(by: Self.day * 11)
        try await fixture.buy("new")
        try fixture.store.clean()
        #expect(try fixture.store.count("notification") == 1)
        #expect(try fixture.store.count("notificationAttempt") == 0)
        // The money is in another table.
        #expect(try fixture.store.count("purchase") == 122)
        #expect(try fixture.store.audit().findings.isEmpty)
    }

    @Test func `What is still to be delivered is kept however old it is, and delivered`() async throws {
        try await fixture.buy("a")
        fixture.time.advance(by: Self.day * 400)
        try fixture.store.clean()
        #expect(try fixture.store.count("notification") == 1)
        try await fixture.attempt(.success)
        try fixture.store.clean()
        #expect(try fixture.store.count("notification") == 0)
    }

    @Test func `The store's own clock counts, as it does for the history of notifications`() async throws {
        try await fixture.buy("a")
        try await fixture.attempt(.success)
        try fixture.store.set { $0.clockOffsetMilliseconds = 181 * 86_400_000 }
        try fixture.store.clean()
        #expect(try fixture.store.count("notification") == 0)
    }

    @Test(
        "A cleaning that is broken off has removed what it has removed, and the next one goes on", .onSQLite)
    func brokenOff() async throws {
        for number in 0..<250 { try await fixture.buy(IdempotencyKey(rawValue: "\(number)")) }
        try await fixture.attempt(.success)
        fixture.time.advance(by: Self.day * 200)
        let numbers = try fixture.store.database.read {
            try $0.values(Int64.self, "SELECT number FROM notification ORDER BY number")
        }
        try fixture.store.stop(at: "DELETE ON notification WHEN OLD.number = \(numbers[149])")
        #expect(throws: (any Error).self) { try fixture.store.clean() }
        #expect(try fixture.store.count("notification") == 150)
        #expect(try fixture.store.count("notificationAttempt") == 150)
        try fixture.store.goOn()
        try fixture.store.clean()
        #expect(try fixture.store.count("notification") == 0)
    }

    @Test("Looking for what is over looks at nothing else", .onSQLite)
    func plan() throws {
        let plan = try fixture.store.plan(NotificationTable.over)
        #expect(
            plan.count == 1 && plan[0].contains("SEARCH notification") && plan[0].contains("notificationOver")
        )
    }
}
#endif
