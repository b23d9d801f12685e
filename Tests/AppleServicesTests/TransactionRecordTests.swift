#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// What the store has about one purchase, for the inspector.
@Suite(.timeLimit(.minutes(5))) struct TransactionRecordTests {
    private let fixture: ServerAPIFixture

    init() async throws { fixture = try await .notifying() }

    /// Does it a minute later.
    private func perform(_ action: TransactionAction, on key: IdempotencyKey) async throws {
        fixture.time.advance(by: .seconds(60))
        try await fixture.customer.perform(action, on: key)
    }

    /// What the present version of a transaction says to developers' servers.
    private func version(_ key: IdempotencyKey) async throws -> TransactionPayload {
        let signed = try #require(try await fixture.signed(key))
        return try TransactionSigner.payload(of: SignedTransaction(rawValue: signed)).forServers
    }

    @Test func `A refund and its reversal are versions, changes and notifications of one purchase`()
        async throws
    {
        try await fixture.buy("other")
        let number = try await fixture.buy("a")
        var signed = [try await version("a")]
        try await fixture.customer.finish(TransactionIdentifier(rawValue: number))
        for action in [TransactionAction.refund, .reverseRefund] {
            try await perform(action, on: "a")
            signed.append(try await version("a"))
        }

        let record = try fixture.store.record(of: "a")
        #expect(record.versions.last?.rawValue == (try await fixture.signed("a")))
        #expect(try record.versions.map { try TransactionSigner.payload(of: $0).forServers } == signed)
        #expect(
            record.changes.map(\.revision) == [2, 3, 4, 5]
                && record.changes.map(\.credits) == [10, 10, 5, 10])
        #expect(
            record.notifications.map(\.notificationType) == ["ONE_TIME_CHARGE", "REFUND", "REFUND_REVERSED"])
        for notification in record.notifications {
            let told = try JSONValue(signed: #require(notification.signedPayload))
            #expect(told["notificationUUID"]?.string == notification.identifier)
        }
        #expect(record.status == "purchased" && !record.isFinished)
        let summaries = try fixture.store.purchases(limit: 1)
        #expect(record.orderIdentifier == summaries.first?.orderIdentifier && record.orderIdentifier != nil)
        #expect(try fixture.store.record(of: number) == record)
        #expect(try await fixture.customer.record(of: "a") == record)
    }

    @Test func `Each notification has its attempts`() async throws {
        try await fixture.buy("a")
        try await fixture.attempt(.unsuccessfulStatus)
        let refused = try #require(fixture.store.record(of: "a").notifications.first)
        #expect(
            refused.state == .givenUp && refused.attempts.map(\.result) == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE"]
        )
        _ = try fixture.store.sendAgain(refused.identifier)
        fixture.time.advance(by: .seconds(60))
        try await fixture.attempt(.success)
        let taken = try #require(fixture.store.record(of: "a").notifications.first)
        #expect(taken.state == .delivered)
        #expect(taken.attempts.map(\.result) == ["UNSUCCESSFUL_HTTP_RESPONSE_CODE", "SUCCESS"])
        #expect(taken.attempts[1].date == taken.attempts[0].date.advanced(by: .seconds(60)))
    }

    @Test func `However much became of a purchase, the newest hundred of each come, and the present version`()
        async throws
    {
        try await fixture.buy("a")
        let rounds = 60
        for _ in 0..<rounds {
            try await perform(.refund, on: "a")
            try await perform(.reverseRefund, on: "a")
        }
        let record = try fixture.store.record(of: "a")
        let newest = Int64(1 + 2 * rounds)
        #expect(record.changes.map(\.revision) == Array(newest - 99...newest))
        #expect(record.notifications.count == 100)
        #expect(record.notifications.map(\.number) == record.notifications.map(\.number).sorted())
        #expect(record.notifications.last?.notificationType == "REFUND_REVERSED")
        #expect(record.versions.count == 100)
        #expect(record.versions.last?.rawValue == (try await fixture.signed("a")))
        let versions = try record.versions.map { try #require($0.version) }
        #expect(versions == versions.sorted())
    }

    @Test func `What the developer's server was told of it in other words comes before the present version`()
        async throws
    {
        let token = "0d4f6a8e-0000-4000-8000-000000000000"
        let number = TransactionIdentifier(rawValue: try await fixture.buy("a"))
        let present = try await fixture.signed("a")
        // Before the token was set, it was told of it in the same words.
        fixture.time.advance(by: .seconds(60))
        try fixture.store.requestRefund(of: number, because: .other)
        try fixture.store.declineRefund(of: number)
        try await fixture.api.setAppAccountToken(
            of: number.rawValue, body: Array(#"{"appAccountToken": "\#(token)"}"#.utf8), in: .sandbox)
        fixture.time.advance(by: .seconds(60))
        try fixture.store.requestRefund(of: number, because: .other)
        let versions = try fixture.store.record(of: "a").versions
        #expect(versions.map(\.unverifiedPayload?.appAccountToken?.rawValue).first == token)
        #expect(versions.count == 2 && versions.last?.rawValue == present)
    }

    @Test func `A version that is signed again for a notification has that date, and is no other version`()
        async throws
    {
        let number = TransactionIdentifier(rawValue: try await fixture.buy("a"))
        fixture.time.advance(by: .seconds(60))
        try fixture.store.requestRefund(of: number, because: .other)
        fixture.time.advance(by: .seconds(60))
        try fixture.store.declineRefund(of: number)
        let record = try fixture.store.record(of: "a")
        let present = try await fixture.signed("a")
        #expect(record.versions.map(\.rawValue) == [present])
        var dates: [JSONValue?] = []
        for notification in record.notifications {
            let payload = try JSONValue(signed: #require(notification.signedPayload))
            let transaction = try JSONValue(
                signed: #require(payload["data"]?["signedTransactionInfo"]?.string))
            #expect(transaction["signedDate"] == payload["signedDate"])
            dates.append(transaction["signedDate"])
        }
        let start = fixture.time.source.now().milliseconds - 120_000
        #expect(dates == [0, 60_000, 120_000].map { JSONValue.number(start + $0) })
    }

    @Test func `Nothing was signed for what was not paid`() async throws {
        try fixture.store.set { $0.asksToBuy = true }
        try await fixture.customer.buy("a")
        let record = try fixture.store.record(of: "a")
        #expect(record.status == "deferred" && record.orderIdentifier == nil)
        #expect(
            record.versions.isEmpty && record.notifications.isEmpty && record.changes.map(\.credits) == [0])
    }

    @Test func `A customer is told of the own purchases only, also of those with the keys of others`()
        async throws
    {
        let stranger = try fixture.stranger()
        let number = try await fixture.buy("a")
        let key = IdempotencyKey(rawValue: number)
        await #expect(throws: StoreAdministrationError.noTransactionFound) {
            try await stranger.record(of: "a")
        }
        await #expect(throws: StoreAdministrationError.noTransactionFound) {
            try await stranger.record(of: key)
        }
        try fixture.store.set { $0.asksToBuy = true }
        try await stranger.buy("a")
        #expect(try await stranger.record(of: "a").status == "deferred")
        #expect(try await fixture.customer.record(of: "a").status == "purchased")
        for unknown in ["b", "", "1", "2000000000000009"] {
            #expect(throws: StoreAdministrationError.noTransactionFound) {
                try fixture.store.record(of: unknown)
            }
        }
    }

    @Test("Looking for the notifications of a purchase looks at no others", .onSQLite)
    func plan() throws {
        let plan = try fixture.store.plan(NotificationTable.newestAbout)
        #expect(
            plan.count == 1 && plan[0].contains("SEARCH notification")
                && plan[0].contains("notificationPurchase"))
    }
}
#endif
