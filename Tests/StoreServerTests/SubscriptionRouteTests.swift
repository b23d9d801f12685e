import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@Suite("Routes of subscriptions", .server, .timeLimit(.minutes(5)))
struct SubscriptionRouteTests {
    let server = RunningServer.current
    let jane: Customer

    init() async throws { jane = try await Customer() }

    static let bunch = MonkeyCredits.monthlyBunch

    func subscribe() async throws -> SubscriptionSummary {
        let outcome: PurchaseOutcome = try await jane.buy("a", Self.bunch).decode()
        #expect(outcome.state == "purchased")
        return try #require(try await subscriptions(jane).first)
    }

    func subscriptions(_ customer: Customer) async throws -> [SubscriptionSummary] {
        try await customer.send("GET", "subscriptions").decode()
    }

    @Test func `customers see their own subscriptions, cancel them and let them renew again`() async throws {
        let joe = try await Customer("joe")
        let subscription = try await subscribe()
        let id = subscription.originalTransactionIdentifier
        #expect(try await subscriptions(joe).isEmpty)
        let cancelled: SubscriptionSummary = try await jane.send("POST", "subscriptions/\(id)/cancel")
            .decode()
        #expect(!cancelled.isAutoRenewing && cancelled.status == .active)
        #expect(try await jane.send("POST", "subscriptions/\(id)/cancel").status == 409)
        #expect(try await jane.send("POST", "subscriptions/\(id)/resume").status == 200)
        #expect(try await joe.send("POST", "subscriptions/\(id)/cancel").status == 404)
        // Actions of operators only.
        for action in ["expire", "renew", "refund", "revoke", "break-billing", "juggle"] {
            #expect(try await jane.send("POST", "subscriptions/\(id)/\(action)").status == 404)
        }
    }

    @Test func `a subscription is found by the number of a renewal, too, and only by its customer`()
        async throws
    {
        let joe = try await Customer("joe")
        let original = try await subscribe().originalTransactionIdentifier
        #expect(try await server.admin("POST", "subscriptions/\(original)/renew").status == 200)
        let renewal = try #require(try server.store.purchases(limit: 1).first?.transactionIdentifier)
        #expect(renewal != original)
        for number in [renewal, original] {
            let answer = try await server.admin("POST", "subscriptions/\(number)/cancel")
            let cancelled: SubscriptionSummary = try answer.decode()
            #expect(cancelled.originalTransactionIdentifier == original && !cancelled.isAutoRenewing)
            #expect(try await joe.send("POST", "subscriptions/\(number)/resume").status == 404)
            #expect(try await jane.send("POST", "subscriptions/\(number)/resume").status == 200)
        }
    }

    @Test func `what the state of a subscription does not allow is refused with the state and its actions`()
        async throws
    {
        let id = try await subscribe().originalTransactionIdentifier
        #expect(try await server.admin("POST", "subscriptions/\(id)/cancel").status == 200)
        let refused = try await server.admin("POST", "subscriptions/\(id)/cancel")
        let sentence =
            "The subscription is active and does not renew, so cancel is not possible; nothing was changed."
        let actions = "Its actions: break-billing, expire, refund, resume."
        #expect(refused.status == 409 && refused.error?.message == "\(sentence) \(actions)")
    }

    @Test func `the actions of a subscription always have one order`() async throws {
        struct Listed: Decodable { var actions: [String] }
        _ = try await subscribe()
        let listed: [Listed] = try await server.admin("GET", "subscriptions").decode()
        let actions = try #require(listed.first?.actions)
        #expect(actions.count > 1 && actions == actions.sorted())
    }

    @Test("prices are for everybody, and have no introductory offer for an account that would not get it")
    func offers() async throws {
        let joe = try await Customer("joe")
        _ = try await subscribe()
        func hasOffer(_ answer: Answer) throws -> Bool {
            let response: ProductsResponse = try answer.decode()
            return response.products.first?.subscription?.introductoryOffer != nil
        }
        #expect(try await !hasOffer(server.products(Self.bunch, token: jane.session.token)))
        #expect(try await hasOffer(server.products(Self.bunch, token: joe.session.token)))
        #expect(try await hasOffer(server.products(Self.bunch)))
        // A session that has ended gets the answer without a session.
        let stranger = try await server.products(Self.bunch, token: "nobody's")
        #expect(try stranger.status == 200 && hasOffer(stranger))
    }

    @Test func `an operator renews, breaks and ends subscriptions, and moves the clock through them`()
        async throws
    {
        let id = try await subscribe().originalTransactionIdentifier
        #expect(
            try await server.admin("POST", "clock", body: #"{"advanceMilliseconds": 8000000000}"#).status
                == 200)
        let unsettled = try await jane.unsettled()
        #expect(unsettled.map(\.state) == ["purchased", "purchased", "purchased", "purchased"])
        for action in ["break-billing", "fix-billing", "renew", "expire"] {
            #expect(
                try await server.admin("POST", "subscriptions/\(id)/\(action)").status == 200, "\(action)")
        }
        let all: [SubscriptionSummary] = try await server.admin("GET", "subscriptions").decode()
        #expect(all.map(\.status) == [.expired])
        #expect(try await server.admin("POST", "subscriptions/\(id)/renew").status == 409)
        #expect(try await server.admin("POST", "subscriptions/1/renew").status == 404)
        #expect(
            try await server.send("GET", "/admin/v1/subscriptions", token: jane.session.token).status == 401)
    }
}
