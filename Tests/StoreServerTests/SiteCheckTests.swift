import Foundation
import StoreModel
import StoreRules
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

@Suite("Web pages of other sites", .server, .timeLimit(.minutes(5)))
struct SiteCheckTests {
    private let server = RunningServer.current

    /// Sends a request exactly as given, and returns the answer's status.
    private func status(_ line: String, _ fields: [String], body: String = "") async throws -> String {
        let connection = try RawConnection(port: server.port)
        let head = [line] + fields + ["Content-Length: \(body.utf8.count)", "Connection: close"]
        await connection.send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
        return String(await connection.read().dropFirst("HTTP/1.1 ".count).prefix(3))
    }

    @Test(arguments: [
        (["Host: 127.0.0.1:8080"], "200"), (["Host: localhost"], "200"), (["Host: [::1]:80"], "200"),
        (["Host: LOCALHOST.:8080"], "200"), (["Host: 192.0.2.1"], "200"), (["Host: monkeystore:8080"], "200"),
        (["Host: host.docker.internal"], "200"), (["Host: api.localhost"], "200"),
        (["Host: evil.example"], "421"), (["Host: evil.example:8080"], "421"),
        (["Host: localhost.evil.example"], "421"),
        (["Host: 127.0.0.1.evil.example"], "421"), (["Host: 127.0.0.1@evil.example"], "400"),
        (["Host: localhost:x"], "400"), (["Host: "], "400"), ([], "400"),
        (["Host: localhost", "Host: localhost"], "400"), (["Host: localhost", "Host: evil.example"], "400"),
    ])
    func `only names that are this server's are answered, and one of them is named`(
        fields: [String], status expected: String
    ) async throws {
        for path in ["/health", "/metrics", "/openapi.json"] {
            #expect(try await status("GET \(path) HTTP/1.1", fields) == expected, "\(path) \(fields)")
        }
    }

    @Test(.server { $0.listening.publicNames = ["Store.Example.com", "*.shop.example"] })
    func `a name that the operator gives is one, for pages as well`() async throws {
        for (fields, expected) in [
            (["Host: store.example.com"], "200"), (["Host: a.shop.example"], "200"),
            (["Host: shop.example"], "421"),
            (["Host: a.b.shop.example"], "421"),
            (["Host: 127.0.0.1:8080", "Origin: https://store.example.com"], "200"),
            (["Host: 127.0.0.1:8080", "Origin: https://example.com"], "403"),
        ] { #expect(try await status("GET /health HTTP/1.1", fields) == expected, "\(fields)") }
    }

    @Test(arguments: [
        ("http://evil.example", "403"), ("null", "403"), ("http://127.0.0.1:3000", "403"),
        ("http://localhost:8080", "403"),
        ("file://", "403"), ("http://127.0.0.1:8080", "201"),
    ])
    func `a page of another site makes no account, buys nothing and reads nothing`(
        origin: String, expected: String
    ) async throws {
        let fields = ["Host: 127.0.0.1:8080", "Origin: \(origin)"]
        let body = #"{"account": "jane", "password": "bananas for ever"}"#
        #expect(
            try await status(
                "POST /store/v1/accounts HTTP/1.1", fields + ["Content-Type: application/json"], body: body)
                == expected)
        #expect(try server.store.allAccounts().compactMap(\.name).count == (expected == "201" ? 1 : 0))
        let read = expected == "201" ? "200" : "403"
        for path in ["/metrics", "/store/v1/products"] {
            #expect(try await status("GET \(path) HTTP/1.1", fields) == read)
        }
        #expect(
            try await status(
                "POST /verifyReceipt HTTP/1.1", fields + ["Content-Type: text/plain"], body: "{}") == read)
    }

    @Test(arguments: [
        ("text/plain", false, 415), ("text/plain", true, 415), ("multipart/form-data; boundary=x", true, 415),
        ("application/x-www-form-urlencoded", false, 415), ("application/x-www-form-urlencoded", true, 200),
        ("application/json; charset=utf-8", false, 200), ("Application/JSON", true, 200),
        ("application/problem+json", false, 200),
    ])
    func `a body that does not say that it is JSON is refused`(
        type: String, hasToken: Bool, status: Int
    ) async throws {
        let jane = try await Customer()
        let query = try SentJSON.text(StoreWire.ProductsQuery(identifiers: [Customer.five]))
        let answer = try await server.send(
            "POST", "/store/v1/products", body: query, token: hasToken ? jane.session.token : nil,
            headers: ["Content-Type": type])
        #expect(answer.status == status)
    }
}
