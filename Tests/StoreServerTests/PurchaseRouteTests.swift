import Foundation
import NIOHTTP1
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@Suite("Purchases over HTTP", .server, .timeLimit(.minutes(5)))
struct PurchaseRouteTests {
    private let server = RunningServer.current
    private let jane: Customer

    init() async throws { jane = try await Customer() }

    @Test
    func `a purchase is signed for its account, answered alike for ever, and told until it is finished`()
        async throws
    {
        let first = try await jane.buy("key", quantity: 2)
        #expect(first.status == 200 && first.headers["Content-Type"] == ["application/json"])
        let outcome: PurchaseOutcome = try first.decode()
        let signed = try #require(outcome.signed, "\(outcome)")
        let account = try #require(try server.store.allAccounts().last)
        let payload = try server.store.verifier(for: account).verify(signed)
        #expect(payload.quantity == 2 && payload.appTransactionId == jane.session.appTransactionIdentifier)
        #expect(payload.appAccountToken == nil)

        #expect(try await jane.buy("key", quantity: 2).decode() == outcome)
        #expect(try await jane.unsettled() == [outcome])
        for _ in 0..<2 {
            let answer = try await jane.finish(outcome)
            #expect(answer.status == 204 && answer.body.isEmpty)
        }
        #expect(try await jane.unsettled().isEmpty)
        #expect(try await jane.unsettled("key") == [outcome])
    }

    @Test(
        "whatever its key has in it, a purchase is answered as lists show it",
        arguments: ["a/b", #"a "quoted" \key"#, "schlüssel 🐒 \u{2028}"])
    func keys(key: String) async throws {
        let outcome: PurchaseOutcome = try await jane.buy(IdempotencyKey(rawValue: key)).decode()
        #expect(outcome.key.rawValue == key)
        #expect(try await jane.unsettled() == [outcome])
    }

    @Test
    func `a purchase gets a 503 if the database was replaced under the server, and the log says so`()
        async throws
    {
        let (path, files) = (server.folder.path + "/store.sqlite", FileManager.default)
        try SQLiteFile(path).copy(to: server.folder.path + "/copy")
        try files.removeItem(atPath: path)
        try files.moveItem(atPath: server.folder.path + "/copy", toPath: path)
        #expect(try await jane.buy("key").status == 503)
        #expect(server.log.calls.contains { $0.hasPrefix("\(path) was replaced") })
        #expect(try await server.send("GET", "/ready").status == 503)
    }

    @Test("a transaction has its receipt wherever what the store signed is, and verifyReceipt takes it")
    func transactionReceipt() async throws {
        let outcome: PurchaseOutcome = try await jane.buy("key", quantity: 3).decode()
        let signed = try #require(outcome.signed)
        let receipt = try #require(TransactionReceipt(signed)).base64
        let identifier = try #require(outcome.transactionIdentifier)
        let sent: StoreWire.Receipt = try await jane.send("GET", "transactions/\(identifier)/receipt")
            .decode()
        #expect(sent.receiptData == receipt)
        let body = #"{"receipt-data": "\#(receipt)"}"#
        let answer = try await server.send("POST", "/sandbox/verifyReceipt", body: body).object()
        #expect(answer["status"] as? Int == 0, "\(answer)")
        let fields = try #require(answer["receipt"] as? [String: String])
        #expect(fields["product_id"] == Customer.five.rawValue && fields["quantity"] == "3")
        #expect(fields["transaction_id"] == identifier.rawValue)
    }

    @Test(
        "a finish that does not say which version it is of is refused, and one of an older version hides nothing"
    )
    func finishOfAVersion() async throws {
        let outcome: PurchaseOutcome = try await jane.buy("key").decode()
        let identifier = try #require(outcome.transactionIdentifier)
        #expect(try await jane.send("POST", "transactions/\(identifier)/finish").status == 400)
        _ = try server.store.perform(.refund, on: "key")
        // The answer that tells of the refund is lost.
        _ = try await jane.unsettled()
        #expect(try await jane.finish(outcome).status == 204)
        let refund = try #require(try await jane.unsettled().first)
        #expect(refund.state == "revoked")
        #expect(try await jane.finish(refund).status == 204)
        #expect(try await jane.unsettled().isEmpty)
    }

    @Test func `what one account buys is nothing to another, nor is it another's to finish`() async throws {
        let joe = try await Customer("joe")
        let outcome: PurchaseOutcome = try await jane.buy("key").decode()
        let identifier = try #require(outcome.transactionIdentifier)
        #expect(try await joe.unsettled("key").isEmpty)
        #expect(try await joe.finish(outcome).status == 204)
        let receipt = try await joe.send("GET", "transactions/\(identifier)/receipt")
        #expect(receipt.status == 404 && receipt.error?.message == "There is no such transaction.")
        #expect(try await jane.unsettled() == [outcome])
    }

    @Test func `an app receipt is bound to the device that asks, whichever way its identifier is written`()
        async throws
    {
        var jane = jane
        let device = UUID().uuidString
        func isBound(to name: String) async throws -> Bool {
            let receipt: StoreWire.Receipt = try await jane.send("GET", "receipt").decode()
            let bytes = try #require(Data(base64Encoded: receipt.receiptData))
            return AppReceipt.isBound(Array(bytes), to: Array(name.utf8))
        }
        for name in [device, device.lowercased()] {
            jane.device = name
            #expect(try await isBound(to: device.lowercased()))
        }
        jane.device = UUID().uuidString
        #expect(try await !isBound(to: device.lowercased()))
        jane.device = "../../etc/passwd"
        #expect(try await jane.send("GET", "receipt").error?.code == StoreError.paymentInvalid.code)
    }

    @Test func `prices and certificates need no account`() async throws {
        let products: ProductsResponse = try await server.products(Customer.five, "nobody.sells.this")
            .decode()
        #expect(products.products.map(\.identifier) == [Customer.five])
        #expect(products.invalidProductIdentifiers == ["nobody.sells.this"])
        let listing: StoreWire.ProductsListing = try await server.send("GET", "/store/v1/products").decode()
        #expect(listing.identifiers == server.store.productIdentifiers)
        let certificates: StoreWire.Certificates = try await server.send("GET", "/store/v1/certificates")
            .decode()
        #expect(
            certificates.chain.compactMap { Data(base64Encoded: $0).map(Array.init) }
                == server.store.certificates)
    }

    @Test func `a thousand products may be asked about at once, however long their identifiers are`()
        async throws
    {
        let longest = (0..<StoreWire.ProductsQuery.mostIdentifiers).map { number in
            let digits = "\(number)"
            // In JSON a quotation mark takes two bytes.
            let rest = String(repeating: "\"", count: ProductIdentifier.mostBytes - digits.utf8.count)
            return ProductIdentifier(rawValue: digits + rest)
        }
        func answer(_ identifiers: [ProductIdentifier]) async throws -> Answer {
            let query = StoreWire.ProductsQuery(identifiers: identifiers)
            return try await server.send("POST", "/store/v1/products", json: query)
        }
        let response: ProductsResponse = try await answer(longest).decode()
        #expect(Set(response.invalidProductIdentifiers) == Set(longest))
        #expect(try await answer(longest + ["one more"]).status == 400)
    }

    @Test(
        "while the store's own way is closed, requests get the error that a client throws",
        arguments: [(StoreSettings.Network.down, StoreError.networkDown), (.answersLost, .connectionLost)])
    func faults(network: StoreSettings.Network, error: StoreError) async throws {
        try server.store.set { $0.network = network }
        let answers = [
            try await jane.buy("key"), try await server.products(Customer.five),
            try await server.send("GET", "/store/v1/products"),
        ]
        for answer in answers {
            #expect(answer.status == 503 && answer.error.map { error ~= $0 } == true)
            #expect(answer.error?.message?.contains("(network)") == true)
        }
        try server.store.set { $0.network = .up }
        #expect(try await jane.buy("key").decode(PurchaseOutcome.self).state == "purchased")
        #expect(try server.store.purchases().count == 1)
    }

    @Test func `a price limit is kept, and checked where it comes in`() async throws {
        func buy(_ key: IdempotencyKey, _ milliunits: Int64, _ currency: String) async throws -> Answer {
            try await jane.buy(key, priceLimit: Money(milliunits: milliunits, currency: currency))
        }
        for (milliunits, currency) in [(-1, "USD"), (990, ""), (990, "dollars"), (990, "\u{1F34C}")] {
            #expect(try await buy("odd", Int64(milliunits), currency).status == 400, "\(currency)")
        }
        let dear: PurchaseOutcome = try await buy("dear", 989, "USD").decode()
        #expect(dear.result == .failed(.priceChanged))
        let bought: PurchaseOutcome = try await buy("right", 990, "USD").decode()
        #expect(bought.state == "purchased")
        // The same payment again. The second request names no limit, like that of a person who was not asked.
        #expect(try await buy("right", 990, "USD").decode() == bought)
        #expect(try await jane.buy("right").decode() == bought)
    }

    @Test(
        "what cannot be a name of anything is refused where it comes in, and nothing is kept of what is not sold"
    )
    func names() async throws {
        let long = String(repeating: "x", count: 60_000)
        for (key, product) in [
            ("key\0", "five"), ("key", "five\0"), ("key", "five\n"), (long, "five"), ("key", long),
            ("", "five"),
            ("2000000000000001", "five"),
        ] {
            let answer = try await jane.buy(
                IdempotencyKey(rawValue: key), ProductIdentifier(rawValue: product))
            #expect(answer.status == 400)
        }
        for name in ["jane\0n", long, "jane\u{1b}"] {
            let credentials = StoreWire.Credentials(account: name, password: "long enough")
            #expect(try await server.send("POST", "/store/v1/sessions", json: credentials).status == 400)
        }
        _ = try await jane.buy("key", "nobody.sells.this")
        #expect(try server.store.purchases().isEmpty)
    }

    @Test func `a refusal is an outcome, not an error`() async throws {
        let answer = try await jane.buy("key", "nobody.sells.this")
        #expect(answer.status == 200)
        #expect(try answer.decode(PurchaseOutcome.self).result == .failed(.productNotAvailable))
    }

    @Test(arguments: [
        "%2e%2e", "..%2f..%2fkeys", "'%3b%20DROP%20TABLE%20purchase", "%25n%25s", "-1",
        "99999999999999999999",
        "2000000000000001%20",
    ])
    func `an identifier in a path is only a name`(identifier: String) async throws {
        let outcome: PurchaseOutcome = try await jane.buy("key").decode()
        let body = ["signedDate": try #require(outcome.finished?.signedDate)]
        #expect(try await jane.send("POST", "transactions/\(identifier)/finish", json: body).status == 204)
        #expect(try await jane.send("GET", "transactions/\(identifier)/receipt").status == 404)
        #expect(try await jane.unsettled() == [outcome])
    }
}
