import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// Who may redeem an offer, as the file says it.
@Suite(.timeLimit(.minutes(5))) struct OfferCustomerTests {
    private static func catalogue() throws -> Catalogue {
        func offer(_ name: String, _ field: String) -> String {
            #"{\#(name), "paymentMode": "free", "subscriptionPeriod": "P1M"\#(field)}"#
        }
        let codes = [
            ("fresh", #", "eligibility": ["new"]"#), ("loyal", #", "eligibility": ["existing"]"#),
            ("former", #", "eligibility": ["expired", "departed"]"#), ("nobody", #", "eligibility": []"#),
            ("all", ""), ("odd", #", "eligibility": 7"#),
        ].map { offer(#""referenceName": "\#($0)""#, $1) }
        let winBacks = [
            ("back", #", "isEligible": true"#), ("gone", #", "isEligible": false"#), ("plain", ""),
        ]
        .map { offer(#""offerID": "\#($0)""#, $1) }
        let gold = #""productID": "gold""#
        let offers = """
            \(gold), "codeOffers": [\(codes.joined(separator: ","))], \
            "winbackOffers": [\(winBacks.joined(separator: ","))]
            """
        return try Catalogue(SubscriptionFixture.json.replacing(gold, with: offers))
    }

    @Test func `A code is for those whom it names, and a win-back offer for those who may have it`() throws {
        let plans = try Self.catalogue().plans
        let plan = try #require(plans[SubscriptionFixture.gold])
        let rules = SubscriptionRules(
            rate: .realTime, failsRenewals: false, allowsGracePeriod: false, plans: plans)
        func offers(for subscription: Subscription?) -> [String] {
            plan.terms.offers.filter { $0.isFor(subscription) }.map(\.identifier)
        }
        #expect(offers(for: nil) == ["fresh", "all", "odd"])
        var subscription = Subscription.first(
            plan, account: "a", purchase: 1, at: Timestamp(milliseconds: 0), rules)
        #expect(offers(for: subscription) == ["loyal", "all", "odd"])
        for end in [Subscription.Phase.expired(.voluntary), .revoked] {
            subscription.phase = end
            #expect(offers(for: subscription) == ["former", "all", "odd", "back", "plain"])
            #expect(Set(plan.winBackOffers(for: subscription).map(\.identifier)) == ["back", "plain"])
        }
    }

    @Test(arguments: ["gone", "loyal", "former"])
    func `An offer for others is not sold`(offer: String) async throws {
        let fixture = try SubscriptionFixture()
        let store = try fixture.reopened(catalogue: Self.catalogue())
        let order = PurchaseOrder(PurchaseRequest(SubscriptionFixture.gold), offer: offer)
        let report = try await store.make(order, for: fixture.customer.account.identifier.rawValue)
        #expect(report.error == .ineligibleForOffer && report.signedTransactionInfo == nil)
    }
}
