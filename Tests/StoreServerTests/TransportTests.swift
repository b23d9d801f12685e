import Foundation
import NIOHTTP1
import StoreModel
import StoreServer
import StoreWire
import TestSupport
import Testing

@Suite("What HTTP brings", .server, .timeLimit(.minutes(5)))
struct TransportTests {
    private let server = RunningServer.current

    @Test(
        "a request for what there is not is refused with a StoreError of exactly JSON's type",
        arguments: [
            ("GET", "/nowhere", 404), ("GET", "/", 404), ("GET", "/store/v1", 404),
            ("GET", "/admin/v1/../../health", 404),
            ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404), ("GET", "/health%20", 404), ("GET", "/health/", 200),
            ("POST", "/health", 405), ("DELETE", "/metrics", 405), ("PATCH", "/ready", 405),
        ])
    func unknown(method: String, path: String, status: Int) async throws {
        let answer = try await server.send(method, path)
        #expect(answer.status == status)
        if status != 200 { #expect(answer.error?.code == status) }
        #expect(answer.headers["Allow"] == (status == 405 ? ["GET, HEAD, OPTIONS"] : []))
    }

    /// The bytes of a request, and the status of the answer.
    @Test(arguments: [
        ("\r\n\r\n\r\nhello\r\n\r\n", "501"),
        ("GET / HTTP/9.9\r\n\r\n", "505"),
        ("GET /health HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", "400"),
        ("POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "400"),
        ("POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", "400"),
        ("GET /health HTTP/1.1\r\nHost: x\r\nBig: \(String(repeating: "a", count: 1 << 20))\r\n\r\n", "431"),
        ("GET /health HTTP/1.1\r\nHost: x\r\n\((0..<200).map { "Field-\($0): a\r\n" }.joined())\r\n", "431"),
        ("GET /\(String(repeating: "a", count: 1 << 20)) HTTP/1.1\r\nHost: x\r\n\r\n", "431"),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}", "501"),
    ])
    func `what is not HTTP is answered once, and the connection ends`(
        sent: String, status: String
    ) async throws {
        let connection = try RawConnection(port: server.port)
        await connection.send(sent)
        let answer = await connection.read()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
        #expect(try await server.send("GET", "/health").status == 200)
    }

    /// What a server must do according to RFC 9110 and RFC 9112: the bytes of a request, how the answer
    /// begins, what is in it, and whether the connection is over afterwards.
    private static let rules: [(sent: String, status: String, fields: [String], isOver: Bool)] = {
        func request(_ line: String, _ fields: String..., body: String = "") -> String {
            (["\(line) HTTP/1.1", "Host: x"] + fields).joined(separator: "\r\n") + "\r\n\r\n" + body
        }
        let receipt = "POST /verifyReceipt"
        let chunks = "2\r\n{}\r\n0\r\n\r\n"
        return [
            // GET and HEAD are supported everywhere, and methods that are not allowed are named.
            (
                request("HEAD /health"), "200 OK", ["Content-Length: 15", "Content-Type: application/json"],
                false
            ),
            (request("HEAD /nowhere"), "404 ", [], false),
            (request("HEAD /admin/v1/settings"), "401 ", ["WWW-Authenticate: Bearer"], false),
            (request("HEAD /verifyReceipt"), "200 ", [], false),
            (request("GET /admin/v1/settings"), "401 ", ["WWW-Authenticate: Bearer"], false),
            (request("PUT /health", "Content-Length: 0"), "405 ", ["Allow: GET, HEAD, OPTIONS"], false),
            (request("OPTIONS /health"), "200 ", ["Allow: GET, HEAD, OPTIONS", "Content-Length: 0"], false),
            (request("OPTIONS *"), "200 ", ["Allow: GET, HEAD, POST", "Content-Length: 0"], false),
            (request("TRACE /health"), "405 ", ["Allow: "], false),
            (request("PROPFIND /health"), "501 ", ["Date: "], false),
            (request("CONNECT example.com:443"), "501 ", ["Connection: close"], true),
            (request("BREW /health"), "501 ", ["Date: ", "Connection: close"], true),
            (request("get /health"), "501 ", [], true),
            // Versions and targets.
            ("GET /health HTTP/1.1\r\nHost: x\r\n\r\n", "200 ", ["Date: "], false),
            ("GET /health HTTP/1.0\r\nHost: x\r\n\r\n", "200 ", ["Connection: close"], true),
            (
                "GET /health HTTP/1.0\r\nHost: x\r\nConnection: Keep-Alive\r\n\r\n", "200 ",
                ["Connection: keep-alive"],
                false
            ),
            ("GET /health HTTP/2.0\r\nHost: x\r\n\r\n", "505 ", ["Date: ", "Connection: close"], true),
            ("GET /health\r\n\r\n", "", [], true),
            (request("GET http://x/health"), "200 ", [], false),
            ("\r\n\r\n" + request("GET /health"), "200 ", [], false),
            // The end of the connection, and what is asked for but not given.
            (request("GET /health", "Connection: close"), "200 ", ["Connection: close"], true),
            (request("GET /health", "Connection: foo, CLOSE"), "200 ", ["Connection: close"], true),
            (
                request("GET /health", "Connection: foo", "Connection: Close"), "200 ", ["Connection: close"],
                true
            ),
            (
                request("GET /health", "Connection: Upgrade", "Upgrade: websocket"), "200 ",
                ["Connection: close"], true
            ),
            // What follows the last request is not read, even if it cannot be read.
            (
                request("GET /health", "Connection: close") + request("GET /health"), "200 ",
                ["Connection: close"], true
            ),
            (
                request(receipt, "Connection: close", "Content-Length: 2", body: "{}")
                    + request("GET /health"),
                "200 ", ["Connection: close"], true
            ),
            (request("GET /health", "Range: bytes=0-1"), "200 ", ["Content-Length: 15"], false),
            // Fields.
            (
                request("GET /health", "Foo: " + String(repeating: "x", count: 20_000)), "431 ",
                ["Date: ", "Connection: close"], true
            ),
            (request("GET /health", "Foo : x"), "400 ", ["Date: ", "Connection: close"], true),
            (request("GET /health", "Foo: x\r\n y"), "400 ", ["Date: ", "Connection: close"], true),
            ("GET /health HTTP/1.1\r\n Foo: x\r\nHost: x\r\n\r\n", "400 ", [], true),
            (request("GET /health", "Foo: a\rb"), "400 ", [], true),
            (request("GET /health", "Foo: a\u{0}b"), "400 ", [], true),
            // The length of bodies.
            (request(receipt, "Content-Length: 2", "Content-Length: 3", body: "{}"), "400 ", [], true),
            (request(receipt, "Content-Length: 2, 3", body: "{}"), "400 ", [], true),
            (request(receipt, "Content-Length: +2", body: "{}"), "400 ", [], true),
            (
                request(receipt, "Content-Length: 2", "Transfer-Encoding: chunked", body: chunks), "400 ", [],
                true
            ),
            (request(receipt, "Transfer-Encoding: chunked", body: chunks), "200 ", [], false),
            (
                request(receipt, "Transfer-Encoding: CHUNKED", body: "2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n"),
                "200 ", [],
                false
            ),
            (
                request(receipt, "Transfer-Encoding: gzip, chunked", body: chunks), "501 ",
                ["Connection: close"], true
            ),
            (request(receipt, "Transfer-Encoding: gzip"), "400 ", ["Connection: close"], true),
            (request(receipt, "Transfer-Encoding: identity"), "400 ", ["Connection: close"], true),
            (
                request(receipt, "Transfer-Encoding: chunked, gzip", body: chunks), "400 ",
                ["Connection: close"], true
            ),
            (
                "POST /verifyReceipt HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks,
                "400 ", [],
                true
            ),
            (request(receipt, "Transfer-Encoding: chunked", body: "zz\r\n{}\r\n0\r\n\r\n"), "400 ", [], true),
            (request(receipt, "Transfer-Encoding: chunked", body: "2\r\n{}XX0\r\n\r\n"), "400 ", [], true),
        ]
    }()

    @Test(.server { $0.listening.connections.lingerTimeout = .milliseconds(10) }, arguments: rules.indices)
    func `what HTTP says that a server must do is done`(index: Int) async throws {
        let (sent, status, fields, isOver) = Self.rules[index]
        let connection = try RawConnection(port: server.port)
        // Another request follows, which is answered if the connection is not over.
        await connection.send(sent)
        if !isOver { await connection.send("GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") }
        let answers = await connection.read().components(separatedBy: "HTTP/1.1 ").dropFirst()
        let answer = try #require(answers.first, "\(sent)")
        #expect(answer.hasPrefix(status), "\(sent): \(answer)")
        for field in fields { #expect(answer.contains("\r\n" + field), "\(sent): \(answer)") }
        #expect(answers.count == (isOver ? 1 : 2), "\(sent): \(answers)")
        if !isOver { #expect(answers.last?.hasPrefix("404 ") == true, "\(sent): \(answers)") }
        // The answer to HEAD ends with its header fields.
        if sent.hasPrefix("HEAD") { #expect(answer.hasSuffix("\r\n\r\n"), "\(sent): \(answer)") }
    }

    @Test(
        .server { $0.listening.connections.lingerTimeout = .milliseconds(10) },
        arguments: [
            (
                "GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/2.0\r\nHost: x\r\n\r\n",
                ["200", "505"]
            ),
            ("POST /verifyReceipt HTTP/1.0\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}q", ["200"]),
            ("POST /store/v1/account/uses HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nq", ["413"]),
        ])
    func `nothing comes after the last answer`(sent: String, statuses: [String]) async throws {
        let connection = try RawConnection(port: server.port)
        await connection.send(sent + "GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.closeSending()
        let answers = await connection.read().components(separatedBy: "HTTP/1.1 ").dropFirst()
        #expect(answers.map { String($0.prefix(3)) } == statuses)
    }

    @Test func `the last answer comes whole, even if its slow reader has stopped sending`() async throws {
        let connection = try RawConnection(port: server.port, receiveBuffer: 4096)
        await connection.send("GET /openapi.json HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nq")
        connection.closeSending()
        let answer = await connection.read()
        let body = try #require(answer.range(of: "\r\n\r\n")).upperBound
        #expect(answer.contains("Content-Length: \(answer[body...].utf8.count)\r\n"), "\(answer.prefix(300))")
    }

    @Test func `a request is read although nobody has read the long body of the one before`() async throws {
        let connection = try RawConnection(port: server.port)
        let ask = "POST /verifyReceipt HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{"
        let length = 66_600
        await connection.send(
            "POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n"
                + String(repeating: "x", count: length) + ask)
        let first = await connection.read(until: "}")
        #expect(first.hasPrefix("HTTP/1.1 404 "))
        // If the answer came before the body, it is the last one.
        guard !first.contains("Connection: close") else { return }
        await connection.send("}")
        #expect(await connection.read().contains("HTTP/1.1 200 "))
    }

    @Test(arguments: ["100-continue", "100-Continue"])
    func `a client that waits to be told to go on is told`(expectation: String) async throws {
        let connection = try RawConnection(port: server.port)
        let head =
            "POST /verifyReceipt HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: \(expectation)\r\n"
        // The first request does not wait, but the second one after it does.
        await connection.send(head + "\r\n{}" + head + "Connection: close\r\n\r\n")
        let first = await connection.read(until: "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(first.components(separatedBy: "HTTP/1.1 200 OK").count <= 2)
        await connection.send("{}")
        let all = await first + connection.read()
        #expect(all.components(separatedBy: "HTTP/1.1 200 OK").count == 3, "\(all)")
        #expect(all.hasSuffix(#"{"status":21002}"#))
    }

    @Test(arguments: [2, 100_000])
    func `a body may come later than its head, and in pieces, and another request may follow`(
        length: Int
    ) async throws {
        let connection = try RawConnection(port: server.port)
        let body = #"{"receipt-data": "\#(String(repeating: "x", count: length))"}"#
        await connection.send(
            "POST /verifyReceipt HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n"
                + "Expect: 100-continue\r\n\r\n")
        #expect(await connection.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        for piece in [body.prefix(5), body.dropFirst(5).dropLast(), body.suffix(1)] {
            await connection.send(String(piece))
        }
        let answer = await connection.read(until: "}")
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains(#""status":21"#), "\(answer)")
        await connection.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(await connection.read().hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `an older client is not told to go on, and gets a stream without chunks`() async throws {
        let connection = try RawConnection(port: server.port)
        await connection.send(
            "POST /verifyReceipt HTTP/1.0\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}")
        #expect(await connection.read().hasPrefix("HTTP/1.1 200 OK"))
        let jane = try await Customer()
        let fields = "Host: x\r\nAuthorization: Bearer \(jane.session.token)\r\n\r\n"
        let stream = try RawConnection(port: server.port)
        await stream.send("GET /store/v1/updates HTTP/1.0\r\n" + fields)
        let updates = await stream.read(until: "id: ")
        #expect(updates.hasPrefix("HTTP/1.0 200 OK") && !updates.contains("chunked"), "\(updates)")
        let head = try RawConnection(port: server.port)
        await head.send("HEAD /store/v1/updates HTTP/1.1\r\n" + fields)
        #expect(await head.read().hasSuffix("\r\n\r\n"))
    }

    @Test func `an answer without a length ends the connection of an older client that wanted to keep it`()
        async throws
    {
        let jane = try await Customer()
        let stream = try RawConnection(port: server.port)
        await stream.send(
            "GET /store/v1/updates HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n"
                + "Authorization: Bearer \(jane.session.token)\r\n\r\n")
        let head = await stream.read(until: "id: ")
        #expect(head.contains("\r\nConnection: close\r\n"), "\(head)")
        #expect(try await jane.send("DELETE", "sessions/current").status == 204)
        // This returns at the end of the connection.
        #expect(await !stream.read().contains("HTTP"))
    }

    @Test(.server { $0.listening.connections.lingerTimeout = .milliseconds(10) })
    func `a request that is answered before it is there costs its connection`() async throws {
        let connection = try RawConnection(port: server.port)
        await connection.send("POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n")
        let answer = await connection.read()
        #expect(answer.hasPrefix("HTTP/1.1 404 ") && answer.contains("\r\nConnection: close\r\n"))
    }

    @Test func `two requests on one connection, sent at once, are both answered in order`() async throws {
        let connection = try RawConnection(port: server.port)
        await connection.send(
            "GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /no HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let answer = await connection.read()
        let statuses = answer.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
        #expect(statuses == ["200", "404"])
    }
}
