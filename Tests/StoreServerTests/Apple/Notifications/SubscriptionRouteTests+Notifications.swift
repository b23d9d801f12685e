#if AppleServices
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

extension SubscriptionRouteTests {
    /// Credits, and the subscription of the other tests, which families may share.
    static func shared() throws -> Catalogue {
        try Catalogue(
            """
            {"version": {}, "products": [
              {"productID": "\(MonkeyCredits.five.rawValue)", "type": "Consumable", "displayPrice": "1"}],
             "subscriptionGroups": [{"id": "BUNCHES", "name": "Bunches", "subscriptions": [
              {"productID": "\(bunch.rawValue)", "type": "RecurringSubscription", "displayPrice": "9",
               "groupNumber": 1, "recurringSubscriptionPeriod": "P1M", "familyShareable": true}]}]}
            """)
    }

    @Test(.server(catalogue: SubscriptionRouteTests.shared))
    func `refund and revoke are told as what they are`() async throws {
        struct Told: Decodable { var notificationType: String }
        try await server.notify(["sandbox": "http://127.0.0.1:9/"])
        func told() async throws -> [String] {
            try await server.admin("GET", "notifications/deliveries").decode([Told].self).map(
                \.notificationType)
        }
        let id = try await subscribe().originalTransactionIdentifier
        let revoked: SubscriptionSummary = try await server.admin("POST", "subscriptions/\(id)/revoke")
            .decode()
        #expect(revoked.status == .revoked)
        #expect(try await told() == ["REVOKE", "SUBSCRIBED"])
        let payload = try #require(revoked.signedTransaction?.unverifiedPayload)
        #expect(payload.inAppOwnershipType == "FAMILY_SHARED" && payload.revocationDate != nil)
        // No money goes back.
        let signed = try #require(revoked.signedTransaction)
        let fields = try JSONValue(signed: signed.rawValue)
        #expect(fields["revocationType"] == "FAMILY_REVOKE" && fields["revocationPercentage"] == nil)
        // It was not paid by this customer: there is no refund to take back.
        #expect(
            try await server.admin("POST", "purchases/\(payload.transactionId)/reverse-refund").status == 409)
        let purchase = try server.store.purchases(limit: 9).first {
            $0.transactionIdentifier == payload.transactionId
        }
        #expect(purchase?.actions == [])
        #expect(try await server.admin("POST", "subscriptions/\(id)/revoke").status == 409)

        let joe = try await Customer("joe")
        _ = try await joe.buy("joe", Self.bunch)
        let other = try #require(try await subscriptions(joe).first).originalTransactionIdentifier
        let refunded: SubscriptionSummary = try await server.admin("POST", "subscriptions/\(other)/refund")
            .decode()
        #expect(refunded.status == .revoked)
        #expect(
            try await told() == [
                "DID_CHANGE_RENEWAL_STATUS", "REFUND", "SUBSCRIBED", "REVOKE", "SUBSCRIBED",
            ])
        // Nobody shares credits.
        _ = try await joe.buy("credits")
        let refused = try await server.admin("POST", "purchases/credits/revoke")
        #expect(refused.status == 409 && refused.error?.message?.contains("familyShareable") == true)
        #expect(try await server.admin("POST", "purchases/credits/refund").status == 200)
        #expect(try await told().first == "REFUND")
    }
}
#endif
