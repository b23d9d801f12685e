internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// The deadlines of one connection, in whose pipeline `HTTPService` puts it: a request must arrive in time, an answer
/// must be taken in time, and a request that is answered before it has arrived ends the connection. Silence between
/// requests is left to the server's idle timeout and to `ConnectionTable`, which is told of each change here.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let table: ConnectionTable
    private let limits: ConnectionLimits
    /// Requests that began and are not answered in full.
    private var openRequests = 0
    /// The newest request has not arrived in full.
    private var isReading = false
    /// The answer was sent before the request had arrived: the rest of it is thrown away.
    private var isLeaving = false
    private var isUsed = false
    /// The server stops: the next answer is the last one.
    private var isStopping = false
    private var readDeadline: Scheduled<Void>?
    private var writeDeadline: Scheduled<Void>?

    init(table: ConnectionTable, limits: ConnectionLimits) {
        self.table = table
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { table.opened(context.channel) }
    }

    func channelActive(context: ChannelHandlerContext) {
        table.opened(context.channel)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        readDeadline?.cancel()
        writeDeadline?.cancel()
        table.closed(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReading = true
            openRequests += 1
        case .body: break
        case .end:
            isReading = false
            if openRequests > 0 { table.answering(context.channel) }
            readDeadline?.cancel()
            readDeadline = nil
            if isLeaving { return context.close(promise: nil) }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests arrive in one piece and need no timer.
        if isReading, readDeadline == nil { readDeadline = closing(context, in: limits.requestTimeout) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head)
        where (isReading || isStopping) && openRequests == 1 && head.status.kind != .informational:
            if isReading { isLeaving = true }
            head.headerFields[.connection] = "close"
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body: break
        case .end:
            openRequests -= 1
            isUsed = true
            if openRequests == 0, context.channel.isActive { table.idle(context.channel) }
            if isLeaving {
                // The rest of the request: its sender may read the answer only after it has sent everything.
                readDeadline?.cancel()
                readDeadline = closing(context, in: limits.lingerTimeout)
            } else if isStopping, openRequests == 0 {
                context.writeAndFlush(data, promise: promise)
                return context.close(promise: nil)
            }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeDeadline?.cancel()
        writeDeadline = context.channel.isWritable ? nil : closing(context, in: limits.writeTimeout)
        context.fireChannelWritabilityChanged()
    }

    /// A server that stops does not close an idle connection at once, as the library would: a request may be on its way.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent, !isLeaving else {
            return context.fireUserInboundEventTriggered(event)
        }
        isStopping = true
        // One that the library has not taken over yet must not outlive its listener.
        guard isUsed else { return context.fireUserInboundEventTriggered(event) }
        if openRequests == 0 { readDeadline = closing(context, in: limits.lastRequestTimeout) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The library answers 400 to all that it cannot parse; a header that is too large has a status of its own.
        guard error as? HTTPParserError == .headerOverflow, openRequests == 0 else {
            return context.fireErrorCaught(error)
        }
        let refusal = HTTPFailure(.requestHeaderFieldsTooLarge, "The header is too large.")
        var (head, body) = refusal.parts
        head.headerFields[.connection] = "close"
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    private func closing(_ context: ChannelHandlerContext, in delay: Duration) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(delay)) { channel.close(promise: nil) }
    }
}
