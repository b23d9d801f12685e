internal import AsyncHTTPClient
internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
internal import StoreModel
internal import StoreWire

/// The HTTP client of a `StoreConnection`. On each connection the store first
/// proves that it has its certificates' key.
///
/// A proof is valid for its own connection only, because the next connection may reach another program. The
/// library opens connections when it needs them, so the proof is part of opening one.
final class ProvenClient: Sendable {
    let http: HTTPClient

    init(address: StoreAddress, trust: StoreTrust) {
        http = HTTP.client { Self.prove($0, address, trust) }
    }

    deinit { http.shutdown { _ in } }

    /// Requests a proof on a new connection, and closes the connection if there is none.
    private static func prove(
        _ channel: any Channel, _ address: StoreAddress, _ trust: StoreTrust
    ) -> EventLoopFuture<Void> {
        let nonce = ProofNonce()
        let answer = channel.eventLoop.makePromise(of: StoreAnswer.self)
        do {
            let pipeline = channel.pipeline.syncOperations
            let call = try StoreCall(
                .post, customer: "certificates/proof", body: StoreWire.ProofQuery(nonce: nonce))
            let exchange = ProofExchange(call.request, at: address, answer: answer)
            try pipeline.addHandler(
                exchange,
                position: .after(pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)))
        } catch {
            answer.fail(error)
        }
        return answer.futureResult.flatMap { answer in
            channel.eventLoop.makeFutureWithTask { try await accept(answer, nonce, trust) }
        }.flatMapThrowing {
            guard channel.isActive else { throw StoreError.networkDown }
        }.flatMapError { error in
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    private static func accept(_ answer: StoreAnswer, _ nonce: ProofNonce, _ trust: StoreTrust) async throws {
        switch answer.status {
        case 200 where answer.isJSON:
            guard let proof = try? ReceivedJSON.decode(StoreWire.Proof.self, from: answer.body) else {
                throw trust.noProof
            }
            try await trust.accept(proof, of: nonce)
        // The store is busy, or a proxy answers because its store does not. The request itself was not sent.
        case 429, 500...599: throw StoreError.networkDown
        // A server of ours says so, also about an address that it never had.
        case 404 where answer.refusal?.domain == .http: throw trust.noStore
        default: throw trust.noProof
        }
    }
}

/// The first request and answer of a connection, before the library's own.
private final class ProofExchange: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private static let patience = TimeAmount.seconds(30)
    private static let longestAnswer = 64 << 10

    private let request: HTTPCall
    private let address: StoreAddress
    private let answer: EventLoopPromise<StoreAnswer>
    private var head: HTTPResponseHead?
    private var body = ByteBuffer()
    private var timeout: Scheduled<Void>?

    init(_ request: HTTPCall, at address: StoreAddress, answer: EventLoopPromise<StoreAnswer>) {
        self.request = request
        self.address = address
        self.answer = answer
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // The request that waits for the proof then times out too.
        timeout = context.eventLoop.scheduleTask(in: Self.patience) { [answer] in
            answer.fail(StoreError.networkDown)
        }
        let body = ByteBuffer(bytes: request.body ?? Data())
        let headers: HTTPHeaders = [
            "Host": "\(address.host):\(address.port)", "User-Agent": "monkeystore",
            "Content-Type": "application/json",
            "Content-Length": String(body.readableBytes),
        ]
        let head = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: address.path + request.path, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timeout?.cancel()
        answer.fail(StoreError.networkDown)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): if !(100..<200).contains(head.status.code) { self.head = head }
        case .body(var piece):
            guard body.readableBytes + piece.readableBytes <= Self.longestAnswer else {
                return answer.fail(StoreError.networkDown)
            }
            body.writeBuffer(&piece)
        case .end:
            guard let head else { return }
            guard head.isKeepAlive else { return answer.fail(StoreError.networkDown) }
            answer.succeed(
                StoreAnswer(
                    status: Int(head.status.code), headers: head.headers, body: Data(body.readableBytesView)))
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        answer.fail(StoreError.networkDown)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answer.fail(StoreError.networkDown)
        context.fireErrorCaught(error)
    }
}
