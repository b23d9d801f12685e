import Foundation
import StoreModel
import StoreWire
import TestSupport
import Testing

@testable import StoreClient

@Suite("A request to the store", .timeLimit(.minutes(5)))
struct RequestTests {
    @Test
    func
        `for a purchase says who buys and under which key, and not on which device; the answer is the store's`()
        async throws
    {
        let server = try LoopbackServer { _, client in client.answer(200, asJSON(outcome)) }
        #expect(try await client(of: server).purchase(request) == outcome)
        let sent = try #require(server.requests.first)
        #expect(sent.method == "POST" && sent.path == "/store/v1/purchases")
        #expect(sent.headers["content-type"] == "application/json")
        #expect(sent.headers["authorization"] == "Bearer secret")
        #expect(sent.headers["store-device"] == nil)
        #expect(try JSONDecoder().decode(PurchaseRequest.self, from: Data(sent.body.utf8)) == request)
    }

    @Test
    func `for prices goes without a sign-in, too; with one it says who asks`() async throws {
        let answer = ProductsResponse(products: [], invalidProductIdentifiers: ["com.example.five"])
        let server = try LoopbackServer { _, client in client.answer(200, asJSON(answer)) }
        for token in [nil, "secret"] {
            #expect(try await client(of: server, token: token).products(for: ["com.example.five"]) == answer)
        }
        #expect(server.requests.map(\.path) == ["/store/v1/products", "/store/v1/products"])
        #expect(server.requests.map { $0.headers["authorization"] } == [nil, "Bearer secret"])
    }

    @Test func `for an app receipt says for which device`() async throws {
        let server = try LoopbackServer { _, client in
            client.answer(200, asJSON(StoreWire.Receipt(receiptData: "bananas")))
        }
        #expect(try await client(of: server).appReceipt() == "bananas")
        #expect(server.requests.map(\.path) == ["/store/v1/receipt"])
        #expect(server.requests.map { $0.headers["store-device"] } == [device])
    }

    @Test func `for an exchange, a comparison and a use has what the caller says; the answer is the store's`()
        async throws
    {
        let mark = ReplicaMark(revision: 7, mark: "seven")
        let use = Use(
            id: UseIdentifier(rawValue: "00000000-0000-7000-8000-000000000001"), amount: 3,
            date: Timestamp(milliseconds: 5))
        let exchange = ExchangeRequest(
            since: mark, purchases: [SignedTransaction(rawValue: "a.b.c")], uses: [use],
            finished: [FinishedTransaction(identifier: "1", signedDate: Timestamp(milliseconds: 5))], limit: 3
        )
        let comparison = ComparisonRequest(.uses, [.init(id: use.id.rawValue)], after: "1")
        let page = ExchangePage(
            to: exchange, changes: [.payment(outcome, isFinished: true), .lapsed("b"), .use(use)],
            ahead: ["2"], mark: mark, newest: mark)
        let used = UseOutcome(.notEnough(available: -2), of: use)
        let compared = ComparisonPage(to: comparison, changes: [.use(use)], wanted: ["1"], through: "2")
        let server = try LoopbackServer { request, client in
            switch request.path {
            case "/store/v1/account/exchange": client.answer(200, asJSON(page))
            case "/store/v1/account/comparison": client.answer(200, asJSON(compared))
            case "/store/v1/account/uses": client.answer(200, asJSON(used))
            default: client.answer(404)
            }
        }
        let store = client(of: server)
        #expect(try await store.exchange(exchange) == page)
        #expect(try await store.compare(comparison) == compared)
        #expect(try await store.use(use) == used)
        #expect(server.requests.map(\.body) == [asJSON(exchange), asJSON(comparison), asJSON(use)])
        #expect(
            server.requests.allSatisfy {
                $0.method == "POST" && $0.headers["authorization"] == "Bearer secret"
            })
    }

    @Test(
        "about a purchase puts its key into the path as it is, whatever is in it",
        arguments: [
            ("1000000001", "1000000001"), ("../../admin", "%2E%2E%2F%2E%2E%2Fadmin"),
            ("a?b#c %\n", "a%3Fb%23c%20%25%0A"),
            ("ž", "%C5%BE"),
        ])
    func path(key: String, component: String) async throws {
        let server = try LoopbackServer { _, client in client.answer(204) }
        let store = client(of: server, token: nil, adminToken: "secret")
        try await store.perform(.refund, on: IdempotencyKey(rawValue: key))
        #expect(server.requests.map(\.path) == ["/admin/v1/purchases/\(component)/refund"])
    }

    @Test func `is not made while nobody is signed in, except for prices`() async throws {
        let server = try LoopbackServer { _, client in client.answer(200, asJSON(outcome)) }
        let store = client(of: server, token: nil)
        await #expect(throws: StoreError.signInNeeded) { try await store.purchase(request) }
        await #expect(throws: StoreError.signInNeeded) { try await store.unsettledPurchases(including: []) }
        #expect(server.requests.isEmpty)
    }

    @Test
    func `goes out again at once when the store had just closed the connection that it went out on`()
        async throws
    {
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
    func `with a token that the store does not know any more is not made twice; the new token goes on`()
        async throws
    {
        let server = try LoopbackServer { request, client in
            if request.headers["authorization"] == "Bearer new" { return client.answer(200, asJSON(outcome)) }
            client.answer(401, asJSON(StoreError.signInNeeded))
        }
        let refusals = Counter()
        let store = client(of: server) { token in
            #expect(token == "secret")
            _ = refusals.next()
        }
        for _ in 1...2 {
            await #expect(throws: StoreError.signInNeeded) { try await store.purchase(request) }
        }
        #expect(server.requests.count == 1)
        #expect(refusals.count == 1 && store.token.current == nil)
        store.renew(sessionToken: "new")
        #expect(try await store.purchase(request) == outcome)
        #expect(store.token.current != nil)
    }

    @Test func `for prices asks for no more at once than a store answers, and takes only what it asked for`()
        async throws
    {
        let server = try LoopbackServer { request, client in
            guard
                let query = try? JSONDecoder().decode(
                    StoreWire.ProductsQuery.self, from: Data(request.body.utf8))
            else { return client.answer(400, "{}") }
            client.answer(
                200,
                asJSON(
                    ProductsResponse(products: [], invalidProductIdentifiers: query.identifiers + ["unasked"])
                ))
        }
        let identifiers = Set(
            (0...StoreWire.ProductsQuery.mostIdentifiers).map { ProductIdentifier(rawValue: "p\($0)") })
        let answer = try await client(of: server).products(for: identifiers).invalidProductIdentifiers
        #expect(answer.count == identifiers.count && Set(answer) == identifiers)
        #expect(server.requests.count == 2)
    }
}
