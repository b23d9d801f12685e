internal import Hummingbird
internal import StoreModel

/// Refuses a parameter in the query of an administrator's request that its route does not read. Mostly it is
/// a misspelt word, and the answer would be about more than what was asked for.
struct KnownQuery: RouterMiddleware {
    private static let ofPages = ["account", "before", "limit"]
    /// What is read, by method and path. The other routes read nothing.
    private static let known = [
        "GET /admin/v1/purchases": ofPages,
        "GET /admin/v1/transactions": ofPages,
        "GET /admin/v1/purchases/{id}": ["account"],
        "POST /admin/v1/purchases/{id}/{action}": ["account"],
        "POST /admin/v1/purchases/{id}/revoke": ["account"],
        "GET /admin/v1/subscriptions": ["account"],
        "GET /admin/v1/notifications/deliveries": ["environment", "before", "limit"],
    ]

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        let known = Self.known["\(request.method.rawValue) \(context.endpointPath ?? "")"] ?? []
        for (name, _) in request.uri.queryParameters where !name.isEmpty && !known.contains(String(name)) {
            let outcome = request.method == .get ? "" : "; nothing was changed"
            let suggestions = known.suggestions(for: String(name), of: "parameters")
            // A name chosen by the request may be as long as the address.
            throw HTTPFailure.badRequest(
                "The parameter \(name.prefix(200)) of the query is not known\(outcome). \(suggestions)")
        }
        return try await next(request, context)
    }
}
