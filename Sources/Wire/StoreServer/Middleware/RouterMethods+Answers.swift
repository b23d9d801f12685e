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
