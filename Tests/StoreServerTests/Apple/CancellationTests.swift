#if AppleServices
import Crypto
import Foundation
@testable import StoreRules
import StoreModel
import StoreServer
import TestSupport
import Testing

@testable import AppleServices

/// What a customer who is about to cancel is shown, with a developer's server that chooses it.
@Suite("The page that cancels a subscription", .timeLimit(.minutes(5))) struct CancellationTests {
    private static let monthly = "com.xamarin.storekit.testing.monthlybunch"
    private static let product = ProductIdentifier(rawValue: monthly)
    private static let text = "9e3fb20b-4cdb-47cc-936d-99d65f608138"
    private static let pictured = "8e3fb20b-4cdb-47cc-936d-99d65f608138"
    private static let rejected = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
    private static let unknown = "6e3fb20b-4cdb-47cc-936d-99d65f608138"

    struct Page: Decodable, Hashable, Sendable {
        struct Question: Decodable, Hashable, Sendable {
            var signedPayload: String
            var result: String
            var problem: String?
        }

        var source: String
        var messageIdentifier: String?
        var productId: String?
        var offerIdentifier: String?
        var question: Question?
    }

    /// A subscriber to `monthly` at a server with messages of each kind. The default for American English
    /// is `text`.
    struct Subscriber: Sendable {
        let developer: Developer
        let session: AccountSession
        let original: String
        /// The transaction of another subscriber.
        let theirs: String

        func page(_ body: String? = nil) async throws -> Page {
            let answer = try await developer.server.admin(
                "POST", "retention/subscriptions/\(original)", body: body)
            #expect(answer.status == 200, "\(answer.body)")
            return try answer.decode()
        }

        func ask(_ method: String, _ path: String, _ body: String? = nil) async throws {
            let answer = try await developer.send(method, "/sandbox/inApps/v1/messaging/" + path, body: body)
            #expect(answer.status == 200, "\(answer.body)")
        }
    }

    private func run(
        patience: Duration = .seconds(300), _ body: @Sendable (Subscriber) async throws -> Void
    ) async throws {
        try await RunningServer.run(catalogue: Self.catalogue()) {
            $0.longestRealtimeAnswer = patience
        } _: { server in
            let developer = try Developer(server)
            let session = AccountSession(store: server.store, account: try developer.server.account("ann"))
            let outcome = try await session.purchase(PurchaseRequest(Self.product))
            let bob = AccountSession(store: server.store, account: try developer.server.account("bob"))
            let other = try await bob.purchase(PurchaseRequest(Self.product))
            let subscriber = Subscriber(
                developer: developer, session: session,
                original: try #require(outcome.transactionIdentifier).rawValue,
                theirs: try #require(other.transactionIdentifier).rawValue)
            let image = Self.unknown
            // As large as pictures of that size really are.
            let picture = PNGSample.bytes(
                3840, 2160, chunks: [("tEXt", [UInt8](repeating: 0, count: 8 << 20))])
            let uploaded = try await developer.send(
                "PUT", "/sandbox/inApps/v1/messaging/image/\(image)", bytes: picture)
            #expect(uploaded.status == 200)
            for identifier in [Self.text, Self.pictured, Self.rejected] {
                let attached =
                    identifier == Self.pictured
                    ? #", "image": {"imageIdentifier": "\#(image)", "altText": ""}"# : ""
                try await subscriber.ask(
                    "PUT", "message/\(identifier)", #"{"header": "h", "body": "b"\#(attached)}"#)
            }
            let review = try await server.admin(
                "PUT", "retention/messages/\(Self.rejected)/state",
                body: #"{"state": "REJECTED", "environment": "Sandbox"}"#)
            #expect(review.status == 204)
            try await subscriber.ask(
                "PUT", "default/\(Self.monthly)/en-US", #"{"messageIdentifier": "\#(Self.text)"}"#)
            try await body(subscriber)
        }
    }

    /// The same, with a listener at the developer's address that answers as `reply` says.
    private func run(
        patience: Duration = .seconds(300),
        reply: @escaping @Sendable (Subscriber) throws -> NotificationListener.Reply,
        _ body: @escaping @Sendable (Subscriber, NotificationListener) async throws -> Void
    ) async throws {
        try await run(patience: patience) { subscriber in
            let reply = try reply(subscriber)
            let listener = try await NotificationListener { _ in reply }
            try await subscriber.ask("PUT", "realtime/url", #"{"realtimeURL": "\#(listener.address)"}"#)
            try await body(subscriber, listener)
            try await listener.stop()
        }
    }

    @Test func `shows the default for the product and the locale if nobody chooses`() async throws {
        try await run { subscriber in
            let page = Page(source: "default", messageIdentifier: Self.text)
            #expect(try await subscriber.page() == page)
            #expect(try await subscriber.page(#"{"locale": "en-US"}"#) == page)
            #expect(try await subscriber.page(#"{"locale": "de-DE"}"#) == Page(source: "nothing"))
            let server = subscriber.developer.server
            let path = "retention/subscriptions/"
            #expect(
                try await server.admin("POST", path + subscriber.original, body: #"{"locale": "_"}"#).status
                    == 400)
            #expect(try await server.admin("POST", path + "1").status == 404)
            #expect(try await server.send("POST", "/admin/v1/" + path + subscriber.original).status == 401)
            let rejected = try await server.admin(
                "PUT", "retention/messages/\(Self.text)/state",
                body: #"{"state": "REJECTED", "environment": "Sandbox"}"#)
            #expect(rejected.status == 204)
            #expect(try await subscriber.page() == Page(source: "nothing"))
        }
    }

    @Test func `is for those whose subscription renews`() async throws {
        try await run { subscriber in
            let path = "subscriptions/\(subscriber.original)"
            for (address, status) in [
                (path + "/cancel", 200), ("retention/" + path, 409), (path + "/resume", 200),
                ("retention/" + path, 200), (path + "/refund", 200), ("retention/" + path, 409),
            ] {
                let answer = try await subscriber.developer.server.admin("POST", address)
                #expect(answer.status == status, "\(address)")
            }
        }
    }

    @Test func `asks the developer's server with what it knows of the customer`() async throws {
        try await run { _ in
            .body(#"{"message": {"messageIdentifier": "\#(Self.pictured.uppercased())"}}"#)
        } _: { subscriber, listener in
            let page = try await subscriber.page(#"{"locale": "fr-CA"}"#)
            #expect(page.source == "realtime" && page.messageIdentifier == Self.pictured)
            #expect(page.question?.result == "SUCCESS" && page.question?.problem == nil)
            let question = try #require(try await listener.payloads(1).first)
            let server = subscriber.developer.server
            #expect(question["originalTransactionId"] as? String == subscriber.original)
            #expect(question["productId"] as? String == Self.monthly)
            #expect(question["userLocale"] as? String == "fr-CA")
            #expect(question["environment"] as? String == "Sandbox")
            #expect(question["appAppleId"] as? Int64 == server.store.application.appleIdentifier.rawValue)
            #expect(question["signedDate"] as? Int64 == server.time.source.now().milliseconds)
            #expect((question["requestIdentifier"] as? String).flatMap(UUID.init(uuidString:)) != nil)
            let signed = try #require(page.question?.signedPayload)
            #expect(server.store.signer.hasSigned(signed))
        }
    }

    private static func chosen(_ field: String, _ identifier: String, _ more: String = "") -> String {
        #""\#(field)": {"messageIdentifier": "\#(identifier)"\#(more)}"#
    }

    /// Answers that are not shown, and what is said about each: the result, and a part of the sentence.
    static let unusable: [(NotificationListener.Reply, String, String)] = [
        (.status(500), "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
        (.status(204), "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
        (.close, "NO_RESPONSE", "NO_RESPONSE"),
        (.bytes("hello\r\n\r\n"), "INVALID_RESPONSE", "INVALID_RESPONSE"),
        (.body(""), "INVALID_RESPONSE", "not the JSON"),
        (.body(String(repeating: " ", count: 65_537)), "INVALID_RESPONSE", "INVALID_RESPONSE"),
        (.body(#"{"message": {"messageIdentifier": "greeting"}}"#), "INVALID_RESPONSE", "not the JSON"),
    ]
    static let unfit: [(String, String)] = [
        ("{}", "one of"),
        (
            "{\(chosen("message", text)), \(chosen("alternateProduct", text, #", "productId": "yearly""#))}",
            "one of"
        ),
        ("{\(chosen("message", unknown))}", "not found"),
        ("{\(chosen("message", rejected))}", "not approved"),
        ("{\(chosen("alternateProduct", pictured, #", "productId": "yearly""#))}", "has images"),
        ("{\(chosen("alternateProduct", text, #", "productId": "\#(monthly)""#))}", "another subscription"),
        ("{\(chosen("alternateProduct", text, #", "productId": "elsewhere""#))}", "another subscription"),
        ("{\(chosen("alternateProduct", text, #", "productId": "a\u001bc""#))}", #"a\u{1B}c is not another"#),
        ("{\(chosen("promotionalOffer", text))}", "signature"),
        ("{\(chosen("promotionalOffer", text, #", "promotionalOfferSignatureV2": "a.b.c""#))}", "signature"),
    ]

    @Test(
        "shows the default if the answer cannot be shown, and tells the administrator why",
        arguments: unusable + unfit.map { (.body($0), "SUCCESS", $1) })
    func defaultPage(reply: NotificationListener.Reply, result: String, problem: String) async throws {
        try await run { _ in
            reply
        } _: { subscriber, _ in
            let page = try await subscriber.page()
            #expect(page.source == "default" && page.messageIdentifier == Self.text && page.productId == nil)
            #expect(page.question?.result == result)
            #expect(page.question?.problem?.contains(problem) == true, "\(page)")
        }
    }

    @Test(
        "does not wait long for an answer, or for the rest of one",
        arguments: [.silence, .bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{")]
            as [NotificationListener.Reply])
    func patience(reply: NotificationListener.Reply) async throws {
        try await run(patience: .milliseconds(50)) { _ in
            reply
        } _: { subscriber, _ in
            let page = try await subscriber.page()
            #expect(page.source == "default" && page.question?.result == "TIMED_OUT")
        }
    }

    @Test func `suggests another subscription of the group`() async throws {
        try await run { _ in
            .body("{\(Self.chosen("alternateProduct", Self.text, #", "productId": "yearly""#))}")
        } _: { subscriber, _ in
            let page = try await subscriber.page()
            #expect(
                page.source == "realtime" && page.messageIdentifier == Self.text && page.productId == "yearly"
            )
        }
    }

    /// What a developer's server signs, and whether it is accepted.
    struct Offer: Sendable, CustomTestStringConvertible {
        let name: String
        let isTaken: Bool
        var version = 2
        var product = "yearly"
        var offer = "half"
        /// nil for the subscriber's transaction, `""` for no transaction.
        var transaction: String?
        var isOfAnotherCustomer = false
        var issuer: String?
        var bundle: String?
        var audience: any Sendable = "promotional-offer"
        var age: Int64 = 0
        var isOfAnotherKey = false

        var testDescription: String { name }

        func field(for subscriber: Subscriber) throws -> String {
            let server = subscriber.developer.server
            let key = try ServerAPI(store: server.store).key
            let bundle = bundle ?? server.store.application.bundleIdentifier.rawValue
            let signer =
                isOfAnotherKey
                ? P256.Signing.PrivateKey() : try P256.Signing.PrivateKey(pemRepresentation: key.pem)
            let nonce = UUID().uuidString
            let date = server.time.source.now().milliseconds - age
            guard version == 2 else {
                let fields = [
                    bundle, key.keyIdentifier, product, offer, "", nonce.lowercased(), String(date),
                ]
                let signature = try signer.signature(for: Data(fields.joined(separator: "\u{2063}").utf8))
                return """
                    , "promotionalOfferSignatureV1": {"encodedSignature": "\(signature.derRepresentation.base64EncodedString())",
                      "productId": "\(product)", "nonce": "\(nonce)", "timestamp": \(date), "keyId": "\(key.keyIdentifier)",
                      "offerIdentifier": "\(offer)"}
                    """
            }
            var claims: [String: any Sendable] = [
                "iss": issuer ?? key.issuerIdentifier, "aud": audience, "bid": bundle, "nonce": nonce,
                "productId": product,
                "offerIdentifier": offer, "iat": date / 1000,
            ]
            if transaction != "" {
                claims["transactionId"] =
                    transaction ?? (isOfAnotherCustomer ? subscriber.theirs : subscriber.original)
            }
            let signed = try signer.sign(["alg": "ES256", "kid": key.keyIdentifier], claims)
            return #", "promotionalOfferSignatureV2": "\#(signed)""#
        }
    }

    static let offers = [
        Offer(name: "as Apple's libraries sign it", isTaken: true),
        Offer(name: "without a transaction", isTaken: true, transaction: ""),
        Offer(name: "with an array of audiences", isTaken: true, audience: ["promotional-offer"]),
        Offer(name: "in the first form", isTaken: true, version: 1),
        Offer(name: "in the first form, yesterday", isTaken: true, version: 1, age: 86_000_000),
        Offer(name: "in the first form, the day before", isTaken: false, version: 1, age: 86_401_000),
        Offer(name: "in the first form, tomorrow", isTaken: true, version: 1, age: -86_000_000),
        Offer(name: "in the first form, the day after", isTaken: false, version: 1, age: -86_401_000),
        Offer(
            name: "in the first form, for another product", isTaken: false, version: 1, product: "elsewhere"),
        Offer(name: "in the first form, with another key", isTaken: false, version: 1, isOfAnotherKey: true),
        Offer(name: "that there is not", isTaken: false, offer: "whole"),
        Offer(name: "that is no promotional one", isTaken: false, offer: "code"),
        Offer(name: "of another group", isTaken: false, product: "elsewhere"),
        Offer(name: "of a purchase that there is not", isTaken: false, transaction: "1"),
        Offer(name: "of somebody else's purchase", isTaken: false, isOfAnotherCustomer: true),
        Offer(name: "of another issuer", isTaken: false, issuer: "57246542-96fe-1a63-e053-0824d011072a"),
        Offer(name: "for another application", isTaken: false, bundle: "com.example.other"),
        Offer(name: "for another use", isTaken: false, audience: "introductory-offer-eligibility"),
        Offer(
            name: "for an array of other uses", isTaken: false, audience: ["introductory-offer-eligibility"]),
        Offer(name: "with another key", isTaken: false, isOfAnotherKey: true),
    ]

    @Test("shows an offer that is signed, and no other", arguments: offers)
    func offer(_ offer: Offer) async throws {
        try await run {
            .body("{\(Self.chosen("promotionalOffer", Self.text, try offer.field(for: $0)))}")
        } _: { subscriber, _ in
            let page = try await subscriber.page()
            #expect(page.source == (offer.isTaken ? "realtime" : "default"), "\(page)")
            #expect(page.productId == (offer.isTaken ? offer.product : nil))
            #expect(page.offerIdentifier == (offer.isTaken ? offer.offer : nil))
        }
    }

    @Test(
        "A performance test asks twenty times, and its outcome is there for who asks",
        arguments: [(.body("{}"), "PASS"), (.status(500), "FAIL")] as [(NotificationListener.Reply, String)])
    func performance(reply: NotificationListener.Reply, result: String) async throws {
        try await run { _ in
            reply
        } _: { subscriber, listener in
            struct Begun: Decodable { var requestId: String }
            struct Test: Decodable { var result: String }
            let begun = try await subscriber.developer.send(
                "POST", "/sandbox/inApps/v1/messaging/performanceTest",
                body: #"{"originalTransactionId": "\#(subscriber.original)"}"#)
            #expect(begun.status == 200, "\(begun.body)")
            let identifiers = try await listener.payloads(20).map { $0["requestIdentifier"] as? String }
            #expect(Set(identifiers).count == 20)
            let path =
                "/sandbox/inApps/v1/messaging/performanceTest/result/\(try begun.decode(Begun.self).requestId)"
            while true {
                let test: Test = try await subscriber.developer.send("GET", path).decode()
                if test.result == "PENDING" {
                    try await pause()
                } else {
                    #expect(test.result == result)
                    break
                }
            }
            let url = #"{"realtimeURL": "\#(listener.address)"}"#
            let production = try await subscriber.developer.send(
                "PUT", "/inApps/v1/messaging/realtime/url", body: url)
            #expect(production.status == (result == "PASS" ? 200 : 403))
        }
    }

    private static func catalogue() throws -> Catalogue {
        func product(_ identifier: String, _ offers: String = "") -> String {
            """
            {"productID": "\(identifier)", "type": "RecurringSubscription", "displayPrice": "1",
             "recurringSubscriptionPeriod": "P1M"\(offers)}
            """
        }
        let offers = """
            , "adHocOffers": [{"internalID": "1", "offerID": "half", "paymentMode": "free", "subscriptionPeriod": "P1W"}],
              "codeOffers": [{"internalID": "2", "offerID": "code", "referenceName": "code", "paymentMode": "free",
                              "subscriptionPeriod": "P1W"}]
            """
        let json = """
            {"version": {"major": 3, "minor": 0}, "products": [],
             "subscriptionGroups": [
               {"id": "G", "subscriptions": [\(product(monthly)), \(product("yearly", offers))]},
               {"id": "H", "subscriptions": [\(product("elsewhere", offers))]}]}
            """
        return try Catalogue(json)
    }
}
#endif
