#if AppleServices
import StoreModel
import TestSupport
import Testing

extension AdminRouteTests {
    @Test func `the number of an order is in every answer about a purchase, and is found again`() async throws
    {
        struct Summary: Decodable { var orderIdentifier: String? }
        let developer = try Developer()
        let (account, transaction) = try await developer.purchaseAsAdministrator(.production)
        var orders: [String?] = []
        for path in ["purchases", "transactions"] {
            let all: [Summary] = try await server.admin("GET", path).decode()
            orders += all.map(\.orderIdentifier)
        }
        let order = try #require(orders.first ?? nil)
        #expect(orders == [order, order])
        let found = try await developer.send("GET", "/inApps/v1/lookup/\(order)")
        #expect(found.status == 200 && found.body.contains(#""status":0"#), "\(found.body)")
        // A purchase that is not charged has no order.
        try await server.set(#"{"asksToBuy": true}"#)
        let body = #"{"account": "\#(account)", "product": "\#(MonkeyCredits.five)"}"#
        let waiting: Summary = try await server.admin("POST", "purchases", body: body).decode()
        #expect(waiting.orderIdentifier == nil)
        #expect(
            try await server.admin("POST", "purchases/\(transaction)/refund").decode(Summary.self)
                .orderIdentifier
                == order)
    }

    @Test(arguments: ["sandbox", "Sandbox", "SANDBOX", "production", "Production", "PRODUCTION"])
    func `an environment is taken as the manual writes it also by notifications, scenarios and reviews`(
        word: String
    ) async throws {
        let environment = #""environment": "\#(word)""#
        let account = #"{"account": "jane", "password": "bananas for ever", \#(environment)}"#
        #expect(try await server.admin("POST", "accounts", body: account).status == 201)
        let order = #"{"type": "TEST", \#(environment)}"#
        #expect(try await server.admin("POST", "notifications/send", body: order).status == 201)
        let start = #"{"account": "jane", "product": "\#(MonkeyCredits.five)", \#(environment)}"#
        #expect(try await server.admin("POST", "scenarios/consumable-refund", body: start).error?.code != 3)
        #expect(try await server.admin("GET", "notifications/deliveries?environment=\(word)").status == 200)
        let review = #"{"state": "APPROVED", \#(environment)}"#
        let path = "retention/images/0e1f4a4c-4a6b-4c77-9c2d-abcdefabcdef/state"
        #expect(try await server.admin("PUT", path, body: review).status == 404)
    }

    @Test(arguments: ["notifications", "scenarios"])
    func `the fields of these answers have one order, too`(path: String) async throws {
        try await expectSortedFields(path)
    }
}
#endif
