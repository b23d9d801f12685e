internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Sets up the connections of an `HTTPService`, and has their requests answered by its routes. The library's
/// `HTTP1Channel` hands each part of a request and of an answer from one task to another. Most requests and
/// answers here are a few hundred bytes that come and go at once, and the handing over would cost more than
/// the rest.
struct RequestChannel: ServerChildChannel {
    struct Connection: ServerChildChannelValue {
        let channel: any Channel
        let handler: NIOLoopBound<RequestHandler>
    }

    let responder: RouterResponder<StoreContext>
    /// The server's own store; nil for a server without one.
    let served: ServedStore?
    let table: ConnectionTable
    let limits: ConnectionLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Connection> {
        channel.eventLoop.makeCompletedFuture {
            var decoder = NIOHTTPDecoderLimitConfiguration()
            decoder.maxHeaderFieldSize = limits.headerSize
            decoder.maxHeaderListSize = limits.headerSize
            decoder.maxHeaderFieldCount = 100
            let pipeline = channel.pipeline.syncOperations
            // `ConnectionGuard` and `MessageRules` deal with pipelined requests and with errors. The types of
            // the library HTTPTypes refuse header fields that cannot be sent.
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false,
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(), withDecoderLimitConfiguration: decoder)
            let handler = RequestHandler(served: served, logger: logger)
            try pipeline.addHandlers(ConnectionGuard(table: table, limits: limits), handler)
            return Connection(
                channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
        }
    }

    /// Answers the requests of a connection one by one, in one task on its event loop. Returns when the
    /// connection is closed. A request whose client has gone is answered in vain: a purchase is made or not
    /// made, whatever becomes of the connection.
    func handle(value: Connection, logger: Logger) async {
        let (channel, handler) = (value.channel, value.handler)
        await withTaskExecutorPreference(EventLoopExecutor(channel.eventLoop)) {
            await withTaskCancellationHandler {
                while let arrived = await handler.nextRequest() { await answer(arrived, with: handler) }
                try? await channel.closeFuture.get()
            } onCancel: {
                handler.perform { $0.cancel() }
            }
        }
    }

    private func answer(_ arrived: ArrivedRequest, with handler: NIOLoopBound<RequestHandler>) async {
        var response: Response
        do {
            response = try await responder.respond(to: arrived.request, context: arrived.context)
        } catch {
            // `ErrorMiddleware` has answered and logged what routes throw.
            response = Response(status: .internalServerError)
        }
        response.headers[.date] = HTTPDate.now
        let (head, length) = (response.head, response.body.contentLength)
        handler.perform { $0.begin(head, length: length) }
        do {
            try await response.body.write(AnswerWriter(handler: handler))
        } catch {
            // The client has gone, or the rest of the answer cannot be made.
            handler.perform { $0.fail() }
        }
    }
}

/// Writes the body of an answer. Each piece waits until the client has taken most of those before it:
/// otherwise the pieces would fill the memory if a client reads slowly.
private struct AnswerWriter: ResponseBodyWriter {
    let handler: NIOLoopBound<RequestHandler>

    func write(_ piece: ByteBuffer) async throws {
        if handler.eventLoop.inEventLoop, try handler.value.write(piece) { return }
        try Task.checkCancellation()
        try await withCheckedThrowingContinuation { writer in
            handler.perform { $0.write(piece, for: writer) }
        }
    }

    consuming func finish(_ trailers: HTTPFields?) async throws {
        handler.perform { $0.finish(trailers) }
    }
}

/// The body of a request that its route gets before it has arrived.
struct ArrivingBody: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let handler: NIOLoopBound<RequestHandler>

    func makeAsyncIterator() -> ArrivingBody { self }

    func next() async throws -> ByteBuffer? {
        try await withCheckedThrowingContinuation { reader in handler.perform { $0.nextPiece(for: reader) } }
    }
}

extension NIOLoopBound<RequestHandler> {
    /// Does something on the connection's event loop: at once if the caller is there, which is the rule.
    fileprivate func perform(_ work: @escaping @Sendable (RequestHandler) -> Void) {
        if eventLoop.inEventLoop { work(value) } else { eventLoop.execute { work(value) } }
    }

    /// The next request; nil if no other comes.
    fileprivate func nextRequest() async -> ArrivedRequest? {
        await withCheckedContinuation { routes in perform { $0.nextRequest(for: routes) } }
    }
}
