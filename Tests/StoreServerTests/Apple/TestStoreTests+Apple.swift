#if AppleServices
import Crypto
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

extension TestStoreTests {
    @Test func `have a key of the Server API each, which opens no other store`() async throws {
        let one = try await TestStoreClient()
        let two = try await TestStoreClient()
        let developer = Developer(one)
        let (_, identifier) = try await developer.purchaseAsAdministrator()
        let path = "/sandbox/inApps/v1/transactions/\(identifier)"
        #expect(try await developer.send("GET", path).status == 200)
        #expect(try await two.server.send("GET", path, token: developer.token()).status == 401)
        #expect(try await server.send("GET", path, token: developer.token()).status == 401)
    }

    @Test func `open to the key of the Server API that the request brings, also after a reset and as copies`()
        async throws
    {
        let key = try SentJSON.text(P256.Signing.PrivateKey().pemRepresentation)
        let issuer = "57246542-96fe-1a63-e053-0824d011072a"
        let body = """
            {"bundleIdentifier": "com.example.app",
             "serverAPI": {"issuer": "\(issuer)", "keyIdentifier": "2X9R4HXF34", "privateKey": \(key)}}
            """
        let store = try await TestStoreClient(body)
        #expect(try await store.send("POST", "/reset").status == 200)
        let (_, identifier) = try await Developer(store).purchaseAsAdministrator()
        let path = "/sandbox/inApps/v1/transactions/\(identifier)"
        let copy = try await TestStoreClient(#"{"copyOf": "\#(store.made.identifier)"}"#)
        for server in [store.server, copy.server] {
            let answer = try await server.send("GET", path, token: Developer(store).token())
            #expect(answer.status == 200, "\(answer.body)")
        }
    }

    @Test func `of one key are newer if they were made later, even if the clock was set back`()
        async throws
    {
        let key = try SentJSON.text(P256.Signing.PrivateKey().pemRepresentation)
        let body = """
            {"bundleIdentifier": "com.example.app",
             "serverAPI": {"issuer": "57246542-96fe-1a63-e053-0824d011072a", "keyIdentifier": "2X9R4HXF34",
                           "privateKey": \(key)}}
            """
        let first = try await TestStoreClient(body).made.identifier
        server.time.advance(by: .seconds(-3600))
        let second = try await TestStoreClient(body).made.identifier
        let stores = try #require(server.testStores)
        let claim = ClaimedKey(keyIdentifier: "2X9R4HXF34", bundleIdentifier: "com.example.app")
        #expect(stores.store(with: claim)?.identifier == second)
        #expect(stores.all.map(\.identifier) == [first, second])
    }

    @Test func `go on with their scenarios in another country, until they are reset`() async throws {
        let store = try await TestStoreClient()
        let begun = try await store.server.admin(
            "POST", "scenarios/ask-to-buy-approved", body: #"{"steps": "none"}"#)
        let path = try "scenarios/\(begun.decode(PlayedScenario.self).id)"
        #expect(try await store.server.admin("POST", path + "/next").status == 200)
        let move = try await server.testStore(
            "PUT", "/\(store.made.identifier)/storefront", body: #"{"storefront": "FRA"}"#)
        #expect(move.status == 200)
        let rest: PlayedScenario = try await store.server.admin("POST", path + "/next").decode()
        #expect(rest.isOver && rest.done.count == 2)
        #expect(try await store.server.admin("GET", path).status == 200)
        #expect(try await store.send("POST", "/reset").status == 200)
        #expect(try await store.server.admin("GET", path).status == 404)
    }

    @Test func `send notifications where the request says, about the application that it names`() async throws
    {
        let listener = try await NotificationListener { _ in .status(200) }
        let body = """
            {"bundleIdentifier": "com.example.app", "notifications": {"sandbox": "\(listener.address)"}}
            """
        let store = try await TestStoreClient(body)
        _ = try await Customer(at: store.server).buy("one")
        let data = try await listener.payloads(1).first?["data"] as? [String: any Sendable]
        #expect(data?["bundleId"] as? String == "com.example.app")
        try await listener.stop()
    }

    @Test func `that have moved send what requests from before still record`() async throws {
        let listener = try await NotificationListener { _ in .status(200) }
        let made = try await TestStoreClient(
            #"{"notifications": {"sandbox": "\#(listener.address)"}}"#
        ).made
        let store = try #require(server.testStores).find(made.identifier)
        let customer = try store.running.served.store.customer("ann")
        try store.move { _ in try #require(CataloguePlace(storefront: "FRA", locale: "fr")) }
        let signals = store.running.served.store.wakeups.stream()
        // Such a request found its store before the move.
        try await customer.buy("one")
        for await _ in signals { break }
        #expect(try await listener.payloads(1).count == 1)
        try await listener.stop()
    }

    @Test func `keep every notification without an address, as the server's own store does not`() async throws
    {
        let store = try await TestStoreClient()
        let kept: [(RunningServer, [String])] = [
            (store.server, ["REFUND", "ONE_TIME_CHARGE"]), (server, []),
        ]
        for (server, types) in kept {
            let outcome: PurchaseOutcome = try await Customer(at: server).buy("one").decode()
            let identifier = try #require(outcome.transactionIdentifier)
            #expect(try await server.admin("POST", "purchases/\(identifier)/refund").status == 200)
            let log: [NotificationDelivery] =
                try await server.admin("GET", "notifications/deliveries").decode()
            #expect(log.map(\.notificationType) == types)
            #expect(log.allSatisfy { $0.state == .notSent })
        }
    }
}
#endif
