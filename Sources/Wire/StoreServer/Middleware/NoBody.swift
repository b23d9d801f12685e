internal import Hummingbird

/// Refuses a body with fields at a route that takes no body. Its author expects something else than what the
/// route does.
struct NoBody: RouterMiddleware {
    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        _ = try request.json(context, orEmpty: NoFields())
        return try await next(request, context)
    }
}

extension RouterMethods<StoreContext> {
    /// The same routes, for those that take no body.
    var withoutBody: RouterGroup<StoreContext> { group().add(middleware: NoBody()) }
}

/// An object without fields, or null, which some clients send if they have no body.
private struct NoFields: Decodable {
    private enum Field: CodingKey {}

    init() {}

    init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decodeNil() { return }
        _ = try decoder.container(keyedBy: Field.self)
    }
}
