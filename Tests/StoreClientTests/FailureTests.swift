import Foundation
import StoreModel
import Synchronization
import TestSupport
import Testing

@testable import StoreClient

@Suite("A store that does not answer as it should", .timeLimit(.minutes(5)))
struct FailureTests {
    static let timedOut = StoreError(domain: .network, code: -1001)

    static let refusals: [(status: Int, body: String, error: StoreError)] = [
        (400, "", .paymentInvalid), (401, "", .signInNeeded), (409, "", .accountTaken),
        (429, "", .tooManyAttempts),
        (404, "", .unknownServerError), (500, "", .unknownServerError), (502, "", .connectionLost),
        (503, "", .connectionLost), (504, "", .connectionLost), (301, "", .unknownServerError),
        (503, asJSON(StoreError.networkDown), .networkDown),
        (503, asJSON(StoreError.connectionLost), .connectionLost),
        (503, asJSON(StoreError.cannotConnect), .cannotConnect),
        (
            503, asJSON(StoreError(domain: .storeKit, code: 0, message: "It cannot be reached.")),
            .cannotConnect
        ),
        (400, asJSON(StoreError.productNotAvailable), .productNotAvailable),
        (
            500, asJSON(StoreError(domain: .storeServer, code: 5002, message: "mm")),
            .init(domain: .storeServer, code: 5002, message: "mm")
        ),
        (500, "{\"domain\":", .unknownServerError), (400, "[]", .paymentInvalid),
    ]

    @Test("and says so: its own word counts, and without one the status", arguments: refusals)
    func refusing(status: Int, body: String, error: StoreError) async throws {
        let server = try LoopbackServer { _, client in client.answer(status, body) }
        await #expect(throws: error) { try await client(of: server).purchase(request) }
        #expect(server.requests.count == 1)
    }

    @Test
    func `because it can do nothing now: it refuses what the queue keeps, and answers nothing else`()
        async throws
    {
        let server = try LoopbackServer { _, client in client.answer(503, asJSON(StoreError.cannotConnect)) }
        let store = client(of: server)
        let use = Use(id: UseIdentifier(rawValue: "use-1"), amount: 1, date: Timestamp(milliseconds: 0))
        let kept: [@Sendable () async throws -> Void] = [
            { _ = try await store.purchase(request) }, { _ = try await store.use(use) },
        ]
        let others: [@Sendable () async throws -> Void] = [
            { _ = try await store.productIdentifiers() },
            { _ = try await store.products(for: ["com.example.five"]) },
            { _ = try await store.exchange(ExchangeRequest(since: .beginning)) },
            { _ = try await store.restoredPurchases(after: nil, limit: 1) },
            { _ = try await store.appReceipt() },
        ]
        for ask in kept { await #expect(throws: StoreError.cannotConnect) { try await ask() } }
        for ask in others { await #expect(throws: StoreError.connectionLost) { try await ask() } }
        #expect(server.requests.count == kept.count + others.count)
    }

    @Test func `because there were too many attempts: the detail says how long to wait`() async throws {
        let server = try LoopbackServer { _, client in client.answer(429, "", headers: "Retry-After: 30\r\n")
        }
        let error = await #expect(throws: StoreError.self) { try await client(of: server).purchase(request) }
        #expect(error == StoreError(domain: .account, code: 429, detail: .wait(seconds: 30)))
    }

    @Test(arguments: [
        ("text/html", asJSON(outcome)), ("application/json", "<html>"), ("application/json", ""),
        ("application/json", "{}"), ("application/json", asJSON(outcome).dropLast().description),
        ("application/json", String(repeating: "[", count: 1 << 20)),
        ("application/json", "{\"key\":" + String(repeating: "[", count: 512)),
    ])
    func `but with something that is not one`(type: String, body: String) async throws {
        let server = try LoopbackServer { _, client in client.answer(200, body, type: type) }
        await #expect(throws: StoreError.unreadableAnswer) { try await client(of: server).purchase(request) }
    }

    @Test(
        arguments: [
            (.max, 1), (.min, 1), (1_000_000_000_000_000, 1), (990, 1000), (990, .max), (990, 0), (990, .min),
        ] as [(Int64, Int)])
    func `but with numbers that nothing can be reckoned with`(price: Int64, periods: Int) async throws {
        let price = Money(milliunits: price, currency: "USD")
        try await expectUnreadable(price: price, offer: price, periods: periods)
    }

    @Test(
        arguments: [(-1, "USD"), (990, ""), (990, "usd"), (990, "dollars"), (990, "\u{1F34C}")]
            as [(Int64, String)])
    func `but with a price that it would not take as a limit`(
        milliunits: Int64, currency: String
    ) async throws {
        let right = Money(milliunits: 990, currency: "USD"),
            wrong = Money(milliunits: milliunits, currency: currency)
        try await expectUnreadable(price: wrong, offer: right)
        try await expectUnreadable(price: right, offer: wrong)
    }

    private func expectUnreadable(price: Money, offer: Money, periods: Int = 1) async throws {
        let offer = IntroductoryOffer(
            mode: .payAsYouGo, price: offer, period: SubscriptionPeriod(1, .month), periodCount: periods)
        let product = Product(
            identifier: "com.example.monthly", kind: .autoRenewable, localizedTitle: "",
            localizedDescription: "",
            price: price, priceLocale: Self.locale, isFamilyShareable: false,
            subscription: SubscriptionTerms(
                group: "g", groupName: "", level: 1, period: SubscriptionPeriod(1, .month),
                introductoryOffer: offer))
        let answer = ProductsResponse(products: [product], invalidProductIdentifiers: [])
        let server = try LoopbackServer { _, client in client.answer(200, asJSON(answer)) }
        await #expect(throws: StoreError.unreadableAnswer) {
            try await client(of: server).products(for: [product.identifier])
        }
    }

    private static let locale = PriceLocale(
        identifier: "en_US", prefix: "$", suffix: "", decimalSeparator: ".", groupingSeparator: ",",
        primaryGroupingSize: 3, secondaryGroupingSize: 3, fractionDigits: 2)

    @Test func `but speaks another protocol`() async throws {
        let server = try LoopbackServer { _, client in
            client.send("SSH-2.0-OpenSSH_9.2\r\n\r\n")
            client.end()
        }
        await #expect(throws: StoreError.unreadableAnswer) { try await client(of: server).purchase(request) }
    }

    @Test func `because nobody is there: nothing was sent`() async throws {
        let server = try LoopbackServer { _, _ in }
        let store = client(of: server)
        server.stop()
        await #expect(throws: StoreError.networkDown) { try await store.purchase(request) }
    }

    @Test func `because no such host is there: nothing was sent`() async throws {
        let store = HTTPStore(connection: connection(to: "https://store.invalid"))
        await #expect(throws: StoreError.networkDown) { try await store.products(for: []) }
    }

    @Test func `because it cannot show a certificate: nothing was sent`() async throws {
        let server = try LoopbackServer { _, _ in }
        let address = "https://127.0.0.1:\(server.port)"
        let impostor = Task {
            // The server answers the first message of TLS with something else.
            try await HTTPStore(connection: connection(to: address)).products(for: [])
        }
        while server.connections == 0 { try await pause() }
        server.endConnections()
        await #expect(throws: StoreError.networkDown) { try await impostor.value }
        #expect(server.requests.isEmpty)
    }

    static let cuts = [
        "", "HTTP/1.1 200 OK\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"key\"",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"key",
    ]

    @Test("any further: the request may have arrived", arguments: cuts)
    func cut(text: String) async throws {
        let server = try LoopbackServer { _, client in
            client.send(text)
            client.end()
        }
        await #expect(throws: StoreError.connectionLost) { try await client(of: server).purchase(request) }
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ])
    func `at all, or not to the end, in the time that it is given`(text: String) async throws {
        let server = try LoopbackServer { _, client in client.send(text) }
        let time = ManualTime()
        let answer = Task { try await client(of: server, time: time.source).purchase(request) }
        await time.waitForSleepers()
        time.advance(by: .seconds(29))
        #expect(time.sleeperCount == 1)
        time.advance(by: .seconds(1))
        await #expect(throws: Self.timedOut) { try await answer.value }
    }

    @Test("itself but sends somewhere else: nobody goes there", arguments: [301, 302, 307, 308])
    func redirect(status: Int) async throws {
        let other = try LoopbackServer { _, client in client.answer(200, asJSON(outcome)) }
        let server = try LoopbackServer { _, client in
            client.answer(status, "", headers: "Location: \(other.address)/store/v1/purchases\r\n")
        }
        await #expect(throws: StoreError.unknownServerError) {
            try await client(of: server).purchase(request)
        }
        #expect(other.requests.isEmpty)
    }

    @Test(
        "but sends 100 MB: it is not read to the end",
        arguments: ["Content-Length: 104857600", "Connection: close"])
    func huge(header: String) async throws {
        let piece = String(repeating: " ", count: 1 << 20)
        let sent = Mutex<Int?>(nil)
        let server = try LoopbackServer { _, client in
            client.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(header)\r\n\r\n")
            var count = 0
            while count < 100, client.send(piece) { count += 1 }
            client.end()
            sent.withLock { $0 = count }
        }
        await #expect(throws: StoreError.unreadableAnswer) { try await client(of: server).purchase(request) }
        while sent.withLock({ $0 }) == nil { try await pause() }
        #expect(sent.withLock { $0 }! < 100)
    }
}
