import Foundation
import NIOCore
import NIOPosix
import StoreModel
import StoreServer
import StoreWire
import Synchronization
import TestSupport
import Testing

@Suite("A server that stops", .server, .timeLimit(.minutes(5)))
struct StopTests {
    private let server = RunningServer.current

    @Test func `answers the purchase that it is at, and takes no other connection`() async throws {
        let jane = try await Customer()
        try server.store.set { $0.delayMilliseconds = 30_000 }
        async let answer = jane.buy("key")
        await server.time.waitForSleepers()
        await server.stop()
        // The listening socket is closed by then, or soon.
        while (try? RawConnection(port: server.port)) != nil { try await pause() }
        server.time.advance(by: .seconds(30))
        #expect(try await answer.decode(PurchaseOutcome.self).state == "purchased")
    }

    /// If it just ended, the other servers of the program would be cancelled.
    @Test func `fails if the system ends its listening`() async throws {
        let (addresses, listening) = AsyncStream.makeStream(of: String.self)
        var options = ServerOptions(adminToken: "token")
        options.listening.port = 0
        var service = try HTTPService.store(
            ServedStore(server.store, options: options), options: options, logger: server.log.logger)
        service.onListening = { listening.yield($0) }
        let run = Task { [service] in try await service.run() }
        let address = try #require(await addresses.first { _ in true }.flatMap(URL.init(string:)))
        // It closes its idle connections.
        let connection = try RawConnection(port: UInt16(try #require(address.port)))
        await connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await connection.read(until: "}").hasPrefix("HTTP/1.1 200"))
        try LoopbackSocket.endListening(port: UInt16(#require(address.port)))
        await #expect(throws: ServerFailure.listensNoMore(address: "http://127.0.0.1:0")) {
            try await run.value
        }
    }

    @Test(
        "answers a request that was on its way over an idle connection, and says that it is the last one",
        .server { $0.listening.connections.lastRequestTimeout = .seconds(300) })
    func onItsWay() async throws {
        let request = "GET /health HTTP/1.1\r\nHost: store\r\n\r\n"
        let connection = try RawConnection(port: server.port)
        await connection.send(request)
        #expect(await !connection.read(until: "}").contains("Connection: close"))
        await server.stop()
        while (try? RawConnection(port: server.port)) != nil { try await pause() }
        // Connections learn of it a little later than the listening socket.
        var answer = ""
        repeat {
            await connection.send(request)
            answer = await connection.read(until: "}")
        } while !answer.isEmpty && !answer.contains("Connection: close")
        #expect(answer.hasPrefix("HTTP/1.1 200"))
    }

    @Test func `does not wait for a client that has had its last answer and stays`() async throws {
        let connections = Mutex<[RawConnection]>([])
        try await RunningServer.run {
            $0.listening.connections.lingerTimeout = .seconds(3600)
        } _: { server in
            let refused = try RawConnection(port: server.port)
            connections.withLock { $0.append(refused) }
            await refused.send("GET / HTTP/1.1\r\nno header\r\n\r\n")
            #expect(await refused.read(until: "}").hasPrefix("HTTP/1.1 400"))
        }
        // The server has ended. Until now nobody has closed the connection on this side.
        #expect(connections.withLock { $0.count } == 1)
    }

    /// Sends a request whose answer is longer than what the system takes for a client with so small a buffer.
    private func askForMuch() async throws -> RawConnection {
        let jane = try await Customer()
        for number in 0..<60 {
            #expect(try await jane.buy(IdempotencyKey(rawValue: "\(number)")).status == 200)
        }
        let connection = try RawConnection(port: server.port, receiveBuffer: 4096)
        try server.store.set { $0.delayMilliseconds = 30_000 }
        let body = try SentJSON.text(ExchangeRequest(since: .beginning))
        await connection.send(
            """
            POST /store/v1/account/exchange HTTP/1.1\r
            Host: store\r
            Authorization: Bearer \(jane.session.token)\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """)
        await server.time.waitForSleepers()
        return connection
    }

    private func expectAll(from connection: RawConnection) async throws -> String {
        let parts = await connection.read().components(separatedBy: "\r\n\r\n")
        #expect(parts[0].hasPrefix("HTTP/1.1 200"))
        let page: ExchangePage = try ReceivedJSON.decode(from: Array(parts[1].utf8))
        #expect(page.changes.count == 60)
        return parts[0]
    }

    @Test func `sends its last answer in full to a client that takes it slowly`() async throws {
        let connection = try await askForMuch()
        await server.stop()
        while (try? RawConnection(port: server.port)) != nil { try await pause() }
        // The event loop of the listening socket tells those of the connections.
        for _ in 1...2 {
            for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
                try await loop.submit {}.get()
            }
        }
        server.time.advance(by: .seconds(30))
        #expect(try await expectAll(from: connection).contains("Connection: close"))
    }

    @Test func `sends the rest of an answer that a client was taking when it stopped`() async throws {
        let connection = try await askForMuch()
        server.time.advance(by: .seconds(30))
        while try await server.send("GET", "/metrics").body.contains("_bytes_waiting 0\n") {
            try await pause()
        }
        await server.stop()
        while (try? RawConnection(port: server.port)) != nil { try await pause() }
        _ = try await expectAll(from: connection)
    }
}
