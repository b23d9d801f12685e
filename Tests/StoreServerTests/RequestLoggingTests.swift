import NIOHTTP1
import StoreModel
import StoreRules
import StoreWire
import Synchronization
import TestSupport
import Testing

@Suite("What operators see", .server, .timeLimit(.minutes(5)))
struct RequestLoggingTests {
    let server = RunningServer.current

    @Test func `a line for each request, and no secret in any`() async throws {
        let jane = try await Customer()
        let outcome: PurchaseOutcome = try await jane.buy("key").decode()
        let receipt = try await jane.send("GET", "receipt").decode(StoreWire.Receipt.self).receiptData
        _ = try await jane.finish(outcome)
        _ = try await server.send("POST", "/verifyReceipt", body: #"{"receipt-data": "\#(receipt)"}"#)
        _ = try await server.send(
            "GET", "/\(jane.session.token)?password=\(Customer.password.split(separator: " ")[0])")
        let lines = server.log.calls
        #expect(lines.contains { $0.hasPrefix("POST /store/v1/transactions/{id}/finish 204 ") })
        #expect(lines.contains { $0.hasPrefix("GET NotFound 404 ") && $0.hasSuffix(" 127.0.0.1") })
        for secret in [jane.session.token, "bananas", receipt, RunningServer.adminToken] {
            #expect(!lines.contains { $0.contains(secret) })
        }
    }

    @Test(.server(testStores: 1)) func `a line for the store of a test has its identifier`() async throws {
        let store = try await TestStoreClient()
        _ = try await Customer(at: store.server).buy("one")
        _ = try await store.server.send("GET", "/nowhere")
        let place = "/stores/" + store.made.identifier
        let log = RunningServer.current.log
        func lines(_ start: String) -> Int { log.calls.count { $0.hasPrefix(start) } }
        #expect(lines("POST \(place)/store/v1/purchases 200 ") == 1)
        #expect(lines("GET \(place) NotFound 404 ") == 1)
        #expect(try await store.send("GET", "").status == 200)
        #expect(lines("GET \(place) 200 ") == 1)
    }

    @Test func `metrics count requests by route and status, purchases by result and receipts by status`()
        async throws
    {
        let jane = try await Customer()
        for key: IdempotencyKey in ["1", "2"] { _ = try await jane.buy(key) }
        _ = try await jane.send("GET", "nowhere")
        _ = try await server.send("POST", "/verifyReceipt", body: "{}")
        let answer = try await server.send("GET", "/metrics")
        #expect(answer.headers["Content-Type"] == ["text/plain; version=0.0.4; charset=utf-8"])
        let lines = answer.body.split(separator: "\n")
        for line in [
            #"monkeystore_http_requests_total{method="POST",route="/store/v1/purchases",status="200"} 2"#,
            #"monkeystore_http_requests_total{method="GET",route="NotFound",status="404"} 1"#,
            #"monkeystore_http_request_duration_seconds_bucket{route="/store/v1/purchases",le="+Inf"} 2"#,
            #"monkeystore_http_request_duration_seconds_count{route="/store/v1/purchases"} 2"#,
            #"monkeystore_purchases_total{result="purchased"} 2"#,
            #"monkeystore_verifications_total{status="21002"} 1"#,
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }

    @Test func `ready says so while the database can be read, and not when it cannot`() async throws {
        #expect(try await server.send("GET", "/ready").status == 200)
        try server.damageDatabase()
        server.time.advance(by: .seconds(1))
        let answer = try await server.send("GET", "/ready")
        #expect(answer.status == 503 && answer.error.map { .cannotConnect ~= $0 } == true)
        #expect(try await server.send("GET", "/health").status == 200)
    }

    @Test func `a database that is away is told in a sentence, and when to ask again`() async throws {
        let jane = try await Customer()
        let database = try #require(server.store.database as? OffLoopEngine)
        database.fault.withLock { $0 = .away }
        var answers = [try await server.send("GET", "/ready"), try await jane.send("GET", "settings")]
        answers.append(try await server.admin("GET", "settings"))
        database.fault.withLock { $0 = .full }
        answers.append(try await jane.buy("key"))
        database.fault.withLock { $0 = nil }
        for answer in answers {
            #expect(answer.status == 503 && answer.headers["Retry-After"] == ["1"], "\(answer.body)")
            #expect(answer.error?.message == "The store cannot be reached at the moment.")
        }
    }

    @Test func `a change is answered as made if the database fails right after it, and as not made before`()
        async throws
    {
        _ = try await Customer()
        let database = try #require(server.store.database as? OffLoopEngine)
        let move = #"{"advanceMilliseconds": 86400000}"#
        func ask(
            _ method: String, _ path: String, _ body: String?, _ fault: OffLoopEngine.Fault
        ) async throws -> Answer {
            database.fault.withLock { $0 = fault }
            defer { database.fault.withLock { $0 = nil } }
            return try await server.admin(method, path, body: body)
        }
        // The clock is moved, and then the renewals that are due cannot be looked for.
        for path in ["clock", "accounts/jane/clock"] {
            #expect(try await ask("POST", path, move, .goesAwayAfterWrite).status == 200, "\(path)")
        }
        #expect(try server.store.settings().clockOffsetMilliseconds == 86_400_000)
        // Nothing was done, so the same request may come again.
        for (method, path, body) in [
            ("GET", "accounts/jane/clock", nil), ("POST", "clock", move),
            ("POST", "accounts/jane/clock", move), ("POST", "subscriptions/1/renew", nil),
            ("POST", "purchases/actions", #"{"account": "jane", "keys": ["key"]}"#),
        ] as [(String, String, String?)] {
            let answer = try await ask(method, path, body, .away)
            #expect(answer.status == 503 && answer.headers["Retry-After"] == ["1"], "\(method) \(path)")
            #expect(answer.error?.message == "The store cannot be reached at the moment.")
        }
        #expect(try server.store.settings().clockOffsetMilliseconds == 86_400_000)
        // On a full disk nothing is written. Otherwise the account may have been made.
        let anna = #"{"account": "anna", "password": "bananas for ever"}"#
        let full = try await ask("POST", "accounts", anna, .full)
        #expect(full.status == 503 && full.headers["Retry-After"] == ["1"])
        let made = try await ask("POST", "accounts", anna, .unconfirmed)
        #expect(made.status == 503 && made.headers["Retry-After"].isEmpty)
        #expect(
            made.error?.message
                == "The database failed, so this may or may not have been done. Check before you send it again."
        )
        // The steps are done, and only the answer cannot be made.
        let played = try await ask(
            "POST", "scenarios/ask-to-buy-approved", #"{"steps": "none"}"#, .goesAwayAfterWrite)
        #expect(played.status == 503 && played.headers["Retry-After"].isEmpty)
        let message = try #require(played.error?.message)
        let address = try #require(message.split(separator: " ").first { $0.hasPrefix("/admin/v1/") })
        #expect(try await server.admin("GET", String(address.dropFirst("/admin/v1/".count))).status == 200)
    }

    @Test("ready only after something was written: a full disk can still be read")
    func writtenDatabase() async throws {
        let other = try SQLiteFile(server.folder.path + "/store.sqlite")
        // This number changes after each commit that wrote something.
        let version = "PRAGMA data_version"
        let revision = "SELECT revision FROM testing"
        func number(_ sql: String) throws -> Int? { try other.value(sql) }
        let (before, known) = (try number(version), try number(revision))
        #expect(try await server.send("GET", "/ready").status == 200)
        let written = try number(version)
        #expect(written != before)
        #expect(try number(revision) == known)
        // Anybody may ask, and no more is written in the same second.
        for _ in 0..<10 { #expect(try await server.send("GET", "/ready").status == 200) }
        #expect(try number(version) == written)
        server.time.advance(by: .seconds(1))
        #expect(try await server.send("GET", "/ready").status == 200)
        #expect(try number(version) != written)
    }

    @Test("not ready while the database can only be read")
    func readOnlyDatabase() async throws {
        try server.makeDatabaseReadOnly()
        #expect(try await server.send("GET", "/ready").status == 503)
    }

    @Test("not ready while the database does not answer, and running all the same")
    func hangingDatabase() async throws {
        try await server.whileDatabaseHangs {
            // Requests that arrive at the same time share one check.
            async let one = server.send("GET", "/ready")
            async let other = server.send("GET", "/ready")
            await server.time.waitForSleepers(2)
            server.time.advance(by: .seconds(2))
            let answers = try await [one, other]
            #expect(answers.allSatisfy { $0.status == 503 && $0.error?.code == 0 })
            #expect(
                server.log.calls.contains(
                    "Cannot use the database (it does not answer); nothing was changed."))
            #expect(try await server.send("GET", "/health").status == 200)
        }
        #expect(try await server.send("GET", "/ready").status == 200)
    }
}
