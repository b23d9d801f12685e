internal import Glibc
internal import NIOCore

/// Lets in one request of a connection at a time. `ConnectionGuard` puts it before the decoder, closes it
/// when a request has arrived, and opens it when the answer has been taken. What a client sends meanwhile
/// stays bytes: a few here, the rest in the kernel and at the client. A parsed request takes far more memory
/// than its bytes, and an answer even more.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// How many bytes may wait here. While the gate is closed, the connection is read once at most. But if a
    /// client has closed its side, the system hands over everything that has arrived.
    private static let mostWaiting = 64 << 10

    private var waiting = ByteBuffer()
    private var isOpen = true
    private var isPassing = false
    private var isReadWanted = false
    /// The client sends nothing more. The later handlers learn that after everything it has sent.
    private var hasInputEnded = false
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// A request has arrived in full.
    func close() { isOpen = false }

    /// The answer has been taken.
    func open() {
        guard let context else { return }
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
        if isOpen || waiting.readableBytes == 0 { context.read() } else { isReadWanted = true }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if waiting.readableBytes == 0 { waiting = bytes } else { waiting.writeBuffer(&bytes) }
        pass(context)
        if waiting.readableBytes > Self.mostWaiting { context.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent, !isOpen {
            hasInputEnded = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
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
