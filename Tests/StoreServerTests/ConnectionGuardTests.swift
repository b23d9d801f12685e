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
        var paths: [String?] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .head(let head) = unwrapInboundIn(data) { paths.append(head.path) }
        }
    }

    @Test func `lets a request in when the answer to the one before has been taken, not when it is written`()
        throws
    {
        let (channel, routes) = (EmbeddedChannel(), Routes())
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        let limits = ConnectionLimits()
        try pipeline.addHandlers(ConnectionGuard(table: ConnectionTable(limits), limits: limits), routes)
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/there")).wait()
        let paths = (0..<40).map { "/\($0)" }
        let requests = paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }
        try channel.writeInbound(ByteBuffer(string: requests.joined()))
        for number in 1...40 {
            #expect(routes.paths == Array(paths.prefix(number)))
            let answer = HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])
            channel.write(HTTPResponsePart.head(answer), promise: nil)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
            #expect(routes.paths.count == number)
            // The system takes the answer.
            channel.flush()
        }
        _ = try? channel.finish()
    }
}
