internal import FoundationEssentials
internal import Hummingbird
internal import NIOCore
internal import StoreModel
internal import StoreRules
internal import StoreWire

/// Collects the body of a request, up to a limit, before a route of `StoreRoutes` runs. A body that
/// announces a larger size is refused before a byte of it is read.
struct BodyLimit: RouterMiddleware {
    /// Enough for the requests of customers, administrators and servers.
    static let requests = BodyLimit(limit: 64 << 10, isJSON: true)
    /// Enough for all products that are asked about at once.
    static let products = texts(StoreWire.ProductsQuery.mostIdentifiers, of: ProductIdentifier.mostBytes)
    /// Enough for all purchases that an administrator asks about at once.
    static let actions = texts(StoreWire.ActionsQuery.mostKeys, of: IdempotencyKey.mostBytes)
    /// Enough for what a device sends back to the store about an account.
    static let exchanges = BodyLimit(limit: 2 * ExchangeRequest.bytesGiven, isJSON: true)
    /// Enough for the largest receipt that the store reads.
    static let receipts = BodyLimit(limit: VerificationResult.largestRequest)
    /// Enough for questions about certificates (OCSP), which are DER.
    static let statusRequests = BodyLimit(limit: 64 << 10)
    /// Enough for PNG images of 3840 x 2160 pixels.
    static let images = BodyLimit(limit: 32 << 20)
    static let snapshots = BodyLimit(limit: SnapshotFile.limit)

    let limit: Int
    /// If so, a NUL in it is refused: no text has one, and databases treat it differently.
    var isJSON = false

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        // No name has a NUL, and databases treat it differently.
        guard request.head.path.map(Self.hasNUL) != true else {
            throw HTTPFailure.badRequest("There is a NUL in the address.")
        }
        if let length = request.headers.value(of: .contentLength).flatMap(Int.init), length > limit {
            throw tooLarge
        }
        var context = context
        let body: ByteBuffer
        if let arrived = context.body { body = arrived } else { body = try await collect(request.body) }
        guard body.readableBytes <= limit else { throw tooLarge }
        guard !isJSON || !Self.hasNUL(body.readableBytesView) else {
            throw HTTPFailure.badRequest("There is a NUL in the body.")
        }
        (context.body, context.isBodyChecked) = (body, true)
        return try await next(request, context)
    }

    /// Enough for `count` texts of at most `bytes` bytes, and for what else a request has. A client may write
    /// all characters outside ASCII as escapes, which take three times their bytes, and each text has two
    /// quotation marks and a comma.
    private static func texts(_ count: Int, of bytes: Int) -> BodyLimit {
        BodyLimit(limit: requests.limit + count * (3 * bytes + 3), isJSON: true)
    }

    private func collect(_ body: RequestBody) async throws -> ByteBuffer {
        do { return try await body.collect(upTo: limit) } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch {
            throw HTTPFailure.badRequest("The body ended before it was complete.")
        }
    }

    /// Whether an address has the escape of a NUL. Hardly any address has escapes.
    private static func hasNUL(_ path: String) -> Bool {
        path.utf8.contains(UInt8(ascii: "%")) && path.contains("%00")
    }

    /// Whether a text in JSON has the escape of a NUL. A backslash before it makes it different text.
    private static func hasNUL(_ json: ByteBufferView) -> Bool {
        var rest = json
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = rest[(backslash + 1)...]
            if rest.starts(with: "u0000".utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    private var tooLarge: HTTPFailure {
        HTTPFailure(.contentTooLarge, "The body is larger than \(limit) bytes.")
    }
}
