#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

/// What the developer's server is told about subscriptions.
@Suite(.timeLimit(.minutes(5))) struct SubscriptionNoticeTests {
    private let fixture: SubscriptionFixture

    init() throws {
        fixture = try SubscriptionFixture()
        try fixture.store.setNotificationAddress(HTTPAddress(rawValue: "http://127.0.0.1:9/"), in: .sandbox)
    }

    @Test func `A life: bought, renewed, downgraded, upgraded, cancelled, expired, bought again`()
        async throws
    {
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

    /// When each notification was signed, with the transaction and the renewal information in it.
    private func signedDates() throws -> [[JSONValue?]] {
        let entries = try fixture.entries()
        return try entries.map { entry in
            let payload = try JSONValue(signed: entry.signed)
            let transaction = try JSONValue(
                signed: #require(payload["data"]?["signedTransactionInfo"]?.string))
            let renewal = try JSONValue(signed: #require(payload["data"]?["signedRenewalInfo"]?.string))
            return [
                payload["signedDate"], transaction["signedDate"], renewal["signedDate"],
                transaction["purchaseDate"],
            ]
        }
    }

    @Test func `A long jump of the clock dates each renewal as if it had been made in time`() async throws {
        let start = fixture.time.source.now().milliseconds
        try await fixture.buy(SubscriptionFixture.gold)
        fixture.time.advance(by: SubscriptionFixture.month * 12)
        _ = try fixture.subscription()
        let month = Int64(SubscriptionFixture.month / .milliseconds(1))
        let dates = (0...12).map { JSONValue.number(start + $0 * month) }
        #expect(try fixture.periods().count == 13)
        #expect(try signedDates() == dates.map { [$0, $0, $0, $0] })
        // They are sent only from now on, in the order in which they happened.
        let outbox = NotificationOutbox(store: fixture.store, environment: .sandbox)
        let due = try outbox.due().map {
            try JSONValue(signed: #require(JSONValue(json: $0.body)["signedPayload"]?.string))
        }
        #expect(due.map { $0["signedDate"] } == dates)
    }

    @Test func `A long jump dates the end of a grace period and of the retries as well`() async throws {
        try fixture.store.set { $0.allowsGracePeriod = true }
        try await fixture.buy(SubscriptionFixture.gold)
        try fixture.perform(.breakBilling)
        let end = try #require(try fixture.subscription()).expires.milliseconds
        fixture.time.advance(by: SubscriptionFixture.month * 12)
        _ = try fixture.subscription()
        let dates = try signedDates().map { $0[0] }
        #expect(
            try fixture.notices().dropFirst() == [
                "DID_FAIL_TO_RENEW GRACE_PERIOD", "GRACE_PERIOD_EXPIRED", "EXPIRED BILLING_RETRY",
            ])
        #expect(dates[1] == .number(end))
        let numbers = dates.compactMap { if case .number(let number) = $0 { number } else { nil } }
        #expect(Set(numbers).count == 4 && numbers == numbers.sorted())
        #expect(try #require(numbers.last) < fixture.time.source.now().milliseconds)
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
        try fixture.perform(.refundPeriod)
        // The store turns the renewal off with the refund.
        #expect(
            try fixture.notices() == [
                "SUBSCRIBED INITIAL_BUY", "REFUND", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED",
            ])
        let entries = try fixture.entries { $0.type == "REFUND" }
        let entry = try #require(entries.first)
        let data = try JSONValue(signed: entry.signed)["data"]
        #expect(data?["status"] == .number(5))
        let renewal = try JSONValue(signed: #require(data?["signedRenewalInfo"]?.string))
        #expect(renewal["originalTransactionId"] == .string(try fixture.original().rawValue))
        #expect(renewal["autoRenewStatus"] == .number(0))
    }

    @Test func `The refund of a subscription that does not renew turns nothing off`() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        try fixture.perform(.cancel)
        try fixture.perform(.refundPeriod)
        #expect(try fixture.notices().last == "REFUND")
    }

    @Test func `A request for a refund turns the renewal off, and the refund finds it off`() async throws {
        try await fixture.buy(SubscriptionFixture.gold)
        try fixture.store.requestRefund(of: fixture.original(), because: .other)
        #expect(try fixture.subscription()?.isAutoRenewing == false)
        try fixture.perform(.refundPeriod)
        #expect(
            try fixture.notices() == [
                "SUBSCRIBED INITIAL_BUY", "CONSUMPTION_REQUEST",
                "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "REFUND",
            ])
    }

    @Test(
        "A request for a refund does not end a subscription that waits for its payment",
        arguments: [true, false])
    func requestWhileUnpaid(hasGracePeriod: Bool) async throws {
        try fixture.store.set { $0.allowsGracePeriod = hasGracePeriod }
        try await fixture.buy(SubscriptionFixture.gold)
        try fixture.perform(.breakBilling)
        fixture.time.advance(by: SubscriptionFixture.month)
        try fixture.store.requestRefund(of: fixture.original(), because: .other)
        let subscription = try #require(try fixture.subscription())
        #expect(subscription.status == (hasGracePeriod ? .gracePeriod : .billingRetry))
        #expect(subscription.isAutoRenewing)
        #expect(try fixture.notices().last == "CONSUMPTION_REQUEST")
    }

    @Test func `A request for a refund comes after the renewals that are due`() async throws {
        try await fixture.buy(SubscriptionFixture.gold)
        let original = try fixture.original()
        fixture.time.advance(by: SubscriptionFixture.month)
        try fixture.store.requestRefund(of: original, because: .other)
        #expect(
            try fixture.notices() == ["SUBSCRIBED INITIAL_BUY", "DID_RENEW", "CONSUMPTION_REQUEST"])
    }

    @Test func `Whoever changes a cancelled subscription lets it renew again`() async throws {
        try await fixture.buy(SubscriptionFixture.silverPlus)
        try fixture.perform(.cancel)
        try await fixture.buy(SubscriptionFixture.bronze)
        try fixture.perform(.cancel)
        try await fixture.buy(SubscriptionFixture.silverPlus)
        try fixture.perform(.cancel)
        let offer = CatalogueOffer(
            kind: .promotional, identifier: "o", mode: .free, priceMilliunits: 0,
            period: SubscriptionPeriod(1, .month), periodCount: 1)
        try fixture.store.database.write { database in
            _ = try fixture.store.checkout(for: fixture.customer.account, database).purchase(
                PurchaseRequest(SubscriptionFixture.silverPlus), with: offer, database)
        }
        let (off, on) = (
            "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED"
        )
        #expect(
            try fixture.notices() == [
                "SUBSCRIBED INITIAL_BUY", off, "DID_CHANGE_RENEWAL_PREF DOWNGRADE", on, off,
                "DID_CHANGE_RENEWAL_PREF", on, off, "OFFER_REDEEMED", on,
            ])
    }

    @Test(
        "While a renewal waits for its payment, another product is what it is",
        arguments: [
            (true, SubscriptionFixture.gold, "DID_CHANGE_RENEWAL_PREF UPGRADE"),
            (true, SubscriptionFixture.bronze, "DID_CHANGE_RENEWAL_PREF DOWNGRADE"),
            (true, SubscriptionFixture.silverPlus, "DID_RENEW BILLING_RECOVERY"),
            (false, SubscriptionFixture.gold, "SUBSCRIBED RESUBSCRIBE"),
            (false, SubscriptionFixture.bronze, "SUBSCRIBED RESUBSCRIBE"),
            (false, SubscriptionFixture.silverPlus, "DID_RENEW BILLING_RECOVERY"),
        ])
    func unpaid(hasGracePeriod: Bool, product: ProductIdentifier, notice: String) async throws {
        try fixture.store.set { $0.allowsGracePeriod = hasGracePeriod }
        try await fixture.buy(SubscriptionFixture.silverPlus)
        try fixture.perform(.breakBilling)
        fixture.time.advance(by: SubscriptionFixture.month)
        let outcome = try await fixture.buy(product)
        #expect(try fixture.notices().last == notice)
        #expect(outcome.state == (notice.hasSuffix("DOWNGRADE") ? "changed" : "purchased"))
    }

    @Test func `A purchase that waits for approval becomes a subscription when it is approved`() async throws
    {
        try fixture.store.set { $0.asksToBuy = true }
        try await fixture.buy(SubscriptionFixture.gold, "a")
        #expect(try fixture.subscription() == nil)
        try await fixture.customer.perform(.approve, on: "a")
        #expect(try fixture.subscription()?.status == .active)
        #expect(try fixture.notices() == ["SUBSCRIBED INITIAL_BUY"])
    }
}
#endif
