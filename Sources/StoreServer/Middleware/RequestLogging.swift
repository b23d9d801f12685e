internal import Hummingbird
internal import Logging

/// Counts each request in `Metrics` and logs a line about it, in the router of each server. The line has the pattern of
/// the route and not the path, which may hold secrets; no header and no body.
struct RequestLogging: RouterMiddleware {
    let metrics: Metrics
    let logger: Logger

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let duration = ContinuousClock.now - start
        let route = context.endpointPath ?? "NotFound"
        metrics.answered(
            method: request.method.rawValue, route: route, status: response.status.code, seconds: duration / .seconds(1)
        )
        let milliseconds = Int(duration / .milliseconds(1))
        logger.info("\(request.method.rawValue) \(route) \(response.status.code) \(milliseconds) ms \(context.address)")
        return response
    }
}
