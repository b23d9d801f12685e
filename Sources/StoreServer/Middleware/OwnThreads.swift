internal import Hummingbird
internal import StoreModel

/// Runs the routes after it on threads of their own. It comes after `BodyLimit`, so that a request that has not arrived takes up no
/// thread.
struct OwnThreads: RouterMiddleware {
    let threads: RequestThreads

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        guard threads.hasRoom else { throw HTTPFailure(.serviceUnavailable, error: .cannotConnect, retryAfter: 1) }
        return try await withTaskExecutorPreference(threads) { try await next(request, context) }
    }
}
