#if AppleServices
import Foundation
import AppleServices
import NIOHTTP1
import StoreRules
import StoreModel
import StoreWire
import Synchronization
import TestSupport
import Testing

@Suite(
    "Purchases that an administrator makes", .server(catalogue: ScenarioCatalogue.full),
    .timeLimit(.minutes(5)))
struct PurchaseOrderTests {
    private let server = RunningServer.current
    private let customer: Customer
    private var jane: AccountIdentifier { customer.session.account }

    init() async throws { customer = try await Customer() }

    private struct Report: Decodable, Equatable {
        var account: AccountIdentifier
        var key: String
        var state: String
        var sentence: String?
        var change: RenewalChange?
        var error: StoreError?
        var transactionIdentifier: TransactionIdentifier?
        var signedTransactionInfo: String?
        var signedRenewalInfo: String?
        var notification: MadeNotification?
        var receiptData: String?
    }

    private func buy(_ product: String, _ more: String = "", for account: String? = nil) async throws -> (
        Int, Report
    ) {
        let account = account ?? jane.rawValue
        let answer = try await server.admin(
            "POST", "purchases", body: #"{"account": "\#(account)", "product": "\#(product)"\#(more)}"#)
        return (answer.status, try answer.decode())
    }

    @Test func `one request buys and answers with all that is signed; the same key does it once`()
        async throws
    {
        let (status, first) = try await buy("coin", #", "quantity": 3, "key": "k""#)
        #expect(status == 201 && first.state == "purchased" && first.sentence == nil)
        let transaction = try decoded(first.signedTransactionInfo)
        #expect(transaction["quantity"] as? Int == 3 && transaction["productId"] as? String == "coin")
        #expect(transaction["appAccountToken"] == nil)
        let payload = try decoded(first.notification?.signedPayload)
        #expect(payload["notificationType"] as? String == "ONE_TIME_CHARGE")
        let data = payload["data"] as? [String: Any]
        let told = try decoded(data?["signedTransactionInfo"] as? String)
        #expect(told["transactionId"] as? String == first.transactionIdentifier?.rawValue)
        #expect(Set(told.keys) == Set(transaction.keys))
        let verified = try await server.send(
            "POST", "/sandbox/verifyReceipt", body: #"{"receipt-data": "\#(first.receiptData ?? "")"}"#)
        #expect(verified.body.contains(#""status":0"#))
        #expect(verified.body.contains(first.transactionIdentifier?.rawValue ?? "none"))

        let (again, second) = try await buy("coin", #", "quantity": 3, "key": "k""#)
        #expect(again == 201 && second.transactionIdentifier == first.transactionIdentifier)
        #expect(second.notification == first.notification)
        #expect(try server.store.purchases().count == 1)
        // An account can also be given by its name.
        let (_, named) = try await buy("coin", #", "quantity": 3, "key": "k""#, for: "jane")
        #expect(named.transactionIdentifier == first.transactionIdentifier)
        // It is not sent later, either.
        try await server.notify(["sandbox": "http://127.0.0.1:9/"])
        #expect(try server.store.oldestNotificationAge() == nil)

        let (_, other) = try await buy("coin")
        #expect(other.transactionIdentifier != first.transactionIdentifier)
        let (_, lamp) = try await buy("lamp")
        #expect(lamp.notification?.notificationType == "ONE_TIME_CHARGE")
        #expect(try await buy("lamp").1.notification == nil)
    }

    @Test func `an account with the longest name is named in bodies, too`() async throws {
        // Each of these letters has four bytes.
        let name = String(repeating: "\u{10428}", count: 64)
        let account = #"{"account": "\#(name)", "password": "bananas for ever"}"#
        #expect(try await server.admin("POST", "accounts", body: account).status == 201)
        #expect(try await buy("coin", #", "key": "k""#, for: name).0 == 201)
        let actions = try await server.admin(
            "POST", "purchases/actions", body: #"{"account": "\#(name)", "keys": ["k"]}"#)
        #expect(actions.body == #"{"k":["refund"]}"#)
        let scenario = #"{"account": "\#(name)", "product": "coin", "steps": "none"}"#
        #expect(try await server.admin("POST", "scenarios/refund-reversal", body: scenario).status == 201)
        let longer = #"{"account": "\#(name)a", "product": "coin"}"#
        #expect(try await server.admin("POST", "purchases", body: longer).status == 400)
    }

    @Test func `twenty requests with one key at the same time are one charge and one notification`()
        async throws
    {
        let reports = try await withThrowingTaskGroup(of: Report.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask { try await buy("gold", #", "key": "k""#).1 }
            }
            return try await tasks.reduce(into: [Report]()) { $0.append($1) }
        }
        #expect(Set(reports.map(\.transactionIdentifier)).count == 1)
        #expect(Set(reports.map(\.notification?.signedPayload)).count == 1)
        #expect(reports.allSatisfy { $0.state == "purchased" && $0.notification != nil })
        #expect(try server.store.purchases().count == 1)
    }

    @Test func `what a device bought is answered, too, and charged no more`() async throws {
        var jane = customer
        jane.device = "6f9619ff-8b86-d011-b42d-00c04fc964ff"
        #expect(try await jane.buy("k", "coin").status == 200)
        let (status, report) = try await buy("coin", #", "key": "k""#)
        #expect(status == 201 && report.signedTransactionInfo != nil && report.notification == nil)
        // The device still receives it.
        #expect(try await jane.unsettled().map(\.state) == ["purchased"])
        #expect(try server.store.purchases().count == 1)
    }

    @Test func `a subscription has its renewal info; its token stays with its renewals`() async throws {
        let token = "0E1F4A4C-4A6B-4C77-9C2D-ABCDEFABCDEF"
        let (status, bought) = try await buy("gold", #", "appAccountToken": "\#(token)""#)
        #expect(status == 201 && bought.notification?.subtype == "INITIAL_BUY")
        #expect(try decoded(bought.signedTransactionInfo)["appAccountToken"] as? String == token.lowercased())
        #expect(try decoded(bought.signedRenewalInfo)["appAccountToken"] as? String == token.lowercased())
        #expect(try decoded(bought.signedRenewalInfo)["autoRenewStatus"] as? Int == 1)

        try await server.notify(["sandbox": "http://127.0.0.1:9/"])
        let original = try #require(bought.transactionIdentifier)
        #expect(try server.store.perform(.renew, on: original).status == .active)
        let newest = try #require(try server.store.purchases(of: jane, limit: 1).first?.transactionIdentifier)
        #expect(newest != original)
        let body = #"{"type": "DID_RENEW", "transaction": "\#(newest)"}"#
        let sent: [String: JSONElement] = try await server.admin("POST", "notifications/send", body: body)
            .decode()
        guard case .text(let signed) = sent["signedPayload"] else { throw CancellationError() }
        let data = try decoded(signed)["data"] as? [String: Any]
        let renewal = try decoded(data?["signedTransactionInfo"] as? String)
        #expect(renewal["appAccountToken"] as? String == token.lowercased())
    }

    @Test func `no token is made up if the application gave none, or null`() async throws {
        var last: Report?
        for (product, more) in [("gold", ""), ("coin", #", "appAccountToken": null"#)] {
            let (status, bought) = try await buy(product, more)
            #expect(status == 201)
            #expect(try decoded(bought.signedTransactionInfo)["appAccountToken"] == nil)
            if product == "gold" { #expect(try decoded(bought.signedRenewalInfo)["appAccountToken"] == nil) }
            last = bought
        }
        let latest = try await verify(#require(last))["latest_receipt_info"] as? [[String: Any]]
        #expect(latest?.count == 2 && latest?.allSatisfy { $0["app_account_token"] == nil } == true)
    }

    private func verify(_ report: Report) async throws -> [String: Any] {
        let secret = server.store.sharedSecret
        let answer = try await server.send(
            "POST", "/sandbox/verifyReceipt",
            body: #"{"receipt-data": "\#(report.receiptData ?? "")", "password": "\#(secret)"}"#)
        return try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any] ?? [:]
    }

    @Test func `an offer or a code for the next period is in the receipt's pending renewal`() async throws {
        let (_, bought) = try await buy("gold")
        func pending() async throws -> [String: Any] {
            try #require(try await (verify(bought)["pending_renewal_info"] as? [[String: Any]])?.first)
        }
        #expect(try await pending()["promotional_offer_id"] == nil)
        _ = try await buy("gold", #", "offer": "half""#)
        #expect(try await pending()["promotional_offer_id"] as? String == "half")
        #expect(try await pending()["offer_code_ref_name"] == nil)
        _ = try await buy("silver", #", "offer": "SPRING""#)
        #expect(try await pending()["promotional_offer_id"] == nil)
        #expect(try await pending()["offer_code_ref_name"] as? String == "SPRING")
        #expect(try await pending()["auto_renew_product_id"] as? String == "silver")
        // A customer who cancels has no next period.
        let original = try #require(bought.transactionIdentifier)
        _ = try server.store.perform(.cancel, on: original)
        #expect(try await pending()["offer_code_ref_name"] == nil)
    }

    @Test func `a free period of a code is a trial in the receipt, and what comes after it is none`()
        async throws
    {
        let (_, bought) = try await buy("gold", #", "offer": "SPRING""#)
        func trials(_ purchases: Any?) -> [String?]? {
            (purchases as? [[String: Any]])?.map { $0["is_trial_period"] as? String }
        }
        let first = try await verify(bought)
        #expect(trials((first["receipt"] as? [String: Any])?["in_app"]) == ["true"])
        #expect(trials(first["latest_receipt_info"]) == ["true"])
        _ = try server.store.perform(.renew, on: #require(bought.transactionIdentifier))
        #expect(try await trials(verify(bought)["latest_receipt_info"]) == ["false", "true"])
    }

    @Test func `who may be won back is told by which offers, and nobody else is`() async throws {
        func offers() async throws -> [String]? {
            let body = #"{"type": "DID_CHANGE_RENEWAL_PREF", "transaction": "\#(original)"}"#
            let sent: [String: JSONElement] = try await server.admin("POST", "notifications/send", body: body)
                .decode()
            guard case .text(let signed) = sent["signedPayload"] else { return nil }
            let data = try decoded(signed)["data"] as? [String: Any]
            return try decoded(data?["signedRenewalInfo"] as? String)["eligibleWinBackOfferIds"] as? [String]
        }
        let (_, bought) = try await buy("gold")
        let original = try #require(bought.transactionIdentifier)
        #expect(try await offers() == nil)
        #expect(try server.store.perform(.expire, on: original).status == .expired)
        #expect(try await offers() == ["back"])
        #expect(try await buy("gold", #", "offer": "back""#).0 == 201)
        #expect(try await offers() == nil)
    }

    @Test func `faults in force give the state that a device sees, and a sentence`() async throws {
        for (settings, state) in [
            (#"{"asksToBuy": true}"#, "deferred"), (#"{"interruptsPurchases": true}"#, "interrupted"),
            (#"{"nextFailure": {"domain": "SKErrorDomain", "code": 2}}"#, "failed"),
            (#"{"everyFailure": {"domain": "SSServerErrorDomain", "code": 5002}}"#, "failed"),
        ] {
            try await server.set(settings)
            let (status, report) = try await buy("coin", #", "key": "\#(settings.count)""#)
            #expect(status == 200 && report.state == state && report.sentence?.hasSuffix(".") == true)
            #expect(
                report.signedTransactionInfo == nil && report.receiptData == nil && report.notification == nil
            )
            #expect((report.error != nil) == (state != "deferred"))
        }
        try await server.set("{}")
        let deferred = try #require(try server.store.purchases().first { $0.status == .deferred }).key
        #expect(try await server.admin("POST", "purchases/\(deferred)/approve").status == 200)
        let (status, approved) = try await buy("coin", #", "key": "\#(deferred)""#)
        #expect(status == 201 && approved.signedTransactionInfo != nil)
        #expect(try await server.admin("POST", "purchases/\(deferred)/refund").status == 200)
        let (after, refunded) = try await buy("coin", #", "key": "\#(deferred)""#)
        #expect(after == 200 && refunded.state == "revoked" && refunded.sentence != nil)
    }

    @Test func `the key of an interrupted purchase that was resolved names the purchase that was charged`()
        async throws
    {
        try await server.set(#"{"interruptsPurchases": true}"#)
        _ = try await buy("coin", #", "key": "k""#)
        #expect(try await server.admin("POST", "purchases/k/resolve").status == 200)
        let (status, report) = try await buy("coin", #", "key": "k""#)
        #expect(status == 200 && report.state == "failed")
        let charged = try #require(try server.store.purchases().first { $0.status == .purchased })
        let identifier = try #require(charged.transactionIdentifier)
        #expect(report.sentence?.hasSuffix("the transaction \(identifier). That one was charged.") == true)
    }

    @Test
    func `the network's faults are in the way as they are in a device's, and the key finds what happened`()
        async throws
    {
        let body = #"{"account": "\#(jane)", "product": "coin", "key": "k"}"#
        for (network, count, end) in [
            ("down", 0, "Nothing was charged."),
            ("answersLost", 1, "the same key answers what became of it."),
        ] {
            try await server.set(#"{"network": "\#(network)"}"#)
            let answer = try await server.admin("POST", "purchases", body: body)
            #expect(answer.status == 503 && answer.error?.message?.hasSuffix(end) == true, "\(answer.body)")
            #expect(try server.store.purchases().count == count)
        }
        try await server.set("{}")
        let (status, report) = try await buy("coin", #", "key": "k""#)
        #expect(status == 201 && report.notification?.notificationType == "ONE_TIME_CHARGE")
        #expect(try server.store.purchases().count == 1)
    }

    @Test func `if the answer to a request without a key is lost, it is said where the purchase is`()
        async throws
    {
        try await server.set(#"{"network": "answersLost"}"#)
        let answer = try await server.admin(
            "POST", "purchases", body: #"{"account": "\#(jane)", "product": "coin"}"#)
        let sentences = [
            "The answer was lost (network).",
            "The purchase may have been charged: GET /admin/v1/purchases shows it if it was.",
            "Do not repeat this request before; one with a key can be repeated.",
        ]
        #expect(answer.status == 503 && answer.error?.message == sentences.joined(separator: " "))
        #expect(answer.headers["Retry-After"].isEmpty)
    }

    @Test(
        "if the database goes away meanwhile, it is said that the purchase may have been charged",
        arguments: [(.full, 0), (.away, 0), (.unconfirmed, 1), (.goesAway, 1)] as [(OffLoopEngine.Fault, Int)]
    )
    func lostDatabase(fault: OffLoopEngine.Fault, count: Int) async throws {
        let database = try #require(server.store.database as? OffLoopEngine)
        for key in ["", #", "key": "k""#] {
            database.fault.withLock { $0 = fault }
            let answer = try await server.admin(
                "POST", "purchases", body: #"{"account": "\#(jane)", "product": "coin"\#(key)}"#)
            database.fault.withLock { $0 = nil }
            let next = key.isEmpty ? "GET /admin/v1/purchases shows it" : "the same key answers"
            let sentence = "The store did not answer. The purchase may have been charged: \(next)"
            #expect(answer.status == 503)
            #expect(answer.headers["Retry-After"] == (count > 0 && key.isEmpty ? [] : ["1"]))
            #expect((answer.error?.message?.hasPrefix(sentence) == true) == (count > 0), "\(answer.body)")
            #expect(!answer.body.contains(database.name))
        }
        #expect(try server.store.purchases().count == 2 * count)
    }

    @Test func `what cannot be is refused in one sentence, and nothing is made`() async throws {
        for (body, status) in [
            (#"{"account": "nobody", "product": "coin"}"#, 404),
            (#"{"account": "\#(jane)", "product": "anvil"}"#, 404),
            (#"{"account": "\#(jane)", "product": "coin", "quantity": 0}"#, 400),
            (#"{"account": "\#(jane)", "product": "coin", "quantity": 11}"#, 400),
            (#"{"account": "\#(jane)", "product": "coin", "quantity": 1e30}"#, 400),
            (#"{"account": "\#(jane)", "product": "gold", "quantity": 2}"#, 400),
            (#"{"account": "\#(jane)", "product": "coin", "appAccountToken": "me"}"#, 400),
            (#"{"account": "\#(jane)", "product": "coin", "key": ""}"#, 400),
            (
                #"{"account": "\#(jane)", "product": "coin", "key": "\#(String(repeating: "k", count: 129))"}"#,
                400
            ),
            (#"{"account": "\#(jane)", "product": "coin", "offer": "half"}"#, 404),
            (#"{"account": "\#(jane)", "product": "gold", "offer": "third"}"#, 404),
            (#"{"account": "\#(jane)", "product": "gold", "offer": ""}"#, 404),
            (#"{"account": "\#(jane)"}"#, 400), ("", 400), ("[", 400),
        ] {
            let answer = try await server.admin("POST", "purchases", body: body)
            #expect(answer.status == status, "\(body): \(answer.body)")
            #expect(answer.error?.message?.hasSuffix(".") == true, "\(answer.body)")
        }
        let nothing = #"{"account": "\#(jane)", "product": ""}"#
        let unknown = try await server.admin("POST", "purchases", body: nothing).error?.message
        #expect(unknown == #"The catalogue has no product ""."#)
        let keyless = #"{"account": "\#(jane)", "product": "coin", "key": ""}"#
        let sentence = try await server.admin("POST", "purchases", body: keyless).error?.message
        #expect(sentence == "The field key of the body is empty; it may be left out.")
        #expect(try server.store.purchases().isEmpty)
        #expect(try await buy("coin", #", "key": "k""#).0 == 201)
        let other = #"{"account": "\#(jane)", "product": "lamp", "key": "k"}"#
        #expect(try await server.admin("POST", "purchases", body: other).status == 409)
        #expect(try server.store.purchases().count == 1)
    }

    @Test func `offers are for whom they are, and begin when they begin`() async throws {
        let (status, refused) = try await buy("gold", #", "offer": "half""#)
        #expect(status == 200 && refused.state == "failed" && refused.error?.code == 18)
        #expect(try server.store.subscriptions(of: jane).isEmpty)

        let (_, code) = try await buy("silver", #", "offer": "SPRING""#)
        let transaction = try decoded(code.signedTransactionInfo)
        #expect(transaction["offerType"] as? Int == 3 && transaction["price"] as? Int == 0)
        #expect(code.notification?.notificationType == "SUBSCRIBED")

        #expect(try await buy("silver", #", "offer": "back""#).1.error?.code == 18)
        let (kept, active) = try await buy("silver", #", "offer": "half", "key": "o""#)
        #expect(kept == 200 && active.notification?.notificationType == "OFFER_REDEEMED")
        #expect(active.notification?.subtype == nil && active.signedTransactionInfo == nil)
        #expect(try decoded(active.signedRenewalInfo)["offerIdentifier"] as? String == "half")
        let (_, same) = try await buy("silver", #", "offer": "half", "key": "o""#)
        #expect(same.notification == active.notification)

        let (upgraded, gold) = try await buy("gold", #", "offer": "half""#)
        #expect(upgraded == 201 && gold.notification?.subtype == "UPGRADE")
        #expect(try decoded(gold.signedTransactionInfo)["price"] as? Int == 4500)
        let answer = try await verify(gold)
        let receipt = answer["receipt"] as? [String: Any]
        for list in [receipt?["in_app"], answer["latest_receipt_info"]] {
            let purchases = try #require(list as? [[String: Any]])
            #expect(purchases.count == 2)
            #expect(purchases.compactMap { $0["promotional_offer_id"] as? String } == ["half"])
        }
        let original = try #require(try server.store.subscriptions(of: jane).first)
            .originalTransactionIdentifier
        _ = try server.store.perform(.expire, on: original)
        let (_, back) = try await buy("gold", #", "offer": "back""#)
        #expect(back.notification?.subtype == "RESUBSCRIBE")
        #expect(try decoded(back.signedTransactionInfo)["offerType"] as? Int == 4)
    }

    @Test func `an offer does not wait, and a plan without one takes the place of one`() async throws {
        _ = try await buy("gold")
        try await server.set(#"{"asksToBuy": true}"#)
        let (_, refused) = try await buy("gold", #", "offer": "half""#)
        #expect(refused.state == "failed" && refused.sentence?.contains("cannot wait") == true)
        try await server.set("{}")

        let (_, offered) = try await buy("silver", #", "offer": "half""#)
        #expect(offered.notification?.subtype == "DOWNGRADE")
        #expect(offered.state == "changed" && offered.error == nil && offered.change?.kind == .product)
        #expect(
            offered.change?.date.milliseconds
                == (try decoded(offered.signedRenewalInfo)["renewalDate"] as? Int64))
        #expect(try decoded(offered.signedRenewalInfo)["offerIdentifier"] as? String == "half")
        let (_, plain) = try await buy("silver")
        #expect(plain.notification?.notificationType == "DID_CHANGE_RENEWAL_PREF")
        #expect(try decoded(plain.signedRenewalInfo)["offerIdentifier"] == nil)
        _ = try await buy("silver", #", "offer": "half""#)
        let (_, withdrawn) = try await buy("gold")
        #expect(withdrawn.notification?.subtype == nil)
        #expect(try decoded(withdrawn.signedRenewalInfo)["offerIdentifier"] == nil)
    }
}
#endif
