internal import Hummingbird
internal import StoreModel

/// Lets what stands behind it work on threads of its own. Stands behind the body's limit: a request that has not arrived takes up
/// no thread.
struct OwnThreads: RouterMiddleware {
    typealias Context = StoreContext

    let threads: RequestThreads

    func handle(
        _ request: Request, context: StoreContext, next: (Request, StoreContext) async throws -> Response
    ) async throws -> Response {
        guard threads.hasRoom else { throw HTTPFailure(.serviceUnavailable, error: .cannotConnect, retryAfter: 1) }
        return try await withTaskExecutorPreference(threads) { try await next(request, context) }
    }
}
