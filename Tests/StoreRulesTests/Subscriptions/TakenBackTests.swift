import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// A subscription whose store was put back to an earlier copy, and takes back the periods since then.
@Suite(.timeLimit(.minutes(5))) struct TakenBackTests {
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
        _ = try await fixture.store.make(order, for: account)
    }

    private func renew(_ count: Int = 1, _ store: AppStore? = nil) throws {
        fixture.time.advance(by: SubscriptionFixture.month * count)
        try (store ?? fixture.store).makeDueRenewals()
    }

    /// The store with an earlier copy of its database, after it has taken back everything.
    private func putBack(to copy: [UInt8]) throws -> AppStore {
        let store = try fixture.store(with: copy)
        let signed = try fixture.store.signedTransactions(of: account).sorted {
            $0.key.rawValue < $1.key.rawValue
        }
        try store.database.write { database in
            let known = try #require(try AccountTable.find(account, database))
            let checkout = try store.checkout(for: known, database)
            for (_, transaction) in signed { #expect(try checkout.takeBack(transaction, database)) }
        }
        return store
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
        let original = try #require(try fixture.store.subscriptions().first).originalTransactionIdentifier
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
        let original = try #require(try late.subscriptions().first).originalTransactionIdentifier
        if isRefunded { _ = try late.perform(.refundPeriod, on: original) }
        let charges = try late.signedTransactions(of: account)
        try fixture.store.database.write { database in
            let known = try #require(try AccountTable.find(account, database))
            let checkout = try fixture.store.checkout(for: known, database)
            for transaction in charges.values { #expect(try checkout.takeBack(transaction, database)) }
        }
        #expect(try fixture.store.subscriptions().map(\.status) == [.active])
        #expect(try fixture.store.audit().findings == [])
        #expect(try fixture.store.perform(.refundPeriod, on: original).status == .revoked)
    }
}
