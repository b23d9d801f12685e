internal import HTTPTypes
internal import Hummingbird

/// Answers 405 if an address does not take a request's method, 501 if no address takes it, and answers
/// OPTIONS, in the routers of `StoreRoutes` and `HTTPService`. Answers to HEAD are those to
/// GET (`MessageRules`).
struct OtherMethods: RouterMiddleware {
    private static let known: [HTTPRequest.Method] = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .query,
    ]

    /// Answers OPTIONS for each address.
    private let options: RouterResponder<StoreContext>

    fileprivate init(of router: Router<StoreContext>) { options = Self.options(of: router) }

    /// Comes after all routes, so it gets only what none of them takes.
    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        guard Self.known.contains(request.method) else {
            throw HTTPFailure(
                .notImplemented, "This server does not know the method \(request.method.rawValue).")
        }
        if request.method == .options, request.head.path == "*" {
            return Self.answer(Self.known.map(\.rawValue).joined(separator: ", "))
        }
        var question = request.head
        question.method = .options
        let answer = try await options.respond(
            to: Request(head: question, body: request.body), context: context)
        guard let allowed = answer.headers[.allow] else { return try await next(request, context) }
        guard request.method != .options else { return answer }
        var refusal = HTTPFailure(.methodNotAllowed, "This address takes \(allowed).").response
        refusal.headers[.allow] = allowed
        return refusal
    }

    private static func options(of router: Router<StoreContext>) -> RouterResponder<StoreContext> {
        let options = Router(context: StoreContext.self)
        for routes in Dictionary(grouping: router.routes, by: \.path.description).values {
            let methods = routes.map(\.method)
            let allowed = methods + [.options] + (methods.contains(.get) ? [.head] : [])
            let list = Set(allowed.map(\.rawValue)).sorted().joined(separator: ", ")
            options.on(routes[0].path, method: .options) { _, _ in answer(list) }
        }
        return options.buildResponder()
    }

    private static func answer(_ allowed: String) -> Response {
        Response(status: .ok, headers: [.allow: allowed, .contentLength: "0"])
    }
}

extension Router<StoreContext> {
    /// Refuses other methods for the addresses that have routes. Call it after all routes have been added.
    func refuseOtherMethods() { add(middleware: OtherMethods(of: self)) }
}
