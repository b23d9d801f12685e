#if AppleServices
import StoreModel
import TestSupport
import Testing

@testable import AppleServices
@testable import StoreRules

@Suite(
    "Notifications that an administrator makes", .server(catalogue: ScenarioCatalogue.full),
    .timeLimit(.minutes(5)))
struct NotificationOrderTests {
    private let server = RunningServer.current
    private let jane: Customer

    init() async throws { jane = try await Customer() }

    private struct Sent: Decodable {
        var signedPayload: String
        var notificationUUID: String
        var isSent: Bool
    }

    private func send(_ body: String) async throws -> [String: Any] {
        let answer = try await server.admin("POST", "notifications/send", body: body)
        #expect(answer.status == 201, "\(body): \(answer.body)")
        let sent: Sent = try answer.decode()
        let payload = try decoded(sent.signedPayload)
        #expect(payload["notificationUUID"] as? String == sent.notificationUUID)
        return payload
    }

    private func buy(_ product: String) async throws -> String {
        let key = IdempotencyKey(rawValue: "key \(product)")
        let answer = try await jane.buy(key, ProductIdentifier(rawValue: product))
        return try #require(try answer.decode(PurchaseOutcome.self).transactionIdentifier).rawValue
    }

    @Test func `every type and subtype is made, about nothing, a purchase, and a subscription`() async throws
    {
        let transactions = [nil, try await buy("coin"), try await buy("gold")]
        for known in NotificationType.allCases {
            let type = known.rawValue
            for subtype in [nil] + known.subtypes.map({ Optional($0.rawValue) }) {
                for transaction in transactions {
                    var body = ["type": type]
                    body["subtype"] = subtype
                    body["transaction"] = transaction
                    let payload = try await send(SentJSON.text(body))
                    #expect(payload["notificationType"] as? String == type)
                    #expect(payload["subtype"] as? String == subtype)
                    let parts = ["data", "summary", "externalPurchaseToken", "appData"].filter {
                        payload[$0] != nil
                    }
                    #expect(parts.count == 1)
                    guard let data = payload["data"] as? [String: Any] else { continue }
                    #expect((data["signedTransactionInfo"] != nil) == (transaction != nil))
                    #expect((data["status"] != nil) == (transaction == transactions[2]))
                    #expect(data["environment"] as? String == "Sandbox")
                    #expect((data["consumptionRequestReason"] != nil) == (type == "CONSUMPTION_REQUEST"))
                }
            }
        }
    }

    @Test func `a request for consumption data has the reason of the customer's request for a refund`()
        async throws
    {
        let coin = try await buy("coin")
        try server.store.requestRefund(of: TransactionIdentifier(rawValue: coin), because: .legal)
        let payload = try await send(#"{"type": "CONSUMPTION_REQUEST", "transaction": "\#(coin)"}"#)
        let data = try #require(payload["data"] as? [String: Any])
        #expect(data["consumptionRequestReason"] as? String == "LEGAL")
    }

    @Test func `the token of a custom link has a type and an end, and no other token has`() async throws {
        for subtype in ["CREATED", "ACTIVE_TOKEN_REMINDER", "UNREPORTED"] {
            func token(_ more: String = "") async throws -> [String: Any] {
                let body = #"{"type": "EXTERNAL_PURCHASE_TOKEN", "subtype": "\#(subtype)"\#(more)}"#
                return try #require(try await send(body)["externalPurchaseToken"] as? [String: Any])
            }
            let made = try await token()
            let isOfCustomLink = subtype != "UNREPORTED"
            #expect(made["tokenType"] as? String == (isOfCustomLink ? "SERVICES" : nil))
            let created = try #require(made["tokenCreationDate"] as? Int)
            let end = made["tokenExpirationDate"] as? Int
            #expect(isOfCustomLink ? end ?? 0 > created : end == nil)
            let changed = try await token(#", "data": {"tokenType": "ACQUISITION"}"#)
            #expect(changed["tokenType"] as? String == "ACQUISITION")
        }
    }

    @Test func `fields of the caller's take the place of ours, and what is signed is signed anew`()
        async throws
    {
        let gold = try await buy("gold")
        let payload = try await send(
            """
            {"type": "DID_RENEW", "transaction": "\(gold)", "data": {"bundleVersion": null, "status": 5,
             "odd": {"a": [1, 2.5, true, null, "\\u00e9"]},
             "signedTransactionInfo": {"price": 1, "expiresDate": null, "new": 9007199254740993},
             "signedRenewalInfo": {"autoRenewStatus": 0}}}
            """)
        let data = try #require(payload["data"] as? [String: Any])
        #expect(data["bundleVersion"] == nil && data["status"] as? Int == 5)
        let odd = (data["odd"] as? [String: Any])?["a"] as? [Any]
        #expect(odd?.count == 5 && odd?[1] as? Double == 2.5 && odd?[4] as? String == "é")
        let signed = try #require(data["signedTransactionInfo"] as? String)
        let transaction = try decoded(signed)
        #expect(transaction["price"] as? Int == 1 && transaction["expiresDate"] == nil)
        #expect(transaction["new"] as? Int == 9_007_199_254_740_993)
        #expect(transaction["transactionId"] as? String == gold)
        #expect(try decoded(data["signedRenewalInfo"] as? String)["autoRenewStatus"] as? Int == 0)
        let verifier = try server.store.verifier(
            for: #require(try server.store.allAccounts().first { $0.name == "jane" }))
        #expect(throws: Never.self) { _ = try verifier.verify(SignedTransaction(rawValue: signed)) }
        let without = try await send(
            #"{"type": "TEST", "transaction": "\#(gold)", "data": {"signedTransactionInfo": null}}"#)
        #expect((without["data"] as? [String: Any])?["signedTransactionInfo"] == nil)
    }

    @Test func `it goes to the listener, or nowhere, and the books stay as they are`() async throws {
        let listener = try await NotificationListener { _ in .status(200) }
        let coin = try await buy("coin")
        let before = try server.store.purchases()
        let body = #"{"type": "REFUND", "transaction": "\#(coin)"}"#
        let unsent: Sent = try await server.admin("POST", "notifications/send", body: body).decode()
        #expect(!unsent.isSent)
        #expect(
            try server.store.deliveries(in: nil, before: nil, limit: 1).map(\.identifier) == [
                unsent.notificationUUID
            ])
        try await server.notify(["sandbox": listener.address])
        let sent: Sent = try await server.admin("POST", "notifications/send", body: body).decode()
        #expect(sent.isSent)
        #expect(
            try await listener.payloads(1).map { $0["notificationUUID"] as? String } == [
                sent.notificationUUID
            ])
        #expect(try server.store.purchases() == before)
        let production = #"{"type": "TEST", "environment": "Production"}"#
        let payload = try await send(production)
        #expect(
            (payload["data"] as? [String: Any])?["appAppleId"] as? Int64 == AppleIdentifier.standard.rawValue)
        try await listener.stop()
    }

    @Test(arguments: [
        (
            #"{"type": "test"}"#,
            "Apple has no notification of this type. Did you mean TEST? There are CONSUMPTION_REQUEST, "
        ),
        (#"{"type": "TEST", "subtype": "UPGRADE"}"#, "TEST has no subtypes."),
        (
            #"{"type": "DID_RENEW", "subtype": "UPGRADE"}"#,
            "DID_RENEW has no such subtype. The only one is BILLING_RECOVERY."
        ),
        (
            #"{"type": "OFFER_REDEEMED", "subtype": "UPGRAD"}"#,
            "OFFER_REDEEMED has no such subtype. Did you mean UPGRADE? There are DOWNGRADE, UPGRADE."
        ),
        (
            #"{"type": "TEST", "subtyp": "UPGRADE"}"#,
            "The field subtyp of the body is not known. Did you mean subtype? There are type, subtype, "
        ),
    ])
    func `a type or a subtype that Apple does not have is refused with those that there are`(
        body: String, sentence: String
    ) async throws {
        let answer = try await server.admin("POST", "notifications/send", body: body)
        #expect(answer.status == 400)
        #expect(answer.error?.message?.hasPrefix(sentence) == true, "\(answer.body)")
    }

    @Test func `the only field of a body is named if another one is sent`() async throws {
        let answer = try await server.admin(
            "POST", "purchases/1/request-refund", body: #"{"reasn": "OTHER"}"#)
        #expect(answer.status == 400)
        #expect(
            answer.error?.message == "The field reasn of the body is not known. The only one is reason.")
    }

    @Test func `what cannot be is refused in one sentence`() async throws {
        let coin = try await buy("coin")
        try await server.set(#"{"asksToBuy": true}"#)
        _ = try await jane.buy("waits", "coin")
        let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
        let large = String(repeating: "x", count: 1 << 16)
        for (body, status) in [
            (#"{"type": "PARTY"}"#, 400), (#"{"type": "TEST", "subtype": "UPGRADE"}"#, 400),
            (#"{"type": "REFUND", "transaction": "5"}"#, 404),
            (#"{"type": "REFUND", "transaction": "waits"}"#, 409),
            (#"{"type": "REFUND", "transaction": "\#(coin)", "environment": "Production"}"#, 400),
            (
                #"{"type": "REFUND", "transaction": "\#(coin)", "data": {"signedTransactionInfo": "a.b.c"}}"#,
                400
            ),
            (#"{"type": "REFUND", "transaction": "\#(coin)", "data": {"signedRenewalInfo": {}}}"#, 400),
            (#"{"type": "REFUND", "data": {"signedTransactionInfo": {}}}"#, 400),
            (#"{"type": "TEST", "data": []}"#, 400), (#"{"type": "TEST", "data": "x"}"#, 400),
            (#"{"type": "TEST", "data": {"a": \#(deep)}}"#, 400),
            (#"{"type": "TEST", "data": {"a": "\#(large)"}}"#, 413), ("{}", 400), ("", 400),
        ] {
            let answer = try await server.admin("POST", "notifications/send", body: body)
            #expect(answer.status == status, "\(body.prefix(100)): \(answer.body)")
            #expect(answer.error?.message?.hasSuffix(".") == true)
        }
    }
}
#endif
