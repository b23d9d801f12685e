internal import Glibc
internal import NIOCore
internal import NIOHTTP1

/// Lets in one request of a connection at a time. `ConnectionGuard` puts it before the decoder, closes it
/// when a request has arrived, and opens it when the answer has been taken. What a client sends meanwhile
/// stays bytes: a few here, the rest in the kernel and at the client. A parsed request takes far more memory
/// than its bytes, and an answer even more. After the last answer, it ends the connection (`ConnectionEnd`).
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How many bytes may wait here. While the gate is closed, the connection is read once at most. But if a
    /// client has closed its side, the system hands over everything that has arrived.
    private static let mostWaiting = 64 << 10

    private var waiting = ByteBuffer()
    private var isOpen = true
    private var isPassing = false
    private var isReadWanted = false
    /// The client sends nothing more. The later handlers learn that after everything it has sent.
    private var hasInputEnded = false
    /// The connection is being ended. Whatever still comes is thrown away.
    private var isOver = false
    /// The server stops: the next answer is the last one, and clients that do not close their side are waited
    /// for less long.
    private(set) var isStopping = false
    private var lingerDeadline: Scheduled<Void>?
    private let limits: ConnectionLimits
    private var context: ChannelHandlerContext?

    init(limits: ConnectionLimits) { self.limits = limits }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        lingerDeadline?.cancel()
        self.context = nil
    }

    /// A request has arrived in full.
    func close() { isOpen = false }

    /// The answer has been taken.
    func open() {
        guard let context, !isOver else { return }
        isOpen = true
        if waiting.readableBytes > 0 {
            pass(context)
            context.fireChannelReadComplete()
        }
        guard isOpen else { return }
        if hasInputEnded {
            hasInputEnded = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        if isReadWanted {
            isReadWanted = false
            context.read()
        }
    }

    func read(context: ChannelHandlerContext) {
        // Most clients send nothing meanwhile. To let the system know that nothing is to be read, and then that
        // something is, would cost two calls for each request.
        if isOpen || isOver || waiting.readableBytes == 0 { context.read() } else { isReadWanted = true }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        var bytes = unwrapInboundIn(data)
        if waiting.readableBytes == 0 { waiting = bytes } else { waiting.writeBuffer(&bytes) }
        pass(context)
        if waiting.readableBytes > Self.mostWaiting { context.close(promise: nil) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The later handlers may have stopped reading.
        if isOver { context.read() }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isStopping = true
            if isOver { closeLater(context) }
        }
        if case ChannelEvent.inputClosed? = event as? ChannelEvent, !isOpen {
            hasInputEnded = true
            if isOver { context.close(promise: nil) }
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        switch event as? ConnectionEnd {
        case nil: return context.triggerUserOutboundEvent(event, promise: promise)
        case .lastAnswerTaken: linger(context)
        case .atOnce: context.close(promise: nil)
        }
        promise?.succeed()
    }

    /// Closes the side that sends, and the rest when the client has closed its side, or after a while. If
    /// everything were closed at once while something of the client's is unread, the system would throw away
    /// what it has not sent yet of the answer (RFC 9112, 9.6).
    private func linger(_ context: ChannelHandlerContext) {
        guard !isOver else { return }
        (isOver, isOpen, waiting) = (true, false, ByteBuffer())
        closeLater(context)
        // An answer may still wait for its client, and closing would throw it away. TLS sends a last message of
        // its own, and cannot do so from within another write.
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { [self] _ in
            context.eventLoop.assumeIsolated().execute { [self] in closeSending(context) }
        }
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: taken)
    }

    private func closeSending(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        guard !hasInputEnded else { return context.close(promise: nil) }
        closeLater(context)
        let closed = context.eventLoop.makePromise(of: Void.self)
        // Not every channel has two sides.
        closed.futureResult.assumeIsolated().whenFailure { _ in context.close(promise: nil) }
        context.close(mode: .output, promise: closed)
        context.read()
    }

    private func closeLater(_ context: ChannelHandlerContext) {
        lingerDeadline?.cancel()
        let delay = isStopping ? limits.lastRequestTimeout : limits.lingerTimeout
        lingerDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) {
            context.close(promise: nil)
        }
    }

    /// A later handler may want to close what is already being ended here.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if isOver, !hasInputEnded { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
    }

    private func pass(_ context: ChannelHandlerContext) {
        guard !isPassing else { return }
        isPassing = true
        defer { isPassing = false }
        // The decoder parses everything it gets, and further requests may follow the end of one.
        while isOpen, waiting.readableBytes > 0,
            let piece = waiting.readSlice(
                length: waiting.withUnsafeReadableBytes(Self.lengthWithEmptyLine) ?? waiting.readableBytes)
        {
            context.fireChannelRead(wrapInboundOut(piece))
        }
        // Frees the memory of what was passed on.
        if waiting.readableBytes == 0 { waiting = ByteBuffer() }
    }

    /// How many bytes there are up to the end of the first empty line, with which a head ends; nil if there is
    /// no empty line.
    private static func lengthWithEmptyLine(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var line = 0
        while let end = memchr(base + line, Int32(feed), bytes.count - line) {
            line = UnsafeRawPointer(end) - base + 1
            let next = bytes[line...].first == carriageReturn ? line + 1 : line
            if bytes[next...].first == feed { return next + 1 }
        }
        return nil
    }
}

/// How `RequestGate` ends a connection. It is triggered as an event on the way out.
enum ConnectionEnd {
    /// As soon as the system has all that was written.
    case lastAnswerTaken
    /// Whatever becomes of the answer: others need the room.
    case atOnce
}

extension ChannelHandlerContext {
    /// Ends the connection after its last answer.
    func endConnection() { triggerUserOutboundEvent(ConnectionEnd.lastAnswerTaken, promise: nil) }

    /// A promise for the last write of an answer. The connection ends when the system has taken it.
    func makeClosingPromise() -> EventLoopPromise<Void> {
        let taken = eventLoop.makePromise(of: Void.self)
        taken.futureResult.assumeIsolated().whenComplete { _ in self.endConnection() }
        return taken
    }
}
