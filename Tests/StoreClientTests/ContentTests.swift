import StoreModel
import Synchronization
import TestSupport
import Testing

@testable import StoreClient

@Suite("A content server at an address", .timeLimit(.minutes(5)))
struct ContentTests {
    private typealias Pieces = Recorder<ContentPiece>

    private static let book: ProductIdentifier = "com.example.book"
    /// The head of an answer with ten bytes.
    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nETag: \"abc\"\r\nContent-Length: 10\r\n\r\n"

    private func content(of server: LoopbackServer, time: TimeSource = ManualTime().source) -> HTTPContent {
        HTTPContent(address: StoreAddress(server.address)!, device: device, time: time)
    }

    private func fetch(
        from content: HTTPContent, after part: PartialContent? = nil, into pieces: Pieces = Pieces()
    ) async throws(StoreError) {
        try await content.fetchContent(of: Self.book, receipt: "receipt", after: part) { pieces.note([$0]) }
    }

    @Test("is shown the receipt and the device, and is asked for what is missing of the same edition only")
    func request() async throws {
        let server = try LoopbackServer { _, client in
            client.answer(
                206, "defg", type: "application/octet-stream",
                headers: "ETag: \"abc\"\r\nContent-Range: bytes 3-6/7\r\n")
        }
        let pieces = Pieces()
        try await fetch(
            from: content(of: server), after: PartialContent(length: 3, digest: "abc"), into: pieces)
        #expect(pieces.calls == [.head(digest: "abc", length: 7, offset: 3), .bytes(Array("defg".utf8))])
        let request = try #require(server.requests.first)
        #expect(request.headers["range"] == "bytes=3-" && request.headers["if-range"] == "\"abc\"")
        #expect(request.headers["store-device"] == device)
        #expect(request.body.contains("receipt") && request.body.contains(Self.book.rawValue))
    }

    @Test(
        "that says too little about what it sends, or contradicts itself, is believed nothing",
        arguments: [
            (200, "application/octet-stream", ""), (200, "application/octet-stream", "ETag: abc\r\n"),
            (200, "application/octet-stream", "ETag: \"\"\r\n"), (200, "text/html", "ETag: \"abc\"\r\n"),
            (206, "application/octet-stream", "ETag: \"abc\"\r\n"),
            (206, "application/octet-stream", "ETag: \"abc\"\r\nContent-Range: items 0-2/3\r\n"),
            (206, "application/octet-stream", "ETag: \"abc\"\r\nContent-Range: bytes 0-1/3\r\n"),
            (206, "application/octet-stream", "ETag: \"abc\"\r\nContent-Range: bytes */3\r\n"),
            (
                206, "application/octet-stream",
                "ETag: \"abc\"\r\nContent-Range: bytes 0-99999999999999999999/3\r\n"
            ),
        ])
    func badHead(status: Int, type: String, headers: String) async throws {
        let server = try LoopbackServer { _, client in
            client.answer(status, "abc", type: type, headers: headers)
        }
        let pieces = Pieces()
        await #expect(throws: StoreError.unknownServerError) {
            try await fetch(from: content(of: server), into: pieces)
        }
        #expect(pieces.calls.isEmpty)
    }

    @Test("that refuses says why", arguments: [ContentErrorCode.noSuchContent, .refunded, .otherAccount])
    func refusal(code: ContentErrorCode) async throws {
        let error = StoreError(content: code)
        let server = try LoopbackServer { _, client in client.answer(403, asJSON(error)) }
        await #expect(throws: error) { try await fetch(from: content(of: server)) }
    }

    @Test func `that is cut off in the middle has sent what came, and no more`() async throws {
        let server = try LoopbackServer { _, client in
            client.send(Self.head + "abc")
            client.end()
        }
        let pieces = Pieces()
        await #expect(throws: StoreError.connectionLost) {
            try await fetch(from: content(of: server), into: pieces)
        }
        #expect(pieces.calls == [.head(digest: "abc", length: 10, offset: 0), .bytes(Array("abc".utf8))])
    }

    @Test func `that falls silent in the middle is given up after as long as an answer may take`()
        async throws
    {
        let server = try LoopbackServer { _, client in
            client.send(Self.head + "a")
        }
        let time = ManualTime()
        let pieces = Pieces()
        let isOver = Mutex(false)
        let end = Task {
            defer { isOver.withLock { $0 = true } }
            try await fetch(from: content(of: server, time: time.source), into: pieces)
        }
        while pieces.calls.count < 2 { try await pause() }
        // Once or twice, because the first of these times may include what has already come.
        while !isOver.withLock({ $0 }) {
            if time.sleeperCount > 0 { time.advance(by: HTTPConnection.patience) }
            try await pause()
        }
        await #expect(throws: FailureTests.timedOut) { try await end.value }
    }

    @Test func `that falls silent in the middle of a refusal is given up, too`() async throws {
        let isSent = Mutex(false), isOver = Mutex(false)
        let server = try LoopbackServer { _, client in
            client.send(
                "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(16 << 20)\r\n\r\n")
            // More than fits into the connection: it is being read when all has been sent.
            client.send(String(repeating: " ", count: 15 << 20))
            isSent.withLock { $0 = true }
        }
        let time = ManualTime()
        let end = Task {
            defer { isOver.withLock { $0 = true } }
            try await fetch(from: content(of: server, time: time.source))
        }
        while !isSent.withLock({ $0 }) { try await pause() }
        await time.waitForSleepers()
        time.advance(by: HTTPConnection.patience)
        while !isOver.withLock({ $0 }) { try await pause() }
        await #expect(throws: FailureTests.timedOut) { try await end.value }
    }

    @Test func `that is not there is told as no network`() async throws {
        let server = try LoopbackServer { _, _ in }
        let content = content(of: server)
        server.stop()
        await #expect(throws: StoreError.networkDown) { try await fetch(from: content) }
        await #expect(throws: StoreError.networkDown) {
            try await content.hostedProducts(unlessMatching: nil)
        }
    }
}
