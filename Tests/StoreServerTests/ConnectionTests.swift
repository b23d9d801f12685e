import Foundation
import StoreModel
import StoreWire
import TestSupport
import Testing

@testable import StoreServer

@Suite("Connections", .server, .timeLimit(.minutes(5)))
struct ConnectionTests {
    private let server = RunningServer.current

    @Test(.server { $0.listening.connections.connections = 32 })
    func `a crowd that says nothing keeps nobody out, and only a limited number of it is kept`() async throws
    {
        // A connection on which nothing was answered yet may be pushed out like those of the crowd.
        #expect(try await server.send("GET", "/health").status == 200)
        let crowd = try (0..<300).map { _ in try RawConnection(port: server.port) }
        for _ in 0..<10 { #expect(try await server.send("GET", "/health").status == 200) }
        let metrics = try await server.send("GET", "/metrics").body
        let line = metrics.split(separator: "\n").first { $0.hasPrefix("monkeystore_connections ") }
        let count = try #require(line?.split(separator: " ").last.flatMap { Int($0) })
        #expect((1...32).contains(count))
        // The first ones were pushed out, so they read the end.
        #expect(await crowd[0].read().isEmpty)
    }

    @Test(
        .server { $0.listening.connections.connections = 32 },
        arguments: [
            "GET /health HTTP/1.1\r\nHost: ",
            "POST /store/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
        ])
    func `a crowd whose requests never arrive keeps nobody out`(request: String) async throws {
        #expect(try await server.send("GET", "/health").status == 200)
        let crowd = try (0..<300).map { _ in try RawConnection(port: server.port) }
        for connection in crowd { await connection.send(request) }
        for _ in 0..<10 { #expect(try await server.send("GET", "/health").status == 200) }
        #expect(await !crowd[0].read().contains("200 OK"))
    }

    @Test(.server { $0.listening.connections.waitingBytes = 100_000 })
    func `bodies that are not complete share a limit, and the largest loses its connection`() async throws {
        func begin(_ length: Int, sending count: Int) async throws -> RawConnection {
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "POST /verifyReceipt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    + "Content-Length: \(length)\r\n\r\n" + String(repeating: "x", count: count))
            return connection
        }
        let large = try await begin(200_000, sending: 80_000)
        let small = try await begin(50_000, sending: 40_000)
        #expect(await large.read().isEmpty)
        await small.send(String(repeating: "x", count: 10_000))
        #expect(await small.read().hasPrefix("HTTP/1.1 200 "))
        // What was answered no longer counts.
        for _ in 0..<3 {
            let next = try await begin(60_000, sending: 60_000)
            #expect(await next.read().hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test
    func `an account listens to a limited number of streams; one more ends the oldest, and others' go on`()
        async throws
    {
        let (jane, joe) = (try await Customer(), try await Customer("joe"))
        func listen(_ customer: Customer) async throws -> RawConnection {
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "GET /store/v1/updates HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(customer.session.token)\r\n\r\n"
            )
            #expect(await connection.read(until: "id: ").contains("200 OK"))
            return connection
        }
        let other = try await listen(joe)
        var streams: [RawConnection] = []
        for _ in 0...StreamShare.mostPerAccount { streams.append(try await listen(jane)) }
        #expect(await streams[0].read(until: "0\r\n\r\n").hasSuffix("0\r\n\r\n"))
        try server.store.set { $0.network = .down }
        for connection in [other, streams[1]] {
            #expect(await connection.read(until: "event: network").contains("event: network"))
        }
    }

    @Test(
        .server {
            $0.listening.connections.idleTimeout = .milliseconds(50)
            $0.listening.connections.requestTimeout = .milliseconds(50)
        })
    func `a connection that sends its request too slowly is closed, and so is one that sends nothing`()
        async throws
    {
        let silent = try RawConnection(port: server.port)
        let slow = try RawConnection(port: server.port)
        await slow.send("GET /health HTTP/1.1\r\nHost: ")
        let halfBody = try RawConnection(port: server.port)
        await halfBody.send("POST /store/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
        #expect(await silent.read().isEmpty)
        #expect(await slow.read().isEmpty)
        #expect(await !halfBody.read().hasPrefix("HTTP/1.1 200"))
    }

    @Test(.server { $0.listening.addressRate = Rate(perSecond: 2) })
    func `a network that opens more connections than it may ask loses those and no others; they are counted`()
        async throws
    {
        let crowd = try (0..<8).map { _ in try RawConnection(port: server.port) }
        for connection in crowd { await connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n") }
        var answers: [String] = []
        for connection in crowd { answers.append(await connection.read(until: "}")) }
        #expect(answers.count { $0.contains("200 OK") } == 4)
        #expect(answers.count { $0.isEmpty } == 4)
        server.time.advance(by: .seconds(1))
        #expect(try await server.send("GET", "/health").status == 200)
        #expect(try await metric("connections_refused_total") == 4)
    }

    private static let description = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let answered =
        #"http_requests_total{method="GET",route="/openapi.json",status="200"}"#

    /// The number in a line of the metrics; 0 if there is no such line.
    private func metric(_ name: String) async throws -> Int {
        let lines = try await server.send("GET", "/metrics").body.split(separator: "\n")
        return lines.first { $0.hasPrefix("monkeystore_\(name) ") }?.split(separator: " ").last.flatMap {
            Int($0)
        } ?? 0
    }

    @Test func `an answer is not made before the one before it was taken, and none is lost`() async throws {
        let crowd = try (0..<8).map { _ in try RawConnection(port: server.port) }
        for connection in crowd { await connection.send(String(repeating: Self.description, count: 200)) }
        for _ in 0..<50 { #expect(try await server.send("GET", "/health").status == 200) }
        // The system takes some hundred kilobytes for a client; all answers would be 240 MB.
        #expect(try await metric(Self.answered) < 8 * 12)
        #expect(try await metric("bytes_waiting") < 1 << 20)
        await crowd[0].send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let all = await crowd[0].read()
        #expect(
            all.components(separatedBy: "HTTP/1.1 200 OK").count == 202 && all.hasSuffix(#"{"status":"ok"}"#))
    }

    @Test func `a purchase is made even if its connection is gone before it can be answered`() async throws {
        let jane = try await Customer()
        try server.store.set { $0.delayMilliseconds = 30_000 }
        let connection = try RawConnection(port: server.port)
        let body = try SentJSON.text(PurchaseRequest())
        await connection.send(
            "POST /store/v1/purchases HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(jane.session.token)\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        await server.time.waitForSleepers()
        connection.reset()
        // One is the request for the metrics.
        while try await metric("connections_answering") > 1 { try await pause() }
        try server.store.set { $0.delayMilliseconds = 0 }
        server.time.advance(by: .seconds(30))
        while try await jane.unsettled().isEmpty { try await pause() }
    }

    @Test func `requests that were sent before the client closed its side are all answered`() async throws {
        let connection = try RawConnection(port: server.port)
        await connection.send(String(repeating: Self.description, count: 30))
        connection.closeSending()
        #expect(await connection.read().components(separatedBy: "HTTP/1.1 200 OK").count == 31)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nno header\r\n\r\n", "400"), ("no HTTP\r\n\r\n", "501"),
        ("GET / HTTP/4.0\r\nHost: x\r\n\r\n", "505"),
        ("GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n", "431"),
    ])
    func `requests before one that cannot be read are answered, and it is, too`(
        _ last: String, _ status: String
    ) async throws {
        let connection = try RawConnection(port: server.port)
        await connection.send(String(repeating: Self.description, count: 3) + last)
        let statuses = await connection.read().components(separatedBy: "HTTP/1.1 ").dropFirst().map {
            $0.prefix(3)
        }
        #expect(statuses == ["200", "200", "200", "\(status)"])
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nno header\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n", "431"),
    ])
    func `a refusal reaches a slow client that goes on sending`(
        _ refused: String, _ status: String
    ) async throws {
        let connection = try RawConnection(port: server.port, receiveBuffer: 4096)
        async let isSent = connection.send(
            Self.description + refused + String(repeating: "x", count: 400_000))
        let all = await connection.read()
        #expect(all.contains("HTTP/1.1 200 OK") && all.contains("HTTP/1.1 \(status) "))
        #expect(await isSent)
        connection.closeSending()
    }

    @Test(
        .server { $0.listening.connections.lingerTimeout = .seconds(3600) },
        arguments: ["", "Connection: close\r\n"])
    func `a refusal reaches a client that reads only after it has sent a large body`(
        field: String
    ) async throws {
        let connection = try RawConnection(port: server.port)
        // More than the system takes for a connection that nobody reads.
        let body = String(repeating: "x", count: 24 << 20)
        let head = "POST /store/v1/sessions HTTP/1.1\r\nHost: x\r\n\(field)"
        #expect(await connection.send(head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body))
        #expect(await connection.read().hasPrefix("HTTP/1.1 413 "))
        connection.closeSending()
    }

    @Test(.server { $0.listening.connections.writeTimeout = .milliseconds(50) })
    func `a client that takes no answer is closed after a time`() async throws {
        let connection = try RawConnection(port: server.port)
        await connection.send(String(repeating: Self.description, count: 40))
        while try await metric(Self.answered) < 1 { try await restBeforeLookingAgain() }
        // The test has connections of its own, too.
        let before = try await metric("connections")
        while try await metric("connections_answering") > 1, try await metric("connections") >= before {
            try await restBeforeLookingAgain()
        }
        #expect(await connection.read().components(separatedBy: "HTTP/1.1 200 OK").count < 41)
    }
}
