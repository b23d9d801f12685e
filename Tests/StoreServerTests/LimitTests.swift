import Foundation
import NIOHTTP1
import StoreModel
import StoreServer
import StoreWire
import TestSupport
import Testing

@testable import StoreRules

@Suite("Request rates over HTTP", .timeLimit(.minutes(5)))
struct LimitTests {
    private let server = RunningServer.current

    @Test(.server { $0.accountRate = Rate(perSecond: 1) })
    func `an account that asks too often waits, and others do not`() async throws {
        let jane = try await Customer()
        let joe = try await Customer("joe")
        for _ in 0..<2 { #expect(try await jane.send("GET", "settings").status == 200) }
        let refused = try await jane.send("GET", "settings")
        #expect(
            refused.status == 429 && refused.headers["Retry-After"] == ["1"] && refused.error?.code == 429)
        #expect(try await joe.send("GET", "settings").status == 200)
        server.time.advance(by: .seconds(1))
        #expect(try await jane.send("GET", "settings").status == 200)
    }

    @Test(.server { $0.listening.addressRate = Rate(perSecond: 1) })
    func `an address that asks too often waits, but health is answered always`() async throws {
        for _ in 0..<2 { #expect(try await server.send("POST", "/verifyReceipt", body: "").status == 200) }
        let refused = try await server.send("POST", "/verifyReceipt", body: "")
        #expect(refused.status == 429 && refused.headers["Retry-After"] == ["1"])
        #expect(try await server.send("GET", "/health").status == 200)
        #expect(try await server.send("GET", "/nowhere").status == 429)
        server.time.advance(by: .seconds(1))
        #expect(try await server.send("POST", "/verifyReceipt", body: "").status == 200)
    }

    @Test(
        .server {
            $0.listening.addressRate = Rate(perSecond: 1)
            $0.listening.sparesThisMachine = true
        })
    func `this machine may be spared the limit of addresses`() async throws {
        for _ in 0..<10 { #expect(try await server.send("POST", "/verifyReceipt", body: "").status == 200) }
    }

    @Test(.server { $0.accountPurchases = Rate(perDay: 3) })
    func `an account buys so often in a day, others do too, and nothing is charged above that`() async throws
    {
        let (jane, joe) = (try await Customer(), try await Customer("joe"))
        for key: IdempotencyKey in ["1", "2", "3"] { #expect(try await jane.buy(key).status == 200) }
        let refused = try await jane.buy("4")
        #expect(refused.status == 429 && refused.headers["Retry-After"] == ["28800"])
        #expect(refused.error.map { .tooManyPurchases ~= $0 } == true)
        #expect(try await jane.unsettled().count == 3)
        #expect(try await joe.buy("1").status == 200)
        server.time.advance(by: .seconds(28_800))
        #expect(try await jane.buy("4").status == 200)
    }

    @Test(.server { $0.accountPurchases = Rate(perDay: 1) })
    func `a purchase that got no answer does not count, however often it is sent`() async throws {
        let jane = try await Customer()
        try server.store.set { $0.network = .down }
        for _ in 0..<2 { #expect(try await jane.buy("1").status == 503) }
        try server.store.set { $0.network = .up }
        #expect(try await jane.buy("1").status == 200)
        #expect(try await jane.buy("2").status == 429)
    }

    @Test(
        .server {
            $0.accountPurchases = Rate(perDay: 1)
            $0.listening.addressRate = Rate(perSecond: 1000)
        })
    func `all accounts of a network buy ten times as often as one, and one that was refused buys later`()
        async throws
    {
        for number in 0..<10 { #expect(try await Customer("account \(number)").buy("1").status == 200) }
        let eleventh = try await Customer("eleventh")
        let refused = try await eleventh.buy("1")
        #expect(refused.status == 429 && refused.headers["Retry-After"] == ["8640"])
        #expect(refused.error.map { .tooManyPurchases ~= $0 } == true)
        server.time.advance(by: .seconds(9000))
        #expect(try await eleventh.buy("1").status == 200)
    }

    @Test(
        .server {
            $0.accountPurchases = Rate(perDay: 1)
            $0.listening.addressRate = Rate(perSecond: 1000)
        })
    func `a purchase that got no answer does not count for the network, either`() async throws {
        let jane = try await Customer()
        try server.store.set { $0.network = .down }
        for _ in 0..<11 { #expect(try await jane.buy("1").status == 503) }
        try server.store.set { $0.network = .up }
        #expect(try await jane.buy("1").status == 200)
    }

    @Test(.server { $0.accountPurchases = Rate(perDay: 1) })
    func `a network has no limit of purchases if it has none of requests`() async throws {
        for number in 0..<11 { #expect(try await Customer("account \(number)").buy("1").status == 200) }
    }

    @Test(
        .server {
            $0.accountPurchases = Rate(perDay: 1)
            $0.listening.addressRate = Rate(perSecond: 1000)
            $0.listening.sparesThisMachine = true
        })
    func `this machine may be spared the limit of a network's purchases`() async throws {
        for number in 0..<11 { #expect(try await Customer("account \(number)").buy("1").status == 200) }
    }

    @Test(
        .server(testStores: 1) {
            $0.accountPurchases = Rate(perDay: 1)
            $0.signIns = Rate(perDay: 24, atOnce: 1)
        })
    func `a store of a test has no limit of purchases, and none of sign-ins`() async throws {
        let made = try await server.send("POST", "/stores", body: "{}", token: RunningServer.adminToken)
        var store = server
        store.address = try #require(try made.object()["address"] as? String)
        let jane = try await Customer(at: store)
        for key: IdempotencyKey in ["1", "2", "3"] { #expect(try await jane.buy(key).status == 200) }
        for _ in 0..<3 { _ = try await store.signIn() }
    }

    @Test(.server { $0.newUses = Rate(perDay: 3) })
    func `devices give so many uses in a day that are new to the store, the rest later, and lose none`()
        async throws
    {
        let (jane, joe) = (try await Customer(), try await Customer("joe"))
        let date = server.time.source.now()
        let uses = (0..<6).map { _ in Use(id: .random(at: date), amount: 1, date: date) }
        func give(_ uses: ArraySlice<Use>, to customer: Customer) async throws -> Answer {
            let request = ExchangeRequest(since: .beginning, uses: Array(uses))
            return try await customer.send("POST", "account/exchange", json: request)
        }
        func count(_ answer: Answer) throws -> Int { try answer.decode(ExchangePage.self).changes.count }
        // What the store has does not count again.
        for _ in 0..<2 { #expect(try await count(give(uses[..<3], to: jane)) == 3) }
        let refused = try await give(uses[2..<5], to: jane)
        #expect(refused.status == 429 && refused.headers["Retry-After"] == ["28800"])
        #expect(try await count(give([], to: jane)) == 3)
        #expect(try await count(give(uses[..<3], to: joe)) == 3)
        server.time.advance(by: .seconds(28_800))
        // One is allowed again, and what a device gives at once is never too much.
        #expect(try await count(give(uses[2..<5], to: jane)) == 5)
        #expect(try await give(uses[5...], to: jane).headers["Retry-After"] == ["57600"])
    }

    @Test(
        .server {
            $0.newUses = Rate(perDay: 1)
            $0.listening.addressRate = Rate(perSecond: 1000)
        })
    func `devices of all accounts of a network give ten times as many new uses as those of one`() async throws
    {
        let date = server.time.source.now()
        func give(_ count: Int, to customer: Customer) async throws -> Answer {
            let uses = (0..<count).map { _ in Use(id: .random(at: date), amount: 1, date: date) }
            let request = ExchangeRequest(since: .beginning, uses: uses)
            return try await customer.send("POST", "account/exchange", json: request)
        }
        let (jane, joe) = (try await Customer(), try await Customer("joe"))
        // What failed does not count.
        try server.store.set { $0.network = .down }
        #expect(try await give(10, to: jane).status == 503)
        try server.store.set { $0.network = .up }
        #expect(try await give(10, to: jane).status == 200)
        let refused = try await give(1, to: joe)
        #expect(refused.status == 429 && refused.headers["Retry-After"] == ["8640"])
        #expect(refused.error.map { .tooManyRequests ~= $0 } == true)
    }

    @Test(.server { $0.newUses = Rate(perDay: 1) })
    func `uses that got no answer do not count, however often they are given`() async throws {
        let jane = try await Customer()
        let date = server.time.source.now()
        let use = Use(id: .random(at: date), amount: 1, date: date)
        let request = ExchangeRequest(since: .beginning, uses: [use])
        try server.store.set { $0.network = .down }
        for _ in 0..<2 {
            #expect(try await jane.send("POST", "account/exchange", json: request).status == 503)
        }
        try server.store.set { $0.network = .up }
        #expect(try await jane.send("POST", "account/exchange", json: request).status == 200)
    }

    @Test(.server { $0.newAccounts = Rate(perDay: 24, atOnce: 2) })
    func `a network makes so many accounts at once, and then waits, while others sign in`()
        async throws
    {
        for name in ["jane", "joe"] { _ = try await Customer(name) }
        let credentials = StoreWire.Credentials(account: "ann", password: Customer.password)
        for _ in 0..<2 {
            let refused = try await server.send("POST", "/store/v1/accounts", json: credentials)
            #expect(refused.status == 429 && refused.headers["Retry-After"] == ["3600"])
            #expect(refused.error.map { .tooManyAttempts ~= $0 } == true)
            _ = try await server.signIn()
        }
        server.time.advance(by: .seconds(3600))
        _ = try await Customer("ann")
    }

    @Test(.server { $0.signIns = Rate(perDay: 24, atOnce: 3) })
    func `an account signs in so often at once, when it is made too, and then waits`() async throws {
        _ = try await Customer()
        for _ in 0..<2 { _ = try await server.signIn() }
        let refused = try await server.send("POST", "/store/v1/sessions", json: Customer.credentials)
        #expect(refused.status == 429 && refused.headers["Retry-After"] == ["3600"])
        #expect(refused.error.map { .tooManyAttempts ~= $0 } == true)
        _ = try await Customer("joe")
        server.time.advance(by: .seconds(3600))
        _ = try await server.signIn()
    }

    @Test(
        .server {
            $0.newAccounts = Rate(perDay: 24, atOnce: 1)
            $0.signIns = Rate(perDay: 24, atOnce: 1)
            $0.listening.sparesThisMachine = true
        })
    func `this machine may be spared the limits of new accounts and of sign-ins, too`() async throws {
        for name in ["jane", "joe"] { _ = try await Customer(name) }
        for _ in 0..<3 { _ = try await server.signIn() }
    }

    @Test(.server)
    func `refused requests have a limited number of lines in the log, and then a count`() async throws {
        for _ in 0..<130 { _ = try await server.send("GET", "/nowhere") }
        _ = try await server.send("GET", "/health")
        func lines(_ start: String) -> Int { server.log.calls.count { $0.hasPrefix(start) } }
        #expect(lines("GET NotFound 404 ") == 100 && lines("GET /health 200 ") == 1)
        server.time.advance(by: .seconds(10))
        _ = try await server.send("GET", "/nowhere")
        #expect(lines("30 more requests were refused") == 1 && lines("GET NotFound 404 ") == 101)
    }

    @Test(.server)
    func `operators' programs have a limited number of lines in the log, too, and others keep theirs`()
        async throws
    {
        for _ in 0..<50 {
            for path in ["/health", "/ready", "/metrics"] {
                #expect(try await server.send("GET", path).status == 200)
            }
        }
        #expect(try await server.send("GET", "/store/v1/products").status == 200)
        #expect(try await server.send("GET", "/nowhere").status == 404)
        func lines(_ start: String) -> Int { server.log.calls.count { $0.hasPrefix(start) } }
        #expect(["/health", "/ready", "/metrics"].reduce(0) { $0 + lines("GET \($1) 200 ") } == 100)
        #expect(lines("GET /store/v1/products 200 ") == 1 && lines("GET NotFound 404 ") == 1)
        server.time.advance(by: .seconds(10))
        #expect(try await server.send("GET", "/health").status == 200)
        #expect(lines("50 more requests to /health, /ready and /metrics were answered") == 1)
    }

    @Test(.server)
    func `a database that cannot be used has a limited number of lines in the log, too`() async throws {
        try server.makeDatabaseReadOnly()
        for _ in 0..<130 { #expect(try await server.send("GET", "/ready").status == 503) }
        // What is refused does not use up the lines of what fails.
        for _ in 0..<130 { _ = try await server.send("GET", "/nowhere") }
        func lines(_ start: String) -> Int { server.log.calls.count { $0.hasPrefix(start) } }
        // Each failure has a line for the request and one that says why.
        #expect(lines("GET /ready 503 ") == 100 && lines("Cannot ") == 100)
        server.time.advance(by: .seconds(10))
        _ = try await server.send("GET", "/ready")
        #expect(lines("30 more requests failed") == 1 && lines("GET NotFound 404 ") == 100)
        #expect(lines("30 more lines of this kind were left out.") == 1 && lines("Cannot ") == 101)
    }

    // So rarely that no test takes that long.
    @Test(.contentServer(addressRate: Rate(perSecond: 0.0001)))
    func `a content server makes an address wait, too`() async throws {
        var statuses: [Int] = []
        for path in ["/content/v1/products", "/content/v1/products", "/health"] {
            statuses.append(try await RunningContentServer.current.get(path).status)
        }
        #expect(statuses == [200, 429, 200])
    }
}
