import NIOHTTP1
import StoreModel
import StoreServer
import StoreWire
import Testing

@Suite("What operators see")
struct RequestLoggingTests {
    @Test("a line for each request, and no secret in any")
    func log() async throws {
        try await RunningServer.withCustomer { server, jane in
            let outcome: PurchaseOutcome = try await jane.buy("key").decode()
            let receipt = try await jane.send("GET", "receipt").decode(StoreWire.Receipt.self).receiptData
            _ = try await jane.finish(outcome)
            _ = try await server.send("POST", "/verifyReceipt", body: #"{"receipt-data": "\#(receipt)"}"#)
            _ = try await server.send(
                "GET", "/\(jane.session.token)?password=\(Customer.password.split(separator: " ")[0])")
            let lines = server.log.lines
            #expect(lines.contains { $0.hasPrefix("POST /store/v1/transactions/{id}/finish 204 ") })
            #expect(lines.contains { $0.hasPrefix("GET NotFound 404 ") && $0.hasSuffix(" 127.0.0.1") })
            for secret in [jane.session.token, "bananas", receipt, RunningServer.adminToken] {
                #expect(!lines.contains { $0.contains(secret) })
            }
        }
    }

    @Test("metrics count requests by route and status, purchases by result and receipts by status")
    func metrics() async throws {
        try await RunningServer.withCustomer { server, jane in
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
    }

    @Test("ready says so while the database can be read, and not when it cannot")
    func readiness() async throws {
        try await RunningServer.run { server in
            #expect(try await server.send("GET", "/ready").status == 200)
            try server.damageDatabase()
            let answer = try await server.send("GET", "/ready")
            #expect(answer.status == 503 && answer.error == .cannotConnect)
            #expect(try await server.send("GET", "/health").status == 200)
        }
    }
}
