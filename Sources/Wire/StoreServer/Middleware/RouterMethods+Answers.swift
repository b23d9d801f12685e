internal import Hummingbird
internal import NIOCore

extension RouterMethods<StoreContext> {
    func json(
        _ method: HTTPRequest.Method, _ path: RouterPath,
        _ work: @escaping @Sendable (Request, StoreContext) async throws -> [UInt8]
    ) {
        on(path, method: method) { Response.json(ByteBuffer(bytes: try await work($0, $1))) }
    }

    /// Adds a route that answers with a status and no body.
    func status(
        _ status: HTTPResponse.Status, _ method: HTTPRequest.Method, _ path: RouterPath,
        _ work: @escaping @Sendable (Request, StoreContext) async throws -> Void
    ) {
        on(path, method: method) { request, context in
            try await work(request, context)
            return Response(status: status)
        }
    }
}

extension ResponseBody {
    private static var piece: Int { 16 << 10 }

    /// A body of bytes that all answers share. Each connection has only a piece of them in its buffers.
    init(shared bytes: ByteBuffer) {
        self.init(contentLength: bytes.readableBytes) { writer in
            var rest = bytes
            while let piece = rest.readSlice(length: min(rest.readableBytes, Self.piece)),
                piece.readableBytes > 0
            {
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }
}
