import StoreDatabase
import StoreModel
import TestSupport
import Testing

@testable import StoreEngine

/// What the developer's server is told about subscriptions.
@Suite struct SubscriptionNoticeTests {
    private let fixture: SubscriptionFixture

    init() throws {
        fixture = try SubscriptionFixture()
        try fixture.store.setNotificationAddress(NotificationAddress(rawValue: "http://127.0.0.1:9/"), in: .sandbox)
    }

    @Test func `A life: bought, renewed, downgraded, upgraded, cancelled, expired, bought again`() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        fixture.time.advance(by: SubscriptionFixture.month)
        try await fixture.buy(SubscriptionFixture.bronze)
        try await fixture.buy(SubscriptionFixture.gold)
        try fixture.perform(.cancel)
        fixture.time.advance(by: SubscriptionFixture.month)
        try await fixture.buy(SubscriptionFixture.bronze)
        #expect(
            try fixture.notices() == [
                "SUBSCRIBED INITIAL_BUY", "DID_RENEW", "DID_CHANGE_RENEWAL_PREF DOWNGRADE",
                "DID_CHANGE_RENEWAL_PREF UPGRADE", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED",
                "EXPIRED VOLUNTARY", "SUBSCRIBED RESUBSCRIBE",
            ])
    }

    @Test func `Trouble: grace period, its end, recovery, and the end of the retries`() async throws {
        try fixture.store.set { $0.allowsGracePeriod = true }
        try await fixture.buy(SubscriptionFixture.silverPlus)
        try fixture.perform(.breakBilling)
        fixture.time.advance(by: .seconds(50))
        try fixture.perform(.fixBilling)
        try fixture.perform(.breakBilling)
        fixture.time.advance(by: .seconds(1000))
        _ = try fixture.subscription()
        #expect(
            try fixture.notices() == [
                "SUBSCRIBED INITIAL_BUY", "DID_FAIL_TO_RENEW GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
                "DID_RENEW BILLING_RECOVERY", "DID_FAIL_TO_RENEW GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
                "EXPIRED BILLING_RETRY",
            ])
    }

    @Test func `A refund comes with the renewal info and status 5`() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        try fixture.perform(.revoke)
        #expect(try fixture.notices() == ["SUBSCRIBED INITIAL_BUY", "REFUND"])
        let entries = try fixture.store.database.read { database in
            try NotificationTable.history(in: .sandbox, behind: 0, limit: 9, where: { $0.type == "REFUND" }, database)
        }
        let entry = try #require(entries.first)
        let data = try JSONValue(signed: entry.signed)["data"]
        #expect(data?["status"] == .number(5))
        let renewal = try JSONValue(signed: #require(data?["signedRenewalInfo"]?.string))
        #expect(renewal["originalTransactionId"] == .string(try fixture.original().rawValue))
        #expect(renewal["autoRenewStatus"] == .number(0))
    }

    @Test func `A purchase that waits for approval becomes a subscription when it is approved`() async throws {
        try fixture.store.set { $0.asksToBuy = true }
        try await fixture.buy(SubscriptionFixture.gold, "a")
        #expect(try fixture.subscription() == nil)
        try await fixture.customer.perform(.approve, on: "a")
        #expect(try fixture.subscription()?.status == .active)
        #expect(try fixture.notices() == ["SUBSCRIBED INITIAL_BUY"])
    }
}
