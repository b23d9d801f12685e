internal import Hummingbird
internal import StoreModel

/// Refuses requests from a network that sends too many.
struct RateLimit: RouterMiddleware {
    typealias Context = StoreContext

    let buckets: TokenBuckets<ClientNetwork>

    func handle(
        _ request: Request, context: StoreContext, next: (Request, StoreContext) async throws -> Response
    ) async throws -> Response {
        try buckets.allow(context.network)
        return try await next(request, context)
    }
}

extension TokenBuckets {
    /// Takes a token.
    ///
    /// - Throws: `HTTPFailure` (429) where there is none.
    func allow(_ key: Key) throws(HTTPFailure) {
        guard let seconds = take(key) else { return }
        throw HTTPFailure(
            .tooManyRequests, error: StoreError(domain: .http, code: 429, message: "Too many requests."),
            retryAfter: Int64(seconds.rounded(.up)))
    }
}
