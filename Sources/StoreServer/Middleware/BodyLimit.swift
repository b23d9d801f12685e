internal import Hummingbird
internal import NIOCore

/// Collects the body of a request, up to a limit. A body that announces a larger size is refused before a byte of it is read.
struct BodyLimit: RouterMiddleware {
    /// Enough for the requests of customers, administrators and servers.
    static let requests = BodyLimit(limit: 64 << 10)
    /// Enough for receipts, which each purchase makes larger.
    static let receipts = BodyLimit(limit: 2 << 20)

    /// Enough for PNG images of 3840 x 2160 pixels.
    static let images = BodyLimit(limit: 32 << 20)

    static let snapshots = BodyLimit(limit: SnapshotFile.limit)

    let limit: Int

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit { throw tooLarge }
        var request = request
        do {
            _ = try await request.collectBody(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch {
            throw HTTPFailure.badRequest("The body ended before it was complete.")
        }
        return try await next(request, context)
    }

    private var tooLarge: HTTPFailure { HTTPFailure(.contentTooLarge, "The body is larger than \(limit) bytes.") }
}
