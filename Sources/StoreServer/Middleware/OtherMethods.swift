internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// Answers 405 where an address does not take a request's method, in the routers of `StoreRoutes` and `HTTPService`.
/// One is large, and there may be a thousand stores of tests: routers with the same addresses can share one.
final class OtherMethods: RouterMiddleware {
    private static let known: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .query,
    ]

    private let refusals = Mutex<RouterResponder<StoreContext>?>(nil)

    /// Takes the addresses of the first router that it is for.
    fileprivate func learn(_ router: Router<StoreContext>) {
        refusals.withLock { refusals in
            if refusals == nil { refusals = Self.refusals(of: router) }
        }
    }

    /// Behind all routes comes only what none of them takes.
    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        let refusal = try await refusals.withLock { $0 }?.respond(to: request, context: context)
        guard let refusal, refusal.status == .methodNotAllowed else { return try await next(request, context) }
        return refusal
    }

    private static func refusals(of router: Router<StoreContext>) -> RouterResponder<StoreContext> {
        let refusals = Router(context: StoreContext.self)
        for routes in Dictionary(grouping: router.routes, by: { $0.path.description }).values {
            let allowed = routes.map(\.method)
            let list = allowed.map(\.rawValue).sorted().joined(separator: ", ")
            for method in known where !allowed.contains(method) {
                refusals.on(routes[0].path, method: method) { _, _ -> Response in
                    var refusal = HTTPFailure(.methodNotAllowed, "This address takes \(list).").response
                    refusal.headers[.allow] = list
                    return refusal
                }
            }
        }
        return refusals.buildResponder()
    }
}

extension Router<StoreContext> {
    /// Refuses other methods of the addresses that have routes. Call it after all routes are added.
    func refuseOtherMethods(by middleware: OtherMethods = OtherMethods()) {
        middleware.learn(self)
        add(middleware: middleware)
    }
}
