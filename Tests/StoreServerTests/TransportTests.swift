import FoundationEssentials
import NIOHTTP1
import StoreModel
import StoreServer
import TestSupport
import Testing

@Suite("What HTTP brings", .server)
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
        #expect(answer.headers["Allow"] == (status == 405 ? ["GET"] : []))
    }

    /// The bytes of a request, and the status of the answer.
    @Test(arguments: [
        ("\r\n\r\n\r\nhello\r\n\r\n", "400"),
        ("GET / HTTP/9.9\r\n\r\n", "400"),
        ("GET /health HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", "400"),
        ("POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "400"),
        ("POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", "400"),
        ("GET /health HTTP/1.1\r\nHost: x\r\nBig: \(String(repeating: "a", count: 1 << 20))\r\n\r\n", "431"),
        ("GET /health HTTP/1.1\r\nHost: x\r\n\((0..<200).map { "Field-\($0): a\r\n" }.joined())\r\n", "431"),
        ("GET /\(String(repeating: "a", count: 1 << 20)) HTTP/1.1\r\nHost: x\r\n\r\n", "431"),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}", "400"),
    ])
    func `what is no HTTP is answered once, and the connection ends`(sent: String, status: String) async throws {
        let connection = try RawConnection(port: server.port)
        await connection.send(sent)
        let answer = await connection.read()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
        #expect(try await server.send("GET", "/health").status == 200)
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
