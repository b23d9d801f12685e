import StoreModel
import StoreRules
import StoreServer
import StoreWire
import TestSupport
import Testing

@Suite("Bodies that no route takes", .server, .timeLimit(.minutes(5)))
struct BadBodyTests {
    private let server = RunningServer.current
    private let jane: Customer

    init() async throws { jane = try await Customer() }

    @Test(
        .server { $0.listening.connections.lingerTimeout = .milliseconds(1) },
        arguments: ["POST /store/v1/purchases", "PUT /admin/v1/settings"])
    func `one that does not say how large it is is refused before it is all there`(route: String) async throws
    {
        let (method, path, token) = split(route)
        let head = "\(method) \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n"
        let chunked = try RawConnection(port: server.port)
        await chunked.send(head + "Transfer-Encoding: chunked\r\n\r\n300000\r\n")
        await chunked.send(String(repeating: "a", count: 0x300000))
        #expect(await chunked.read().hasPrefix("HTTP/1.1 413 "))
    }

    @Test(arguments: [
        ("products", "identifiers"), ("account/comparison", "elements"), ("account/exchange", "purchases"),
    ])
    func `one with more values than any route takes is refused`(path: String, field: String) async throws {
        let texts = Array(repeating: "\"\"", count: 100_000).joined(separator: ",")
        let answer = try await server.send(
            "POST", "/store/v1/\(path)", body: #"{"\#(field)": [\#(texts)]}"#, token: jane.session.token)
        #expect(answer.status == 400)
        #expect(answer.error?.message == "The body has more values than any address takes.")
    }

    /// The method and the path of a route, and the token for it.
    private func split(_ route: String) -> (method: String, path: String, token: String) {
        let parts = route.split(separator: " ").map(String.init)
        return (
            parts[0], parts[1], parts[1].hasPrefix("/admin") ? RunningServer.adminToken : jane.session.token
        )
    }
}

@Suite("A NUL in a request", .server, .timeLimit(.minutes(5)))
struct NULTests {
    private let server = RunningServer.current

    @Test(
        arguments: [
            ("GET", "/store/v1/transactions/1%00/receipt", nil),
            ("POST", "/store/v1/subscriptions/1%002/cancel", nil),
            ("GET", "/admin/v1/purchases?account=a%00b", nil),
            ("POST", "/admin/v1/purchases/a%00b/refund", nil),
            ("POST", "/store/v1/products", #"{"identifiers": ["a\u0000b"]}"#),
        ] as [(String, String, String?)])
    func `is refused`(method: String, path: String, body: String?) async throws {
        let token = path.hasPrefix("/admin") ? RunningServer.adminToken : try await Customer().session.token
        let answer = try await server.send(method, path, body: body, token: token)
        #expect(answer.status == 400, "\(path)")
        // It is refused for this reason, and for no other.
        #expect(answer.error?.message?.hasPrefix("There is a NUL in the ") == true, "\(path): \(answer.body)")
    }

    @Test func `is not a backslash before four zeros`() async throws {
        let answer = try await server.send(
            "POST", "/store/v1/products", body: #"{"identifiers": ["a\\u0000b"]}"#)
        #expect(answer.status == 200 && answer.body.contains(#"a\\u0000b"#))
    }
}
