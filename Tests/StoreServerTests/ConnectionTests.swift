import StoreServer
import Testing

@Suite("Connections")
struct ConnectionTests {
    @Test("a crowd that says nothing keeps nobody out, and only so many of it are kept")
    func crowd() async throws {
        try await RunningServer.run {
            $0.listening.connections.connections = 32
        } _: { server in
            let crowd = try (0..<300).map { _ in try RawConnection(port: server.port) }
            for _ in 0..<10 { #expect(try await server.send("GET", "/health").status == 200) }
            let metrics = try await server.send("GET", "/metrics").body
            let line = metrics.split(separator: "\n").first { $0.hasPrefix("monkeystore_connections ") }
            let count = try #require(line?.split(separator: " ").last.flatMap { Int($0) })
            #expect((1...32).contains(count))
            // The first ones were pushed out: they read the end.
            #expect(await crowd[0].read().isEmpty)
        }
    }

    @Test("a connection that sends its request too slowly is closed, and so is one that sends nothing")
    func slow() async throws {
        try await RunningServer.run {
            $0.listening.connections.idleTimeout = .milliseconds(50)
            $0.listening.connections.requestTimeout = .milliseconds(50)
        } _: { server in
            let silent = try RawConnection(port: server.port)
            let slow = try RawConnection(port: server.port)
            await slow.send("GET /health HTTP/1.1\r\nHost: ")
            let halfBody = try RawConnection(port: server.port)
            await halfBody.send("POST /store/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
            #expect(await silent.read().isEmpty)
            #expect(await slow.read().isEmpty)
            #expect(await !halfBody.read().hasPrefix("HTTP/1.1 200"))
        }
    }
}
