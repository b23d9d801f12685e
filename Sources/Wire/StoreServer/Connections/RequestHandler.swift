internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

struct ArrivedRequest: Sendable {
    let request: Request
    let context: StoreContext
}

/// The last handler of a connection: it gathers a request for the routes, and writes their answer.
/// `RequestChannel` asks for one request after the other; `ConnectionGuard` lets one in at a time. The routes
/// get a request when it is complete, or at once if its body is not announced to be short: they refuse a long
/// body before it arrives, and read it as it arrives.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The most bytes of a short body. While more of a long one wait for their route, the connection is not
    /// read. `BodyLimit` refuses no body that is so short.
    private static let short = 64 << 10

    private let served: ServedStore?
    private let logger: Logger
    private var context: ChannelHandlerContext?
    /// What all requests of the connection have in common, once it is open.
    private lazy var client = context.map { context in
        var client = StoreContext(
            source: ApplicationRequestContextSource(channel: context.channel, logger: logger))
        client.served = served
        return client
    }

    /// The routes wait for a request, and nothing is being answered.
    private var routes: CheckedContinuation<ArrivedRequest?, Never>?
    /// A request that the routes have not asked for yet.
    private var arrived: ArrivedRequest?
    /// The head of a request that the routes do not have yet.
    private var head: HTTPRequest?
    /// The bytes of its body that nobody has taken yet.
    private var body = ByteBuffer()
    /// How its body has ended; nil as long as more may come.
    private var bodyEnd: Result<ByteBuffer?, any Error>?
    /// The route waits for more of the body.
    private var reader: CheckedContinuation<ByteBuffer?, any Error>?
    /// No other request comes.
    private var isInputOver = false
    /// The connection has failed, or the server ends: it is closed after the present answer.
    private var isBroken = false
    private var isReadWanted = false

    /// A piece of the answer that waits until the client takes more.
    private var waiting: (piece: ByteBuffer, writer: CheckedContinuation<Void, any Error>)?
    /// How many bytes of the answer's body are still to be written; nil if nobody knows.
    private var unwritten: Int?
    private var isOutputOver = false
    /// The connection is being closed, and its requests are no longer answered.
    private var isOver = false

    init(served: ServedStore?, logger: Logger) { (self.served, self.logger) = (served, logger) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        closed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        closed()
        context.fireChannelInactive()
    }

    private func closed() {
        endOutput(ChannelError.ioOnClosedChannel)
        endInput(ChannelError.ioOnClosedChannel)
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver, !isInputOver else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            // The route of the request before need not have read its body.
            _ = takeBody()
            (self.head, bodyEnd) = (head, nil)
        case .body(var piece):
            if body.readableBytes == 0 { body = piece } else { body.writeBuffer(&piece) }
            giveBody()
        case .end:
            bodyEnd = .success(nil)
            guard head != nil else { return giveBody() }
            let body = takeBody()
            pass(RequestBody(buffer: body), whole: body)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let head, head.headerFields[.contentLength].flatMap(Int.init) ?? .max > Self.short { passHead() }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        // What comes after the last request is left to the handlers that end the connection.
        if isOver || body.readableBytes > Self.short { isReadWanted = true } else { context.read() }
    }

    /// Passes a request on before its body has arrived.
    private func passHead() {
        guard let context else { return }
        let body = ArrivingBody(handler: NIOLoopBound(self, eventLoop: context.eventLoop))
        pass(RequestBody(asyncSequence: body))
    }

    private func pass(_ body: RequestBody, whole: ByteBuffer? = nil) {
        guard let head = exchange(&head, with: nil), let client else { return }
        var context = client.renewed
        context.body = whole
        let next = ArrivedRequest(request: Request(head: head, body: body), context: context)
        if let routes = exchange(&routes, with: nil) {
            routes.resume(returning: next)
        } else {
            arrived = next
        }
    }

    func nextRequest(for routes: CheckedContinuation<ArrivedRequest?, Never>) {
        guard !isOver else { return routes.resume(returning: nil) }
        if let next = exchange(&arrived, with: nil) { return routes.resume(returning: next) }
        self.routes = routes
        if isInputOver { return end() }
        // The route need not have read the body.
        if head == nil { _ = takeBody() }
    }

    func nextPiece(for reader: CheckedContinuation<ByteBuffer?, any Error>) {
        self.reader = reader
        giveBody()
    }

    private func giveBody() {
        guard body.readableBytes > 0 || bodyEnd != nil, let reader = exchange(&reader, with: nil) else {
            return
        }
        if body.readableBytes > 0 {
            reader.resume(returning: takeBody())
        } else if let bodyEnd {
            reader.resume(with: bodyEnd)
        }
    }

    private func takeBody() -> ByteBuffer {
        let bytes = exchange(&body, with: ByteBuffer())
        if exchange(&isReadWanted, with: false) { context?.read() }
        return bytes
    }

    // MARK: Answers

    /// Begins an answer. Its head is sent with the first piece of its body, or with its end.
    func begin(_ head: HTTPResponse, length: Int?) {
        unwritten = length
        if !isOutputOver { context?.write(wrapOutboundOut(.head(head)), promise: nil) }
    }

    /// Writes a piece of the answer, and returns true, unless the client has yet to take what was written
    /// before. Throws if it takes nothing any more.
    func write(_ piece: ByteBuffer) throws -> Bool {
        guard let context, !isOutputOver else { throw ChannelError.ioOnClosedChannel }
        guard context.channel.isWritable else { return false }
        unwritten = unwritten.map { $0 - piece.readableBytes }
        context.write(wrapOutboundOut(.body(piece)), promise: nil)
        // The last piece is sent with the end, which follows at once.
        if unwritten != 0 { context.flush() }
        return true
    }

    /// Writes a piece of the answer when the client takes it.
    func write(_ piece: ByteBuffer, for writer: CheckedContinuation<Void, any Error>) {
        do {
            if try write(piece) { writer.resume() } else { waiting = (piece, writer) }
        } catch {
            writer.resume(throwing: error)
        }
    }

    func finish(_ trailers: HTTPFields?) {
        if !isOutputOver { context?.writeAndFlush(wrapOutboundOut(.end(trailers)), promise: nil) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, let (piece, writer) = exchange(&waiting, with: nil) {
            write(piece, for: writer)
        }
        context.fireChannelWritabilityChanged()
    }

    // MARK: The end

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event as? ChannelEvent {
        case .inputClosed: endInput(ChannelError.inputClosed)
        case .outputClosed: endOutput(ChannelError.outputClosed)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // After an error, which has been answered, the decoder complains about everything that still comes.
        if !(error is ByteToMessageDecoderError) {
            isBroken = isBroken || !(error is HTTPParserError)
            endInput(error)
        }
        context.fireErrorCaught(error)
    }

    /// The server ends without waiting for its connections. A request that is being answered still gets its
    /// answer, unless that has to wait.
    func cancel() {
        isBroken = true
        endInput(CancellationError())
        exchange(&waiting, with: nil)?.writer.resume(throwing: CancellationError())
        if isOver { context?.close(promise: nil) }
    }

    /// Ends the connection in the middle of an answer, so that the client notices.
    func fail() {
        isBroken = true
        end()
    }

    /// The routes get no other request. A connection that has failed is closed here; `ConnectionGuard` ends the
    /// others.
    private func end() {
        isOver = true
        exchange(&routes, with: nil)?.resume(returning: nil)
        if isBroken { context?.close(promise: nil) }
    }

    private func endInput(_ error: any Error) {
        guard !isInputOver else { return }
        isInputOver = true
        if bodyEnd == nil { bodyEnd = .failure(error) }
        // A route refuses a body that is not complete.
        if head == nil { giveBody() } else { passHead() }
        if routes != nil { end() }
    }

    private func endOutput(_ error: any Error) {
        isOutputOver = true
        exchange(&waiting, with: nil)?.writer.resume(throwing: error)
    }
}
