internal import HTTPTypes
internal import Hummingbird

/// Answers 405 if an address does not take a request's method, 501 if no address takes it, and answers
/// OPTIONS, in the routers of `StoreRoutes` and `HTTPService`. Answers to HEAD are those to
/// GET (`MessageRules`).
struct OtherMethods: RouterMiddleware {
    private static let known: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .query,
    ]

    private let refusals: RouterResponder<StoreContext>

    fileprivate init(of router: Router<StoreContext>) { refusals = Self.refusals(of: router) }

    /// Comes after all routes, so it gets only what none of them takes.
    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        guard Self.known.contains(request.method) else {
            throw HTTPFailure(
                .notImplemented, "This server does not know the method \(request.method.rawValue).")
        }
        if request.method == .options, request.head.path == "*" {
            return Self.options(Self.known.map(\.rawValue).joined(separator: ", "))
        }
        let answer = try await refusals.respond(to: request, context: context)
        return answer.headers[.allow] == nil ? try await next(request, context) : answer
    }

    private static func refusals(of router: Router<StoreContext>) -> RouterResponder<StoreContext> {
        let refusals = Router(context: StoreContext.self)
        for routes in Dictionary(grouping: router.routes, by: { $0.path.description }).values {
            let allowed = routes.map(\.method)
            let taken = allowed + [.options] + (allowed.contains(.get) ? [.head] : [])
            let list = Set(taken.map(\.rawValue)).sorted().joined(separator: ", ")
            for method in known where !allowed.contains(method) {
                guard method != .options else {
                    refusals.on(routes[0].path, method: method) { _, _ in options(list) }
                    continue
                }
                refusals.on(routes[0].path, method: method) { _, _ -> Response in
                    var refusal = HTTPFailure(.methodNotAllowed, "This address takes \(list).").response
                    refusal.headers[.allow] = list
                    return refusal
                }
            }
        }
        return refusals.buildResponder()
    }

    private static func options(_ allowed: String) -> Response {
        Response(status: .ok, headers: [.allow: allowed, .contentLength: "0"])
    }
}

extension Router<StoreContext> {
    /// Refuses other methods for the addresses that have routes. Call it after all routes have been added.
    func refuseOtherMethods() { add(middleware: OtherMethods(of: self)) }
}
