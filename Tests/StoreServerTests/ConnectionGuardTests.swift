import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import StoreServer

@Suite("The guard of a connection", .timeLimit(.minutes(5)))
struct ConnectionGuardTests {
    /// The handler after the guard, in the place of the routes.
    private final class Routes: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        var heads: [HTTPRequest] = []
        var paths: [String?] { heads.map(\.path) }
        var bodies: [String] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                heads.append(head)
                bodies.append("")
            case .body(let piece): bodies[bodies.count - 1] += String(buffer: piece)
            case .end: break
            }
        }
    }

    /// Counts what comes out of the decoder.
    private final class Parsed: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        var heads = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head = unwrapInboundIn(data) { heads += 1 }
            context.fireChannelRead(data)
        }
    }

    /// Counts how often the system is asked for bytes.
    private final class Reads: ChannelOutboundHandler {
        typealias OutboundIn = IOData
        var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    private struct Connection {
        let channel = EmbeddedChannel()
        let reads = Reads()
        let parsed = Parsed()
        let routes = Routes()

        init() throws {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(reads)
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false)
            try pipeline.addHandler(parsed)
            let limits = ConnectionLimits()
            try pipeline.addHandlers(ConnectionGuard(table: ConnectionTable(limits), limits: limits), routes)
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/there")).wait()
        }

        /// Writes an answer, which the system takes at the next `flush`.
        func answer() {
            let answer = HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])
            channel.write(HTTPResponsePart.head(answer), promise: nil)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
        }

        /// The statuses of the answers that were sent since the last call.
        func statuses() throws -> [String] {
            var sent = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { sent += String(buffer: bytes) }
            return sent.split(separator: "HTTP/1.1 ").map { String($0.prefix(3)) }
        }
    }

    @Test func `lets a request in when the answer to the one before has been taken, not when it is written`()
        throws
    {
        let connection = try Connection()
        let (channel, routes) = (connection.channel, connection.routes)
        let paths = (0..<40).map { "/\($0)" }
        let requests = paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
        try channel.writeInbound(ByteBuffer(string: requests.joined()))
        for number in 1...40 {
            #expect(routes.paths == Array(paths.prefix(number)))
            #expect(connection.parsed.heads == number)
            connection.answer()
            #expect(routes.paths.count == number)
            channel.flush()
        }
        _ = try? channel.finish()
    }

    @Test(arguments: [
        "/", "/a?b=c", "/a?b=http://c/d", "//x/y", "/a:b@c", "/%zz", "*", "http://x", "http://x/a?b=c",
    ])
    func `a request is what the library makes of its head, whatever its target`(target: String) throws {
        let connection = try Connection()
        try connection.channel.writeInbound(
            ByteBuffer(
                string: "GET \(target) HTTP/1.1\r\nAccept: a\r\nHost: x\r\nhost: y\r\nCookie: a; b\r\n\r\n"))
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: target,
            headers: ["Accept": "a", "Host": "x", "host": "y", "Cookie": "a; b"])
        let expected = try HTTPRequest(head, secure: false, splitCookie: false)
        #expect(connection.routes.heads == [expected])
        _ = try? connection.channel.finish()
    }

    @Test func `requests arrive whole and one by one, wherever the connection cuts them`() throws {
        let body = "one\r\n\r\ntwo\n\nthree"
        let requests = [
            "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
            "GET /b HTTP/1.1\r\nHost: x\r\n\r\n",
            "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "POST /d HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n\r\n\r\n",
            "GET /e HTTP/1.1\r\nHost: x\r\n\r\n",
        ]
        let bytes = Array(requests.joined().utf8)
        for cut in 0...bytes.count {
            let connection = try Connection()
            for piece in [bytes[..<cut], bytes[cut...]] {
                try connection.channel.writeInbound(ByteBuffer(bytes: piece))
            }
            for number in 1...requests.count {
                #expect(connection.routes.paths.count == number)
                // The beginning of the next one may come with the end of a body.
                #expect(connection.parsed.heads <= number + 1)
                connection.answer()
                connection.channel.flush()
            }
            #expect(connection.routes.paths == ["/a", "/b", "/c", "/d", "/e"])
            #expect(connection.routes.bodies == [body, "", "abc", "\r\n\r\n", ""])
            _ = try? connection.channel.finish()
        }
    }

    @Test func `an answer that began before its request had arrived is sent to its end`() throws {
        let request = ByteBuffer(string: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n")
        let rest = ByteBuffer(string: "body")
        // The rest comes before the answer's end is written, then before it is taken, then after that.
        for place in 0...2 {
            let connection = try Connection()
            let channel = connection.channel
            func restComes(_ now: Int) throws {
                if now == place { try channel.writeInbound(rest) }
            }
            try channel.writeInbound(request)
            let answer = HTTPResponse(status: .ok, headerFields: [.contentLength: "5"])
            channel.write(HTTPResponsePart.head(answer), promise: nil)
            channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: "words")), promise: nil)
            try restComes(0)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
            try restComes(1)
            #expect(channel.isActive, "\(place)")
            channel.flush()
            channel.embeddedEventLoop.run()
            #expect(channel.isActive == (place == 2))
            if place == 2 {
                try channel.writeInbound(rest)
                channel.embeddedEventLoop.run()
                #expect(!channel.isActive)
            }
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nno colon\r\n\r\n", "400"), ("BREW / HTTP/1.1\r\nHost: x\r\n\r\n", "501"),
        ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", "505"),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", "400"),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "501"),
    ])
    func `what is not HTTP gets its own status after the answer before, and nothing follows`(
        refused: String, status: String
    ) throws {
        let connection = try Connection()
        let channel = connection.channel
        // The decoder reads the end of the body together with what follows.
        try channel.writeInbound(
            ByteBuffer(
                string: "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}\(refused)"
                    + "GET /b HTTP/1.1\r\nHost: x\r\n\r\n"))
        #expect(try connection.statuses() == [])
        connection.answer()
        channel.flush()
        #expect(try connection.statuses() == ["200", status])
        #expect(connection.routes.paths == ["/a"])
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `what is not HTTP gets no answer after the last one`() throws {
        let connection = try Connection()
        let channel = connection.channel
        try channel.writeInbound(
            ByteBuffer(string: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"))
        // The answer comes before the body, so it is the last one.
        connection.answer()
        channel.flush()
        try channel.writeInbound(
            ByteBuffer(string: "bodyPOST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"))
        #expect(try connection.statuses() == ["200"])
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `while a request is answered, the connection is read only until something has come`() throws {
        let connection = try Connection()
        let (channel, reads) = (connection.channel, connection.reads)
        let request = ByteBuffer(string: "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        func mayRead() -> Bool {
            let before = reads.count
            channel.read()
            return reads.count > before
        }
        try channel.writeInbound(request)
        #expect(mayRead())
        #expect(mayRead())
        try channel.writeInbound(request)
        #expect(!mayRead())
        connection.answer()
        channel.flush()
        #expect(connection.routes.paths.count == 2)
        #expect(mayRead())
        connection.answer()
        channel.flush()
        #expect(mayRead())
        _ = try? channel.finish()
    }
}
