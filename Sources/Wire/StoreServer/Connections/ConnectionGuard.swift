internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Keeps the order and the deadlines of one connection. `RequestChannel` puts it in the connection's pipeline.
/// The next request is let in when the answer to the one before has been taken (`RequestGate`). A request
/// must arrive in time, and its answer must be taken in time. If a request is answered before it has arrived,
/// that ends the connection. What is not HTTP is refused in its turn, and a refusal ends the connection. A
/// long silence between requests ends it, too. `ConnectionTable` is told of each change, and ends connections
/// when there are too many.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Kept {
        case part(HTTPRequestPart)
        case error(any Error)
    }

    private let table: ConnectionTable
    private let limits: ConnectionLimits
    private let gate: RequestGate
    /// What was parsed together with the request that is being answered.
    private var kept = CircularBuffer<Kept>()
    /// A request has begun, and is not yet answered in full. The next one is kept until then.
    private var isRequestOpen = false
    /// The newest request has not arrived in full.
    private var isReading = false
    /// The end of an answer or a refusal has been written, and the client has not taken it yet.
    private var hasUntakenEnd = false
    /// The answer began before the request had arrived in full. The connection ends with it, and what still
    /// comes of the request is thrown away.
    private var hasAnsweredEarly = false
    private var isUsed = false
    /// No other request is answered after this one: its client or the server wants that, or nothing more comes.
    private var isLast = false
    /// The bytes of bodies that were written and that the system has not yet taken.
    private var untaken = 0
    /// The bytes of a request's body, until its answer is complete. The table does not know of few.
    private var held = 0
    private static let few = 16 << 10
    private var readDeadline: Scheduled<Void>?
    private var writeDeadline: Scheduled<Void>?
    /// The time since which no request has been under way; nil while one is.
    private var silentSince: NIODeadline?
    private var silenceDeadline: Scheduled<Void>?

    init(table: ConnectionTable, limits: ConnectionLimits) {
        self.table = table
        self.limits = limits
        gate = RequestGate(limits: limits)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            try? pipeline.addHandler(gate, position: .before(decoder))
        }
        limits.limitMemory(of: context.channel)
        do { try pipeline.addHandler(MessageRules(), position: .before(self)) } catch {
            context.close(promise: nil)
        }
        if context.channel.isActive { opened(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        opened(context)
        context.fireChannelActive()
    }

    private func opened(_ context: ChannelHandlerContext) {
        table.opened(context.channel)
        beginSilence(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        readDeadline?.cancel()
        writeDeadline?.cancel()
        silenceDeadline?.cancel()
        kept.removeAll()
        table.closed(context.channel)
        context.fireChannelInactive()
    }

    /// No more of the last request comes. Whatever still comes is thrown away.
    private var hasLastArrived: Bool { isLast && !isReading }

    /// A request has arrived, and its answer has not been taken in full.
    private var isAnswering: Bool { !isReading && (isRequestOpen || hasUntakenEnd) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasLastArrived else { return }
        let part = unwrapInboundIn(data)
        if isAnswering { kept.append(.part(part)) } else { pass(part, context) }
    }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head):
            isReading = true
            isRequestOpen = true
            silentSince = nil
            // `MessageRules` has put the word alone, in lower case.
            if head.headerFields.value(of: .connection) == "close" { isLast = true }
        case .body where isDraining: return
        case .body(let bytes):
            // What comes after the answer has begun is thrown away.
            if !hasAnsweredEarly {
                held += bytes.readableBytes
                if held > Self.few { tellBytes(context) }
            }
        case .end:
            isReading = false
            if isRequestOpen {
                table.answering(context.channel)
                gate.close()
            }
            readDeadline?.cancel()
            readDeadline = nil
            if hasAnsweredEarly, !isRequestOpen, !hasUntakenEnd { return context.endConnection() }
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests arrive in one piece and need no timer.
        if isReading, readDeadline == nil { readDeadline = closing(context, in: limits.requestTimeout) }
        if isDraining { context.read() }
        context.fireChannelReadComplete()
    }

    /// The early answer is written in full. The rest of the request is read and thrown away here: on a
    /// connection that ends with the answer, the later handlers take nothing any more, and ask for nothing.
    private var isDraining: Bool { hasAnsweredEarly && !isRequestOpen }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head)
        where (isReading || gate.isStopping || isLast) && isRequestOpen && head.status.kind != .informational:
            if isReading { hasAnsweredEarly = true }
            isLast = true
            head.headerFields[.connection] = "close"
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head: break
        case .body(let bytes):
            return context.write(data, promise: counting(bytes.readableBytes, promise, context))
        case .end:
            isRequestOpen = false
            isUsed = true
            hasUntakenEnd = true
            if exchange(&held, with: 0) > Self.few { tellBytes(context) }
            if context.channel.isActive { table.idle(context.channel) }
            if hasAnsweredEarly, isReading {
                // The rest of the request: its sender may read the answer only after it has sent everything.
                readDeadline?.cancel()
                readDeadline = closing(
                    context, in: gate.isStopping ? limits.lastRequestTimeout : limits.lingerTimeout)
                context.read()
            }
            let taken = promise ?? context.eventLoop.makePromise()
            taken.futureResult.assumeIsolated().whenSuccess { [self] in answerIsTaken(context) }
            return context.write(data, promise: taken)
        }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // The last bytes of an answer are too few to make a connection unwritable.
        if hasUntakenEnd, writeDeadline == nil { writeDeadline = closing(context, in: limits.writeTimeout) }
    }

    /// The client, or the system on its behalf, has the whole answer, so the next request may come.
    private func answerIsTaken(_ context: ChannelHandlerContext) {
        hasUntakenEnd = false
        if context.channel.isWritable {
            writeDeadline?.cancel()
            writeDeadline = nil
        }
        guard context.channel.isActive else { return }
        if hasLastArrived { return context.endConnection() }
        beginSilence(context)
        // If the answer came first, the rest of the request is still to come.
        guard !isReading else { return }
        if gate.isStopping { readDeadline = closing(context, in: limits.lastRequestTimeout) }
        if !kept.isEmpty {
            while !isAnswering, let next = kept.popFirst() {
                switch next {
                case .part(let part): pass(part, context)
                case .error(let error): pass(error, context)
                }
            }
            // The later handlers gather what they read until this call.
            channelReadComplete(context: context)
        }
        if !isAnswering { gate.open() }
    }

    /// Counts bytes until the system has taken them.
    private func counting(
        _ bytes: Int, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) -> EventLoopPromise<Void> {
        let taken = promise ?? context.eventLoop.makePromise(of: Void.self)
        untaken += bytes
        // If the bytes go out at once, the table need not know.
        if !context.channel.isWritable { tellBytes(context) }
        taken.futureResult.assumeIsolated().whenComplete { [self] _ in untaken -= bytes }
        return taken
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeDeadline?.cancel()
        let isWritable = context.channel.isWritable
        writeDeadline = isWritable && !hasUntakenEnd ? nil : closing(context, in: limits.writeTimeout)
        tellBytes(context)
        context.fireChannelWritabilityChanged()
    }

    /// Tells the table how much the process keeps for this connection.
    private func tellBytes(_ context: ChannelHandlerContext) {
        let answer = context.channel.isWritable ? 0 : untaken
        table.waiting(answer + (held > Self.few ? held : 0), on: context.channel)
    }

    /// A server that is stopping does not close an idle connection at once, because a request may be on its way.
    /// It does not close one as soon as the last answer is written, either: that is still to be taken.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else {
            if case .inputClosed? = event as? ChannelEvent { endInput() }
            context.fireUserInboundEventTriggered(event)
            return endIfAnswered(context)
        }
        guard !isRequestOpen, !hasUntakenEnd else { return }
        // A connection that the server has not taken over yet must not outlive its listener.
        guard isUsed else { return context.close(promise: nil) }
        readDeadline?.cancel()
        readDeadline = closing(context, in: limits.lastRequestTimeout)
    }

    /// No more of a request will come, even if it is not complete.
    private func endInput() {
        (isLast, isReading) = (true, false)
        readDeadline?.cancel()
        readDeadline = nil
    }

    /// Ends the connection if nothing more comes, and no answer is under way.
    private func endIfAnswered(_ context: ChannelHandlerContext) {
        if hasLastArrived, !isRequestOpen, !hasUntakenEnd { context.endConnection() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A refusal comes after the answers to the requests before.
        if isAnswering, Self.refusal(of: error) != nil {
            kept.append(.error(error))
        } else {
            pass(error, context)
        }
    }

    private func pass(_ error: any Error, _ context: ChannelHandlerContext) {
        guard let refusal = Self.refusal(of: error) else { return context.fireErrorCaught(error) }
        guard !hasLastArrived else { return }
        guard !isReading else {
            // The request's route learns that its body cannot be read.
            endInput()
            context.fireErrorCaught(error)
            return endIfAnswered(context)
        }
        (isLast, hasUntakenEnd) = (true, true)
        var (head, body) = refusal.parts
        head.headerFields[.connection] = "close"
        head.headerFields[.date] = HTTPDate.now
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: context.makeClosingPromise())
        flush(context: context)
    }

    /// The answer to what is not HTTP; nil for another error.
    private static func refusal(of error: any Error) -> HTTPFailure? {
        guard let error = error as? HTTPParserError else { return error as? HTTPFailure }
        return switch error {
        case .headerOverflow: HTTPFailure(.requestHeaderFieldsTooLarge, "The header is too large.")
        case .invalidMethod: .notImplemented
        case .invalidVersion: HTTPFailure(.httpVersionNotSupported, "This server speaks HTTP/1.1.")
        default: .notHTTP
        }
    }

    /// No request is under way from now on.
    private func beginSilence(_ context: ChannelHandlerContext) {
        silentSince = .now()
        if silenceDeadline == nil { watchSilence(context, for: TimeAmount(limits.idleTimeout)) }
    }

    /// Closes the connection if its silence has been too long. A request does not stop this timer, and its
    /// answer does not start it anew: that would cost more than to look now and then.
    private func watchSilence(_ context: ChannelHandlerContext, for delay: TimeAmount) {
        silenceDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [self] in
            silenceDeadline = nil
            guard let silentSince else { return }
            let rest = silentSince + TimeAmount(limits.idleTimeout) - .now()
            if rest > .zero { watchSilence(context, for: rest) } else { context.close(promise: nil) }
        }
    }

    private func closing(_ context: ChannelHandlerContext, in delay: Duration) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(delay)) { channel.close(promise: nil) }
    }
}

extension ConnectionLimits {
    /// Limits how much the process and the system keep for one connection. Called before anything is sent.
    fileprivate func limitMemory(of channel: any Channel) {
        guard let options = channel.syncOptions else { return }
        // If a channel does not know one of these options, it does not need it.
        try? options.setOption(.maxMessagesPerRead, value: 1)
        try? options.setOption(
            .recvAllocator,
            value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2048, maximum: 16 << 10))
        try? options.setOption(.writeBufferWaterMark, value: .init(low: 16 << 10, high: 32 << 10))
        // Linux only: a socket takes no more while this many of its bytes are still unsent. Otherwise it
        // takes megabytes.
        let notSentLowWaterMark = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: 25))
        try? options.setOption(notSentLowWaterMark, value: 128 << 10)
    }
}
