import StoreModel
import TestSupport
import Testing

@testable import StoreRules

/// What an account is told that a subscription costs is what it is charged.
@Suite(.timeLimit(.minutes(5))) struct PromiseTests {
    typealias Fixture = SubscriptionFixture

    private let fixture: Fixture

    init() throws { fixture = try Fixture() }

    /// What an account has had when it looks at prices.
    enum Past: CaseIterable {
        case nothing, offerAndExpired, offerAndRefunded, offerAndUnpaid, otherProductAndExpired,
            otherProductRunsOut
        case otherGroup

        func happen(to fixture: Fixture) async throws {
            switch self {
            case .nothing: break
            case .offerAndExpired: try await end(Fixture.silver, by: .expire, fixture)
            case .offerAndRefunded: try await end(Fixture.silver, by: .refundPeriod, fixture)
            case .offerAndUnpaid:
                try await fixture.buy(Fixture.bronze)
                try fixture.store.set { $0.failsRenewals = true }
                fixture.time.advance(by: Fixture.month * 1.5)
            // Gold has no offer, so the account may still have one of the group afterwards.
            case .otherProductAndExpired: try await end(Fixture.gold, by: .expire, fixture)
            case .otherProductRunsOut:
                // Nobody looks before the prices are asked for.
                try await end(Fixture.gold, by: .cancel, fixture)
                fixture.time.advance(by: Fixture.month * 2)
            case .otherGroup: try await fixture.buy(Fixture.news)
            }
        }

        private func end(
            _ product: ProductIdentifier, by action: SubscriptionAction, _ fixture: Fixture
        ) async throws {
            try await fixture.buy(product)
            try fixture.perform(action)
        }
    }

    @Test(arguments: Past.allCases, [Fixture.silver, Fixture.bronze, Fixture.gold])
    func `The price that is shown is the price that is charged`(
        past: Past, product: ProductIdentifier
    ) async throws {
        try await past.happen(to: fixture)
        let shown = try #require(try await fixture.customer.products(for: [product]).products.first)
        let offer = shown.subscription?.introductoryOffer
        #expect(try await fixture.buy(product).state == "purchased")
        let charged = try #require(try fixture.periods().last)
        #expect(charged.productId == product)
        #expect(charged.price == (offer?.price ?? shown.price).milliunits)
        #expect(charged.offerType == (offer == nil ? nil : 1))
    }

    @Test(
        "While a subscription of the group is paid, a change to another one has no offer, and the prices say so"
    )
    func changes() async throws {
        try await fixture.buy(Fixture.bronze)
        let shown = try #require(try await fixture.customer.products(for: [Fixture.silver]).products.first)
        #expect(shown.subscription?.introductoryOffer == nil)
        try await fixture.buy(Fixture.silver)
        #expect(try fixture.periods().last?.price == shown.price.milliunits)
    }

    @Test(
        "What was agreed to is the most that is charged; a payment that would cost more fails, and may be sent again",
        arguments: [
            // Another device used the introductory offer up while the sheet was on the screen.
            (Past.offerAndExpired, Fixture.bronze, Money(milliunits: 500, currency: "USD"), false),
            (.offerAndExpired, Fixture.bronze, Money(milliunits: 9990, currency: "USD"), true),
            (.nothing, Fixture.bronze, Money(milliunits: 500, currency: "USD"), true),
            (.nothing, Fixture.silver, Money(milliunits: 0, currency: "USD"), true),
            (.nothing, Fixture.gold, Money(milliunits: 9989, currency: "USD"), false),
            (.offerAndUnpaid, Fixture.bronze, Money(milliunits: 500, currency: "USD"), false),
            // Nothing is charged for a subscription that simply goes on.
            (.otherGroup, Fixture.news, Money(milliunits: 0, currency: "EUR"), true),
            (.nothing, "banana", Money(milliunits: 1000, currency: "USD"), true),
            (.nothing, "banana", Money(milliunits: 999, currency: "USD"), false),
            (.nothing, "banana", Money(milliunits: 1000, currency: "EUR"), false),
        ])
    func limit(past: Past, product: ProductIdentifier, limit: Money, isAllowed: Bool) async throws {
        try await past.happen(to: fixture)
        let before = try fixture.store.purchases().filter { $0.status == .purchased }.count
        let standing = try fixture.subscription()
        let request = PurchaseRequest(
            key: "sheet", productIdentifier: product, quantity: 1, priceLimit: limit)
        let outcome = try await fixture.customer.purchase(request)
        let after = try fixture.store.purchases().filter { $0.status == .purchased }.count
        if isAllowed {
            #expect(outcome.result != .failed(.priceChanged))
        } else {
            #expect(outcome.result == .failed(.priceChanged))
            #expect(after == before)
            #expect(try fixture.subscription() == standing)
        }
        #expect(try await fixture.customer.purchase(request) == outcome)
    }

    @Test(
        "What was agreed to holds when a purchase that waited is made later",
        arguments: [TransactionAction.approve, .resolve], [false, true])
    func limitOfWaiting(action: TransactionAction, isDearer: Bool) async throws {
        try fixture.store.set {
            ($0.asksToBuy, $0.interruptsPurchases) = (action == .approve, action == .resolve)
        }
        let limit = Money(milliunits: 1000, currency: "USD")
        let request = PurchaseRequest(
            key: "asked", productIdentifier: "banana", quantity: 1, priceLimit: limit)
        let waiting = try await fixture.customer.purchase(request).result
        #expect(waiting == (action == .approve ? .deferred : .failed(.interrupted)))
        let json = Fixture.json.replacing(#""displayPrice": "1"}"#, with: #""displayPrice": "2"}"#)
        let store = try fixture.reopened(catalogue: isDearer ? Catalogue(json) : nil)
        _ = try store.perform(action, on: "asked")
        let key: IdempotencyKey = action == .approve ? "asked" : .resolving("asked")
        let outcomes = try await store.embeddedSession().unsettledPurchases(including: [key])
        let outcome = try #require(outcomes.first { $0.key == key })
        #expect((outcome.result == .failed(.priceChanged)) == isDearer)
        #expect(try store.purchases().filter { $0.status == .purchased }.count == (isDearer ? 0 : 1))
    }

    @Test(
        "A payment for several pieces that waited is not charged if its product is sold singly by now",
        arguments: [
            Fixture.json.replacing(#""Consumable""#, with: #""NonConsumable""#),
            Fixture.json.replacing(#""banana""#, with: #""fruit""#)
                .replacing(#""bronze""#, with: #""banana""#),
        ], [TransactionAction.approve, .resolve])
    func quantityOfDeferred(json: String, action: TransactionAction) async throws {
        try fixture.store.set {
            ($0.asksToBuy, $0.interruptsPurchases) = (action == .approve, action == .resolve)
        }
        try await fixture.customer.buy("asked", "banana", quantity: 3)
        let store = try fixture.reopened(catalogue: Catalogue(json))
        _ = try store.perform(action, on: "asked")
        #expect(try store.purchases().allSatisfy { $0.status == .failed })
    }

    @Test func `A group that has another identifier in the file is not sold a second time`() async throws {
        try await fixture.buy(Fixture.silver)
        let json = Fixture.json.replacing(#""id": "KEEPERS""#, with: #""id": "OTHERS""#)
        let store = try fixture.reopened(catalogue: Catalogue(json))
        let customer = try store.embeddedSession()
        let shown = try await customer.products(for: [Fixture.silver, Fixture.bronze]).products
        #expect(shown.map { $0.subscription?.introductoryOffer } == [nil, nil])
        #expect(try await customer.buy("again", Fixture.silver).result == .failed(.alreadySubscribed))
        #expect(try await customer.buy("more", Fixture.gold).state == "purchased")
        #expect(try store.subscriptions().map(\.productIdentifier) == [Fixture.gold])
    }

    @Test func `Prices for everybody have the offers, whatever somebody has had`() async throws {
        try await fixture.buy(Fixture.silver)
        let shown = try await fixture.store.products(for: [Fixture.silver, Fixture.bronze]).products
        #expect(shown.map { $0.subscription?.introductoryOffer?.mode } == [.free, .payAsYouGo])
    }
}
