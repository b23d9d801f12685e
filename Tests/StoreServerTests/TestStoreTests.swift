import Crypto
import Foundation
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

/// A store that a test made at a server, by the server's routes.
struct TestStoreClient: Sendable {
    struct Made: Decodable {
        struct Key: Decodable { var issuer, keyIdentifier, privateKey: String }
        struct Account: Decodable { var account, name: String? }

        var identifier, address, bundleIdentifier, sharedSecret, rootCertificate: String
        var storefront, locale, wantedLocale: String
        var appAppleIdentifier: Int64
        var version: String
        var serverAPI: Key
        var accounts: [Account]
        var snapshots, warnings: [String]
    }

    let outer: RunningServer
    let made: Made
    /// The store at its own address.
    let server: RunningServer

    init(_ body: String? = nil, at outer: RunningServer = .current) async throws {
        let answer = try await outer.testStore("POST", "", body: body)
        #expect(answer.status == 201, "\(answer.body)")
        made = try answer.decode()
        self.outer = outer
        var inner = outer
        inner.address = made.address
        server = inner
    }

    func send(_ method: String, _ path: String) async throws -> Answer {
        try await outer.testStore(method, "/\(made.identifier)\(path)")
    }

    /// How many purchases it has.
    func purchaseCount() async throws -> Int {
        try await server.admin("GET", "purchases").decode([PurchaseSummary].self).count
    }
}

extension RunningServer {
    func testStore(_ method: String, _ path: String, body: String? = nil) async throws -> Answer {
        try await send(method, "/stores" + path, body: body, token: Self.adminToken)
    }
}

@Suite("Stores for tests", .server(testStores: 3), .timeLimit(.minutes(5)))
struct TestStoreTests {
    let server = RunningServer.current

    @Test func `share root and signing key, and nothing else`() async throws {
        let one = try await TestStoreClient()
        let two = try await TestStoreClient()
        #expect(one.made.rootCertificate == server.store.rootCertificatePEM)
        #expect(two.made.rootCertificate == one.made.rootCertificate)
        let secrets = [one.made.sharedSecret, two.made.sharedSecret, server.store.sharedSecret]
        #expect(Set(secrets).count == 3)
        // The same names, passwords and keys in both are two customers and two purchases.
        var numbers: [TransactionIdentifier] = []
        for store in [one.server, two.server] {
            let outcome: PurchaseOutcome = try await Customer(at: store).buy("key").decode()
            numbers.append(try #require(outcome.transactionIdentifier))
        }
        #expect(Set(numbers).count == 2)
        #expect(try await one.purchaseCount() == 1)
        #expect(try server.store.purchases().isEmpty)
        // The faults and the clock of one are not those of the other.
        let faults =
            #"{"everyFailure": {"domain": "SKErrorDomain", "code": 4}, "clockOffsetMilliseconds": 86400000}"#
        try await one.server.set(faults)
        for other in [server, two.server] {
            #expect(try await other.admin("GET", "settings").decode(StoreSettings.self) == StoreSettings())
        }
        // A session belongs to one store.
        let token = try await Customer("ann", at: one.server).session.token
        let exchange = ExchangeRequest(since: .beginning)
        let answer = try await two.server.send(
            "POST", "/store/v1/account/exchange", json: exchange, token: token)
        #expect(answer.status == 401)
    }

    @Test
    func `give numbers to transactions and accounts that no other store gives, also after one that is gone`()
        async throws
    {
        // The clock stands still, so only the server's memory keeps the numbers of different stores apart.
        var payloads: [TransactionPayload] = []
        for _ in 0..<2 {
            let stores = [try await TestStoreClient(), try await TestStoreClient()]
            // A store that goes back to its beginning before its first number knows the numbers of the
            // earlier store, too.
            #expect(try await stores[0].send("POST", "/reset").status == 200)
            for store in stores {
                let outcome: PurchaseOutcome = try await Customer(at: store.server).buy("key").decode()
                payloads.append(try #require(outcome.signed?.unverifiedPayload))
            }
            for store in stores { #expect(try await store.send("DELETE", "").status == 204) }
        }
        #expect(Set(payloads.map(\.transactionId)).count == 4)
        #expect(Set(payloads.compactMap(\.appTransactionId)).count == 4)
    }

    @Test func `move to another country and language, until they are reset`() async throws {
        let store = try await TestStoreClient()
        #expect(store.made.storefront == "USA" && store.made.locale == "en_US")
        func move(_ body: String) async throws -> Answer {
            try await server.testStore("PUT", "/\(store.made.identifier)/storefront", body: body)
        }
        let buyer = try await Customer(at: store.server)
        _ = try await buyer.buy("before")
        let moved: TestStoreClient.Made = try await move(#"{"storefront": "FRA", "locale": "fr"}"#).decode()
        #expect(moved.storefront == "FRA" && moved.locale == "fr_FR" && moved.wantedLocale == "fr")
        // The same customers are signed in, and what was bought is there.
        let bought: PurchaseOutcome = try await buyer.buy("after").decode()
        let payload = try #require(bought.signed, "\(bought)").unverifiedPayload
        #expect(payload?.storefront == "FRA" && payload?.currency == "EUR")
        #expect(try await store.purchaseCount() == 2)
        let products: ProductsResponse = try await store.server.products(Customer.five).decode()
        #expect(products.products.first?.localizedTitle == "5 crédits de singe")
        for body in [
            #"{"storefront": "XXX"}"#, #"{"storefront": "fra"}"#, #"{"storefront": ""}"#, #"{"locale": ""}"#,
            #"{"locale": "e n"}"#, #"{"storefront": 1}"#, "[]", "",
        ] {
            #expect(try await move(body).status == 400, "\(body)")
        }
        // One can be changed without the other. A language that came without a region has the new country's.
        let other: TestStoreClient.Made = try await move(#"{"storefront": "JPN"}"#).decode()
        #expect(other.storefront == "JPN" && other.locale == "fr_JP")
        let copy = try await TestStoreClient(#"{"copyOf": "\#(store.made.identifier)"}"#)
        #expect(copy.made.storefront == "JPN")
        let reset: TestStoreClient.Made = try await store.send("POST", "/reset").decode()
        #expect(reset.storefront == "USA" && reset.locale == "en_US")
        #expect(try await server.testStore("PUT", "/none/storefront", body: "{}").status == 404)
    }

    @Test func `that have moved tell and renew what requests from before still write`() async throws {
        let made = try await TestStoreClient().made
        let store = try #require(server.testStores).find(made.identifier)
        let former = store.running.served.store
        try former.set { $0.timeRate = .oneRenewalEveryTenSeconds }
        let customer = try former.customer("ann")
        try store.move { _ in try #require(CataloguePlace(storefront: "FRA", locale: "fr")) }
        let moved = store.running.served.store
        #expect(moved.assortment.storefront == "FRA")
        var updates = AccountSession(store: moved, account: customer.account).updates().makeAsyncIterator()
        // Such a request found its store before the move.
        try await customer.buy("one", MonkeyCredits.monthlyBunch)
        #expect(await updates.next() == .accountChanged(revision: 1))
        await server.time.waitForSleeper(dueIn: .seconds(10))
        server.time.advance(by: .seconds(10))
        #expect(await updates.next() != nil)
        #expect(try moved.payloads(of: customer.account.identifier).count == 2)
    }

    @Test func `take a country and a language that come at the same time`() async throws {
        let store = try await TestStoreClient()
        let path = "/\(store.made.identifier)/storefront"
        for (country, locale) in [("FRA", "fr_FR"), ("DEU", "de_DE"), ("JPN", "ja_JP")] {
            for body in [#"{"storefront": "USA"}"#, #"{"locale": "en_US"}"#] {
                #expect(try await server.testStore("PUT", path, body: body).status == 200)
            }
            async let first = server.testStore("PUT", path, body: #"{"storefront": "\#(country)"}"#)
            async let second = server.testStore("PUT", path, body: #"{"locale": "\#(locale)"}"#)
            let answers = try await [first, second]
            #expect(answers.map(\.status) == [200, 200])
            let made: TestStoreClient.Made = try await store.send("GET", "").decode()
            #expect(made.storefront == country && made.locale == locale)
        }
    }

    @Test func `begin with what the request says`() async throws {
        let body = try """
        {"bundleIdentifier": "com.example.app", "appAppleIdentifier": 42, "lifeSeconds": 60,
         "settings": {"timeRate": 1},
         "accounts": [{"account": "jane", "password": "bananas for ever"}],
         "catalogue": \(SentJSON.text(Self.catalogue))}
        """
        let store = try await TestStoreClient(body)
        #expect(store.made.bundleIdentifier == "com.example.app" && store.made.appAppleIdentifier == 42)
        #expect(store.made.accounts.compactMap(\.name) == ["jane"])
        let session = try await store.server.signIn()
        let request = PurchaseRequest(key: "key", productIdentifier: "com.example.sword", quantity: 1)
        let answer = try await store.server.send(
            "POST", "/store/v1/purchases", json: request, token: session.token)
        #expect(answer.status == 200)
    }

    @Test func `have the version and the key of the Server API that the request brings, also after a reset`()
        async throws
    {
        let key = P256.Signing.PrivateKey().pemRepresentation
        let issuer = "57246542-96fe-1a63-e053-0824d011072a"
        let body = try """
        {"bundleIdentifier": "com.example.app", "version": "7.3",
         "serverAPI": {"issuer": "\(issuer)", "keyIdentifier": "2X9R4HXF34", "privateKey": \(SentJSON.text(key))}}
        """
        let store = try await TestStoreClient(body)
        #expect(store.made.version == "7.3" && store.made.serverAPI.keyIdentifier == "2X9R4HXF34")
        #expect(store.made.serverAPI.issuer == issuer && store.made.serverAPI.privateKey == key)
        #expect(try await store.send("POST", "/reset").decode(TestStoreClient.Made.self).version == "7.3")
        for wrong in [
            #"{"version": ""}"#,
            #"{"serverAPI": {"issuer": "me", "keyIdentifier": "2X9R4HXF34", "privateKey": "x"}}"#,
            #"{"serverAPI": {"issuer": "me"}}"#, #"{"copyOf": "\#(store.made.identifier)", "version": "8"}"#,
        ] {
            #expect(try await server.testStore("POST", "", body: wrong).status == 400, "\(wrong)")
        }
    }

    @Test(arguments: [
        (#"{"catalogue": ""}"#, "catalogue is empty. No store was made."),
        (#"{"catalogue": "{}"}"#, "catalogue has no products. No store was made."),
        (#"{"bundleIdentifier": "com example"}"#, ", such as com.example.game; no store was made."),
        (#"{"appAppleIdentifier": 0}"#, "number is 1 to 9223372036854775807; no store was made."),
    ])
    func `that cannot be made are refused in sentences about this request`(
        body: String, end: String
    ) async throws {
        let answer = try await server.testStore("POST", "", body: body)
        #expect(answer.status == 400 && answer.error?.message?.hasSuffix(end) == true, "\(answer.body)")
    }

    @Test func `keep the catalogue's settings that the request does not name`() async throws {
        let catalogue = Self.catalogue.replacing(
            #""settings": {}"#,
            with: #""settings": {"_billingGracePeriodEnabled": true, "_askToBuyEnabled": true}"#)
        let body = try
            #"{"settings": {"timeRate": 6, "asksToBuy": null}, "catalogue": \#(SentJSON.text(catalogue))}"#
        let settings: StoreSettings = try await TestStoreClient(body).server.admin("GET", "settings").decode()
        #expect(settings.allowsGracePeriod && !settings.asksToBuy && settings.timeRate == .oneSecondIsOneDay)
    }

    @Test func `say what is odd about the catalogue that the request brings, and so does the log`()
        async throws
    {
        let catalogue = Self.catalogue.replacing("4.99", with: "")
        let store = try await TestStoreClient(#"{"catalogue": \#(SentJSON.text(catalogue))}"#)
        let oddity =
            #"catalogue: products[0].displayPrice: the product "com.example.sword" has no price; it is sold for 0."#
        #expect(store.made.warnings == [oddity])
        #expect(server.log.calls.contains("store \(store.made.identifier): \(oddity)"))
        let reset: TestStoreClient.Made = try await store.send("POST", "/reset").decode()
        #expect(reset.warnings == [oddity])
        #expect(try await TestStoreClient().made.warnings.isEmpty)
    }

    private static let catalogue = """
        {"identifier": "1", "products": [{"displayPrice": "4.99", "internalID": "2", "productID": "com.example.sword",
         "referenceName": "Sword", "type": "Consumable", "localizations": []}], "settings": {},
         "version": {"major": 3, "minor": 0}}
        """

    @Test(arguments: [
        #"{"bundleIdentifier": "com example"}"#, #"{"appAppleIdentifier": 0}"#, #"{"lifeSeconds": 0}"#,
        #"{"lifeSeconds": 86401}"#, #"{"catalogue": "{"}"#, #"{"catalogue": {}}"#, #"{"settings": 3}"#, "[]",
        #"{"settings": {"clockOffsetMilliseconds": 9223372036854775807}}"#,
        #"{"notifications": {"sandbox": "ftp://example.com"}}"#, #"{"accounts": [{"account": "jane"}]}"#,
        #"{"accounts": [{"account": "jane", "password": "short"}]}"#,
        #"{"accounts": [{"account": "j", "password": "bananas for ever"}, {"account": "j", "password": "bananas for ever"}]}"#,
    ])
    func `that cannot be made are not half made`(body: String) async throws {
        let answer = try await server.testStore("POST", "", body: body)
        #expect([400, 409].contains(answer.status), "\(answer.status)")
        #expect(answer.error?.message != nil)
        #expect(try await server.testStore("GET", "").body == "[]")
        // No series of numbers is used up, either.
        _ = try await TestStoreClient()
    }

    @Test func `are gone with all that is under their identifier once they are removed`() async throws {
        let store = try await TestStoreClient()
        #expect(try await store.send("GET", "").status == 200)
        #expect(try await store.send("DELETE", "").status == 204)
        #expect(try await store.send("DELETE", "").status == 404)
        #expect(try await store.server.admin("GET", "settings").status == 404)
        #expect(try await store.server.send("GET", "/store/v1/products").status == 404)
    }

    @Test(arguments: [
        ("GET", "", 404), ("GET", "/", 401), ("GET", "/../../admin/v1/settings", 404),
        ("GET", "/stores", 404),
        ("GET", "/health", 404), ("GET", "/store/v1/products", 200),
        ("GET", "/store/v1/products?x=/stores", 200),
        ("DELETE", "/store/v1/products", 405), ("PATCH", "/store/v1/products", 405),
        ("GET", "/admin/v1/settings", 401),
        ("POST", "/verifyReceipt", 200),
    ])
    func `answer what stands after their identifier`(
        method: String, path: String, status: Int
    ) async throws {
        let store = try await TestStoreClient()
        let address = path.isEmpty ? "/stores/another" : "/stores/\(store.made.identifier)\(path)"
        let token = path.isEmpty ? RunningServer.adminToken : nil
        #expect(try await server.send(method, address, body: "{}", token: token).status == status)
    }

    @Test func `go back to their beginning, and to snapshots, with everything`() async throws {
        let body = #"{"accounts": [{"account": "ann", "password": "bananas for ever"}]}"#
        let store = try await TestStoreClient(body)
        let jane = try await Customer(at: store.server)
        _ = try await jane.buy("one")
        #expect(try await store.send("PUT", "/snapshots/one").status == 204)
        _ = try await jane.buy("two")
        try await store.server.set(#"{"asksToBuy": true}"#)
        let later = try await TestStoreClient(#"{"copyOf": "\#(store.made.identifier)"}"#)
        #expect(try await store.purchaseCount() == 2)

        #expect(try await store.send("POST", "/snapshots/one/restore").status == 200)
        #expect(try await store.purchaseCount() == 1)
        #expect(try await store.server.admin("GET", "settings").decode(StoreSettings.self) == StoreSettings())
        // The same customers are signed in, and new purchases get a number of their own.
        let again = try await jane.buy("three").decode(PurchaseOutcome.self)
        // The clock of this test stands still, so only the store's memory keeps the numbers apart.
        let known = try await later.server.admin("GET", "purchases").decode([PurchaseSummary].self)
        #expect(!known.map(\.transactionIdentifier).contains(again.finished?.identifier))

        #expect(try await store.send("POST", "/reset").decode(TestStoreClient.Made.self).snapshots == ["one"])
        #expect(try await store.purchaseCount() == 0)
        #expect(try await jane.buy("four").status == 401)
        let names = try await store.server.admin("GET", "accounts").decode(
            [TestStoreClient.Made.Account].self)
        #expect(names.compactMap(\.name) == ["ann"])
        // The copy kept what it had.
        #expect(try await later.purchaseCount() == 2)
        #expect(later.made.serverAPI.keyIdentifier != store.made.serverAPI.keyIdentifier)

        #expect(try await store.send("DELETE", "/snapshots/one").status == 204)
        for (method, path) in [
            ("GET", "/snapshots/one/file"), ("DELETE", "/snapshots/one"), ("POST", "/snapshots/one/restore"),
        ] {
            let answer = try await store.send(method, path)
            #expect(answer.status == 404)
            #expect(answer.error?.message == "The store has no snapshot of that name.")
        }
        for name in ["a%20b", String(repeating: "n", count: 65), "%2e%2e%2f"] {
            #expect(try await store.send("PUT", "/snapshots/" + name).status == 400)
        }
        for number in 0..<TestStore.mostSnapshots {
            #expect(try await store.send("PUT", "/snapshots/\(number)").status == 204)
        }
        #expect(try await store.send("PUT", "/snapshots/0").status == 204)
        #expect(try await store.send("PUT", "/snapshots/another").status == 409)
        let mixed = #"{"copyOf": "\#(store.made.identifier)", "bundleIdentifier": "com.example.app"}"#
        #expect(try await server.testStore("POST", "", body: mixed).status == 400)
        #expect(try await server.testStore("POST", "", body: #"{"copyOf": "another"}"#).status == 404)
    }

    @Test func `that rest have kept everything, and go on`() async throws {
        let store = try await TestStoreClient()
        let customer = try await Customer(at: store.server)
        for count in 1...3 {
            #expect(try await customer.buy(IdempotencyKey(rawValue: "key \(count)")).status == 200)
            // While another one is made, the first one rests.
            let other = try await TestStoreClient()
            #expect(try await store.purchaseCount() == count)
            #expect(try await store.send("PUT", "/snapshots/\(count)").status == 204)
            #expect(try await other.send("DELETE", "").status == 204)
        }
        _ = try await TestStoreClient()
        #expect(try await store.send("POST", "/snapshots/1/restore").status == 200)
        #expect(try await store.purchaseCount() == 1)
    }

    @Test func `that nobody uses are removed when their life is over`() async throws {
        let short = try await TestStoreClient(#"{"lifeSeconds": 100}"#)
        let used = try await TestStoreClient(#"{"lifeSeconds": 100}"#)
        let long = try await TestStoreClient()
        server.time.advance(by: .seconds(99))
        #expect(try await used.server.send("GET", "/store/v1/products").status == 200)
        server.time.advance(by: .seconds(1))
        #expect(try await short.server.send("GET", "/store/v1/products").status == 404)
        #expect(try await used.server.send("GET", "/store/v1/products").status == 200)
        server.time.advance(by: .seconds(3599))
        #expect(try await used.server.send("GET", "/store/v1/products").status == 404)
        _ = try await TestStoreClient()
        let left = try await server.testStore("GET", "").body
        #expect(left.contains(long.made.identifier) == false && !left.contains(used.made.identifier))
    }

    @Test func `that are removed while they are put back do not live on`() async throws {
        let made = try await TestStoreClient().made
        let store = try #require(server.testStores).find(made.identifier)
        // A removal does not wait for the reset, so it may come before the reset's last step.
        store.end()
        try store.reset()
        let running = store.running.served.store
        let visitor = try #require(VisitorName(rawValue: "guest-0b5b4d7c-1f0e-4f6e-9d46-2f4f0f9c5a11"))
        let (account, _) = try await running.admit(visitor)
        let updates = AccountSession(store: running, account: account).updates()
        // A store that lives tells its listeners.
        try running.set { $0.asksToBuy = true }
        let update = await updates.first { _ in true }
        #expect(update == nil)
    }

    @Test func `are made as soon as they are asked for, and no more when the server has ended`() async throws
    {
        let stores = TestStores(
            signingAs: server.store, options: ServerOptions(adminToken: RunningServer.adminToken),
            resources: RequestResources(), time: server.time.source, logger: server.log.logger)
        func make() async throws -> TestStore {
            try await stores.make(
                life: TestStores.usualLife, application: WantedApplication(), catalogue: nil, apiKey: nil
            ) { _ in }
        }
        // The service has not begun to run.
        let first = try? await make()
        #expect(first != nil)
        let run = Task { try await stores.run() }
        run.cancel()
        try await run.value
        #expect(stores.all.isEmpty)
        await #expect(throws: HTTPFailure.self) { try await make() }
    }

    @Test func `are so many and no more`() async throws {
        let first = try await TestStoreClient()
        for _ in 1..<3 {
            #expect(try await server.testStore("POST", "").status == 201)
        }
        let refused = try await server.testStore("POST", "")
        #expect(refused.status == 429 && refused.error?.message?.contains("no store was made") == true)
        #expect(try await first.send("DELETE", "").status == 204)
        #expect(try await server.testStore("POST", "").status == 201)
    }

    @Test func `that are removed or put back end the streams of their customers`() async throws {
        for change in ["POST /reset", "DELETE "] {
            let store = try await TestStoreClient()
            let jane = try await Customer(at: store.server)
            async let stream = jane.send("GET", "updates")
            // Once there is the heartbeat, there is the stream.
            await server.time.waitForSleepers(2)
            let parts = change.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            _ = try await store.send(parts[0], parts[1])
            #expect(try await stream.status == 200)
        }
    }
}
