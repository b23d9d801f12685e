import Foundation
import StoreModel
import StoreWire
import TestSupport
import Testing

@testable import StoreClient

@Suite("A request to the store", .timeLimit(.minutes(5)))
struct RequestTests {
    @Test
    func `for a purchase says who buys, on which device, under which key; the answer is the store's`() async throws {
        let server = try LoopbackServer { _, client in client.answer(200, asJSON(outcome)) }
        #expect(try await client(of: server).purchase(request) == outcome)
        let sent = try #require(server.requests.first)
        #expect(sent.method == "POST" && sent.path == "/store/v1/purchases")
        #expect(sent.headers["content-type"] == "application/json")
        #expect(sent.headers["authorization"] == "Bearer secret")
        #expect(sent.headers["store-device"] == device)
        #expect(try JSONDecoder().decode(PurchaseRequest.self, from: Data(sent.body.utf8)) == request)
    }

    @Test
    func `for prices goes without a sign-in, too; with one it says who asks, and not from which device`() async throws {
        let answer = ProductsResponse(products: [], invalidProductIdentifiers: ["com.example.five"])
        let server = try LoopbackServer { _, client in client.answer(200, asJSON(answer)) }
        for token in [nil, "secret"] {
            #expect(try await client(of: server, token: token).products(for: ["com.example.five"]) == answer)
        }
        #expect(server.requests.map(\.path) == ["/store/v1/products", "/store/v1/products"])
        #expect(server.requests.map { $0.headers["authorization"] } == [nil, "Bearer secret"])
        #expect(server.requests.allSatisfy { $0.headers["store-device"] == nil })
    }

    @Test func `for what is unsettled names the payments that wait`() async throws {
        let server = try LoopbackServer { _, client in
            client.answer(200, asJSON(StoreWire.Unsettled(purchases: [outcome])))
        }
        #expect(try await client(of: server).unsettledPurchases(including: ["b", "a"]) == [outcome])
        #expect(server.requests.map(\.path) == ["/store/v1/purchases/unsettled"])
        #expect(server.requests.map(\.body) == [asJSON(StoreWire.UnsettledQuery(keys: ["a", "b"]))])
    }

    @Test(
        "to finish puts the transaction's number into the path as it is, whatever is in it",
        arguments: [
            ("1000000001", "1000000001"), ("../../admin", "%2E%2E%2F%2E%2E%2Fadmin"),
            ("a?b#c %\n", "a%3Fb%23c%20%25%0A"),
            ("ž", "%C5%BE"),
        ])
    func finish(number: String, component: String) async throws {
        let server = try LoopbackServer { _, client in client.answer(204) }
        try await client(of: server).finish(
            FinishedTransaction(
                identifier: TransactionIdentifier(rawValue: number), signedDate: Timestamp(milliseconds: 5)))
        #expect(server.requests.map(\.path) == ["/store/v1/transactions/\(component)/finish"])
        #expect(server.requests.map(\.body) == [asJSON(StoreWire.Finish(signedDate: Timestamp(milliseconds: 5)))])
    }

    @Test func `is not made while nobody is signed in, except for prices`() async throws {
        let server = try LoopbackServer { _, client in client.answer(200, asJSON(outcome)) }
        let store = client(of: server, token: nil)
        let finished = FinishedTransaction(identifier: "1", signedDate: Timestamp(milliseconds: 5))
        await #expect(throws: StoreError.signInNeeded) { try await store.purchase(request) }
        await #expect(throws: StoreError.signInNeeded) { try await store.unsettledPurchases(including: []) }
        await #expect(throws: StoreError.signInNeeded) { try await store.finish(finished) }
        #expect(server.requests.isEmpty)
    }

    @Test
    func `goes out again at once when the store had just closed the connection that it went out on`() async throws {
        let server = try LoopbackServer { [count = Counter()] _, client in
            if count.next() == 2 { return client.end() }
            client.answer(200, asJSON(outcome))
        }
        let store = client(of: server)
        #expect(try await store.purchase(request) == outcome)
        #expect(try await store.purchase(request) == outcome)
        #expect(server.requests.count == 3)
        #expect(Set(server.requests.map(\.body)).count == 1)
    }

    @Test
    func `with a token that the store does not know any more is not made twice; the new token goes on`() async throws {
        let server = try LoopbackServer { request, client in
            if request.headers["authorization"] == "Bearer new" { return client.answer(200, asJSON(outcome)) }
            client.answer(401, asJSON(StoreError.signInNeeded))
        }
        let refusals = Counter()
        let store = client(of: server) { token in
            #expect(token == "secret")
            _ = refusals.next()
        }
        for _ in 1...2 { await #expect(throws: StoreError.signInNeeded) { try await store.purchase(request) } }
        #expect(server.requests.count == 1)
        #expect(refusals.count == 1 && store.token.current == nil)
        store.renew(sessionToken: "new")
        #expect(try await store.purchase(request) == outcome)
        #expect(store.token.current != nil)
    }
}
