import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// A subscription whose store was put back to an earlier copy, and accepts the periods since then again.
@Suite(.timeLimit(.minutes(5))) struct ReadmittedPeriodTests {
    private let fixture: PutBackFixture
    private let account: AccountIdentifier

    init() throws {
        let offer = """
            "codeOffers": [{"referenceName": "half", "paymentMode": "payAsYouGo", \
            "subscriptionPeriod": "P1M", "numberOfPeriods": 3, "displayPrice": "5"}]
            """
        let gold = #""productID": "gold""#
        fixture = try PutBackFixture(
            catalogue: Catalogue(SubscriptionFixture.json.replacing(gold, with: "\(gold), \(offer)")))
        account = try fixture.store.embeddedSession().account.identifier
        try fixture.store.set { $0.timeRate = .monthlyRenewalEveryThirtySeconds }
    }

    private func buy(with offer: String? = nil) async throws {
        let order = PurchaseOrder(PurchaseRequest(SubscriptionFixture.gold), offer: offer)
        _ = try await fixture.store.make(order, for: account.rawValue)
    }

    private func renew(_ count: Int = 1, _ store: AppStore? = nil) throws {
        fixture.time.advance(by: SubscriptionFixture.month * count)
        try (store ?? fixture.store).makeDueRenewals()
    }

    /// The store with an earlier copy of its database, after it has accepted everything again.
    private func putBack(to copy: [UInt8]) throws -> AppStore {
        let store = try fixture.store(with: copy)
        try giveBack(fixture.store, to: store)
        return store
    }

    /// Gives a store everything that another copy of it has signed, the oldest first.
    private func giveBack(_ other: AppStore, to store: AppStore) throws {
        let signed = try other.signedTransactions(of: account).sorted { $0.key.rawValue < $1.key.rawValue }
        try store.database.write { database in
            let known = try #require(try AccountTable.find(account, database))
            let checkout = try store.checkout(for: known, database)
            for (_, transaction) in signed {
                let proved = try #require(ProvedTransaction(transaction, by: store.verifier(for: known)))
                try checkout.readmit(proved, database)
            }
        }
    }

    private func original(_ store: AppStore? = nil) throws -> TransactionIdentifier {
        try #require(try (store ?? fixture.store).subscriptions().first).originalTransactionIdentifier
    }

    private func prices(_ store: AppStore) throws -> [Int64] { try store.payloads(of: account).map(\.price) }

    @Test(arguments: [1, 2])
    func `An offer goes on where it was`(renewals: Int) async throws {
        try await buy(with: "half")
        let copy = try fixture.copy()
        try renew(renewals)
        let store = try putBack(to: copy)
        try renew(4 - renewals, store)
        #expect(try prices(store) == [5000, 5000, 5000, 9990, 9990])
        #expect(try store.payloads(of: account).map(\.offerPeriod) == ["P3M", "P3M", "P3M", nil, nil])
        #expect(try store.audit().findings == [])
    }

    @Test func `An offer that was redeemed for the next period is not given again`() async throws {
        try await buy()
        try await buy(with: "half")
        let copy = try fixture.copy()
        try renew()
        let store = try putBack(to: copy)
        try renew(4, store)
        #expect(try prices(store) == [9990, 5000, 5000, 5000, 9990, 9990])
    }

    @Test func `A higher price that was agreed to is not asked about again`() async throws {
        try await buy()
        let original = try original()
        _ = try fixture.store.perform(.requestPriceConsent, on: original)
        let copy = try fixture.copy()
        _ = try fixture.store.perform(.consentToPrice, on: original)
        try renew()
        let store = try putBack(to: copy)
        try renew(1, store)
        #expect(try store.subscriptions().map(\.status) == [.active])
    }

    @Test("It goes on from the first of two charges, and ends with its refund", arguments: [false, true])
    func twins(isRefunded: Bool) async throws {
        try await buy()
        let copy = try fixture.copy()
        try renew()
        fixture.time.advance(by: .seconds(1))
        let late = try fixture.store(with: copy)
        try late.makeDueRenewals()
        let original = try original(late)
        if isRefunded { _ = try late.perform(.refundPeriod, on: original) }
        try giveBack(late, to: fixture.store)
        #expect(try fixture.store.subscriptions().map(\.status) == [.active])
        #expect(try fixture.store.audit().findings == [])
        #expect(try fixture.store.perform(.refundPeriod, on: original).status == .revoked)
    }

    @Test(
        "One that the store has forgotten does not renew: its customer may have cancelled it",
        arguments: [false, true])
    func forgotten(isCancelled: Bool) async throws {
        let copy = try fixture.copy()
        try await buy()
        if isCancelled { _ = try fixture.store.perform(.cancel, on: original()) }
        try renew()
        let store = try putBack(to: copy)
        try renew(12, store)
        #expect(try prices(store) == (isCancelled ? [9990] : [9990, 9990]))
        #expect(try store.subscriptions().map(\.status) == [.expired])
    }

    @Test
    func `A refund that the store accepts again ends it, and the refund's reversal does not let it renew`()
        async throws
    {
        try await buy()
        let copy = try fixture.copy()
        let original = try original()
        _ = try fixture.store.perform(.refundPeriod, on: original)
        let store = try putBack(to: copy)
        #expect(try store.subscriptions().map(\.status) == [.revoked])
        _ = try store.perform(.reverseRefund, on: original.rawValue)
        #expect(try store.subscriptions().map(\.status) == [.active])
        try renew(1, store)
        #expect(try prices(store) == [9990])
        #expect(try store.subscriptions().map(\.status) == [.expired])
    }

    /// What happens after a second beginning.
    enum Sequel: CaseIterable {
        case nothing, cancelled, downgraded, askedAboutPrice, unpaid
    }

    @Test(
        "What its customer decided after a second beginning counts for the first one",
        arguments: Sequel.allCases)
    func beganTwice(sequel: Sequel) async throws {
        let copy = try fixture.copy()
        let request = PurchaseRequest(SubscriptionFixture.gold)
        let first = try await fixture.store.embeddedSession().purchase(request).transactionIdentifier
        fixture.time.advance(by: .seconds(1))
        let store = try fixture.store(with: copy)
        let session = try store.embeddedSession()
        _ = try await session.purchase(request)
        let original = try original(store)
        switch sequel {
        case .nothing: break
        case .cancelled: _ = try store.perform(.cancel, on: original)
        case .downgraded:
            #expect(try await session.buy("less", SubscriptionFixture.bronze).state == "changed")
        case .askedAboutPrice: _ = try store.perform(.requestPriceConsent, on: original)
        case .unpaid: _ = try store.perform(.breakBilling, on: original)
        }
        func subscription() throws -> Subscription {
            try #require(try store.database.read { try SubscriptionTable.all($0) }.first)
        }
        let second = try subscription()
        try giveBack(fixture.store, to: store)
        let stays = try subscription()
        #expect(stays.originalIdentifier == first)
        #expect(stays.isAutoRenewing == (sequel != .cancelled))
        #expect(stays.renewalProduct == second.renewalProduct)
        #expect(stays.priceQuestion == second.priceQuestion)
        #expect(stays.hasBillingProblem == second.hasBillingProblem)
        #expect(try store.audit().findings == [])
    }

    @Test(
        "A period that was refunded, forgotten and charged again can be refunded, by either name",
        arguments: [false, true])
    func refundedAndCharged(isByNumber: Bool) async throws {
        try await buy()
        let copy = try fixture.copy()
        try renew()
        let original = try original()
        _ = try fixture.store.perform(.refundPeriod, on: original)
        fixture.time.advance(by: .seconds(1))
        let store = try fixture.store(with: copy)
        try store.makeDueRenewals()
        let again = try #require(try store.purchases(limit: 1).first?.transactionIdentifier)
        try giveBack(fixture.store, to: store)
        if isByNumber {
            _ = try store.perform(.refund, on: again.rawValue)
        } else {
            _ = try store.perform(.refundPeriod, on: original)
        }
        let periods = try store.payloads(of: account).filter { $0.periodNumber == 2 }
        #expect(periods.count == 2 && periods.allSatisfy { $0.revocationDate != nil })
        #expect(try store.subscriptions().map(\.status) == [.revoked])
    }

    @Test("One that renews on the 31st does so again after a shorter month", arguments: [false, true])
    func shorterMonth(isForgotten: Bool) async throws {
        try fixture.store.set { $0.timeRate = .realTime }
        let lastOfDecember = Timestamp(milliseconds: 1_798_718_400_000)
        let now = fixture.time.source.now()
        fixture.time.advance(by: .milliseconds(lastOfDecember.milliseconds - now.milliseconds))
        let before = try fixture.copy()
        try await buy()
        let after = try fixture.copy()
        fixture.time.advance(by: .seconds(31 * 86_400))
        try fixture.store.makeDueRenewals()
        let store = try putBack(to: isForgotten ? before : after)
        if isForgotten { _ = try store.perform(.resume, on: original(store)) }
        fixture.time.advance(by: .seconds(90 * 86_400))
        try store.makeDueRenewals()
        let ends = try store.payloads(of: account).compactMap(\.expiresDate)
        #expect(ends.map(\.dayOfMonth) == [31, 28, 31, 30, 31])
    }

    @Test func `An introductory offer that was had is not given again`() async throws {
        func buySilver(at store: AppStore) async throws {
            let order = PurchaseOrder(PurchaseRequest(SubscriptionFixture.silver))
            _ = try await store.make(order, for: account.rawValue)
        }
        let copy = try fixture.copy()
        try await buySilver(at: fixture.store)
        let store = try putBack(to: copy)
        // The store has forgotten it, so it ends with its two free months.
        try renew(2, store)
        try await buySilver(at: store)
        #expect(try prices(store) == [0, 9990])
    }
}
