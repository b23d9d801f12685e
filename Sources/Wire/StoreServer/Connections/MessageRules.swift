internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Does what RFC 9110 and RFC 9112 ask of every server and the library leaves to its users: answers to HEAD,
/// `100 Continue`, the end of connections, and framing that nobody can trust. `ConnectionGuard` puts one in
/// front of itself in the pipeline of its connection, where the versions of messages are still known. The
/// later handlers have the library's types for any version of HTTP.
final class MessageRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request whose answer has not been written in full.
    private struct Exchange {
        /// Its client speaks HTTP/1.0 and does not know chunks.
        let isOld: Bool
        let isHead: Bool
        /// Its answer is the last one.
        var isLast: Bool
        /// Its client sends no body until it is told that the body is wanted.
        var waitsToContinue: Bool
        var hasAnswerBegun = false
        /// The answer has no length, and its client does not know chunks: it ends with the connection.
        var endsConnection = false
    }

    /// In the order in which the requests arrived.
    private var exchanges: [Exchange] = []
    /// The last answer has been written.
    private var isLastAnswered = false
    /// Nothing more is read.
    private var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            if let refusal = Self.refusal(of: head) {
                isOver = true
                return context.fireErrorCaught(refusal)
            }
            let isLast = Self.isLast(head)
            // `ConnectionGuard` looks for the word `close` alone, in lower case.
            if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            exchanges.append(
                Exchange(
                    isOld: Self.isOld(head), isHead: head.method == .HEAD, isLast: isLast,
                    waitsToContinue: !Self.isOld(head)
                        && head.headers[canonicalForm: "Expect"].contains {
                            $0.lowercased() == "100-continue"
                        }))
            // The answer to HEAD is the one to GET without its body.
            if head.method == .HEAD { head.method = .GET }
            do {
                let request = try HTTPRequest(of: head)
                context.fireChannelRead(wrapInboundOut(.head(request)))
            } catch { context.fireErrorCaught(error) }
            letContinue(context)
        case .body(let piece):
            heardFrom()
            context.fireChannelRead(wrapInboundOut(.body(piece)))
        case .end(let trailers):
            heardFrom()
            let fields = trailers.map { HTTPFields($0, splitCookie: false) }
            context.fireChannelRead(wrapInboundOut(.end(fields)))
        }
    }

    /// The client did not wait for `100 Continue`, or has stopped waiting.
    private func heardFrom() {
        if let last = exchanges.indices.last { exchanges[last].waitsToContinue = false }
    }

    /// Tells the client that is next in turn that its body is wanted.
    private func letContinue(_ context: ChannelHandlerContext) {
        guard let exchange = exchanges.first, exchange.waitsToContinue, !exchange.hasAnswerBegun,
            !isLastAnswered
        else { return }
        exchanges[0].waitsToContinue = false
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = HTTPServerResponsePart(unwrapOutboundIn(data))
        guard let exchange = exchanges.first else {
            return context.write(wrapOutboundOut(part), promise: promise)
        }
        switch part {
        case .head(var head) where head.status.code >= 200:
            adapt(&head, to: exchange)
            // Without a length and without chunks, no other part of an answer to HEAD is sent.
            let isWhole = exchange.isHead && head.version == .http1_0
            guard isWhole else { return context.write(wrapOutboundOut(.head(head)), promise: promise) }
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            writeLast(.head(head), context, promise)
            context.flush()
        case .body where exchange.isHead: promise?.succeed()
        case .head, .body: context.write(wrapOutboundOut(part), promise: promise)
        case .end:
            exchanges.removeFirst()
            if exchange.isLast { isLastAnswered = true }
            if exchange.endsConnection { return writeLast(part, context, promise) }
            context.write(wrapOutboundOut(part), promise: promise)
            letContinue(context)
        }
    }

    /// Adapts the head of the final answer to its request, and notes how the answer ends.
    private func adapt(_ head: inout HTTPResponseHead, to exchange: Exchange) {
        let hasLength = head.headers.contains(name: "Content-Length") || !head.status.mayHaveResponseBody
        let isLast = exchange.isLast || head.headers[canonicalForm: "Connection"].contains("close")
        exchanges[0].hasAnswerBegun = true
        exchanges[0].endsConnection = exchange.isOld && !exchange.isHead && !hasLength && !isLast
        exchanges[0].isLast = isLast || exchanges[0].endsConnection
        if exchanges[0].isLast {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        } else if exchange.isOld {
            head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
        }
        // HTTP/1.0 clients do not know chunks, and an answer to HEAD has no last chunk.
        if (exchange.isHead || exchange.isOld) && !head.headers.contains(name: "Content-Length") {
            head.version = .http1_0
        }
        if head.status == .unauthorized, !head.headers.contains(name: "WWW-Authenticate") {
            head.headers.add(name: "WWW-Authenticate", value: "Bearer")
        }
    }

    /// Writes the last part of the last answer. The connection ends when the system has taken it.
    private func writeLast(
        _ part: HTTPServerResponsePart, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        isOver = true
        let taken = context.makeClosingPromise()
        taken.futureResult.cascade(to: promise)
        context.write(wrapOutboundOut(part), promise: taken)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What is not read any more need not be HTTP.
        if !isOver || !(error is HTTPParserError) { context.fireErrorCaught(error) }
    }

    /// The refusal of a request whose body cannot be delimited; nil if it can. `ConnectionGuard` answers it.
    private static func refusal(of head: HTTPRequestHead) -> HTTPFailure? {
        let codings = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
        guard !codings.isEmpty else { return nil }
        // An HTTP/1.0 client does not know chunks, so something in between has mixed up the message.
        guard !isOld(head), codings.last == "chunked" else { return .notHTTP }
        return codings == ["chunked"] ? nil : .notImplemented
    }

    private static func isOld(_ head: HTTPRequestHead) -> Bool {
        head.version.major < 1 || head.version == .http1_0
    }

    /// Whether the connection ends with the answer.
    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        let options = head.headers[canonicalForm: "Connection"].map { $0.lowercased() }
        // If a request asks for another protocol, which it does not get, the library reads nothing after it.
        let isUpgrade =
            head.method == .CONNECT || options.contains("upgrade") && head.headers.contains(name: "Upgrade")
        return isUpgrade || options.contains("close") || isOld(head) && !options.contains("keep-alive")
    }
}

extension HTTPFailure {
    static let notHTTP = HTTPFailure(
        .badRequest, "This is not HTTP, or its parts contradict one another.")
    static let notImplemented = HTTPFailure(
        .notImplemented, "This server does not know the method, or the transfer coding.")
}

extension HTTPRequest {
    /// What the library makes of a head. It looks for a scheme in each target, and parses all of it. A target
    /// that begins with a slash has no scheme, and stays as it is.
    fileprivate init(of head: HTTPRequestHead) throws {
        guard head.uri.utf8.first == UInt8(ascii: "/") else {
            try self.init(head, secure: false, splitCookie: false)
            return
        }
        try self.init(
            method: Method(head.method), scheme: "http", authority: head.headers.first(name: "Host"),
            path: head.uri, headerFields: HTTPFields(head.headers, splitCookie: false))
    }
}

extension HTTPServerResponsePart {
    fileprivate init(_ part: HTTPResponsePart) {
        switch part {
        case .head(let head): self = .head(HTTPResponseHead(head))
        case .body(let piece): self = .body(.byteBuffer(piece))
        case .end(let trailers): self = .end(trailers.map { HTTPHeaders($0) })
        }
    }
}
