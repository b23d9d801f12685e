internal import Hummingbird
internal import Logging
internal import StoreModel
internal import StoreRules

/// The first middleware of each server's router. It refuses requests that are not meant for the server
/// (`SiteCheck`), answers the errors of routes (`ErrorMiddleware`), counts each request in `Metrics`, and
/// logs a line about it: one middleware, because each takes 1 or 2 % of a purchase. The line has the pattern
/// of the route, not the path, which may hold secrets. It has no headers and no body. It does name the test
/// store or the application that was asked. The number of lines about requests that are refused or fail, and
/// about those of operators' programs (`HealthRoutes`), is limited (`LineLimit`).
struct RequestLogging: RouterMiddleware {
    let metrics: Metrics
    let logger: Logger
    let refusals: LineLimit
    let failures: LineLimit
    let probes: LineLimit
    let site: SiteCheck
    let errors: ErrorMiddleware

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        let start = ContinuousClock.now
        let response: Response
        do {
            try site.check(request)
            response = try await next(request, context)
        } catch {
            response = try errors.answer(to: error, request, context)
        }
        let duration = ContinuousClock.now - start
        let route = context.endpointPath ?? "NotFound"
        metrics.answered(
            method: request.method.rawValue, route: route, status: response.status.code,
            seconds: duration / .seconds(1)
        )
        guard isLogged(response.status.kind, route) else { return response }
        let milliseconds = Int(duration / .milliseconds(1))
        let place = Self.place(of: route, request)
        logger.info(
            "\(request.method.rawValue) \(place) \(response.status.code) \(milliseconds) ms \(context.address)"
        )
        return response
    }

    /// Whether a request with such an answer gets a line. Anybody can have requests refused, so refusals do not
    /// use up the lines of failures.
    private func isLogged(_ kind: HTTPResponse.Status.Kind, _ route: String) -> Bool {
        let refusal = refusals.next(isLimited: kind == .clientError)
        let failure = failures.next(isLimited: kind == .serverError)
        if refusal.missing > 0 { logger.info("\(refusal.missing) more requests were refused") }
        if failure.missing > 0 { logger.info("\(failure.missing) more requests failed") }
        let probe = probes.next(isLimited: kind == .successful && HealthRoutes.paths.contains(route))
        if probe.missing > 0 {
            logger.info("\(probe.missing) more requests to /health, /ready and /metrics were answered")
        }
        return refusal.isLogged && failure.isLogged && probe.isLogged
    }

    /// Where the stores begin that are not the server's own: in a path, and in the pattern of a route.
    private static let starts = [FurtherStores.prefix, TestStores.prefix].map {
        (path: "/\($0)/", route: "/\($0)/{store}")
    }

    /// The route with the name of the store that the request was for, if it was not the server's own.
    private static func place(of route: String, _ request: Request) -> String {
        let path = request.uri.path
        guard let start = starts.first(where: { path.hasPrefix($0.path) }) else { return route }
        let parts = path.split(separator: "/", maxSplits: 2)
        guard parts.count >= 2, BundleIdentifier(rawValue: String(parts[1])) != nil else { return route }
        let rest = route.hasPrefix(start.route) ? String(route.dropFirst(start.route.count)) : route
        return "\(start.path)\(parts[1])" + (rest.isEmpty || rest.hasPrefix("/") ? rest : " " + rest)
    }
}
