internal import Crypto
internal import FoundationEssentials
internal import Hummingbird

/// Lets only requests with the admin token through to the routes of administrators. `VisitRoutes` uses the
/// comparison too.
struct BearerAuthMiddleware: RouterMiddleware {
    let token: String

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        guard request.bearerToken(is: token) else {
            throw HTTPFailure(.unauthorized, "The admin token is missing or wrong.")
        }
        return try await next(request, context)
    }
}

extension Request {
    func bearerToken(is secret: String) -> Bool {
        // Digests are compared in constant time.
        bearerToken.map { SHA256.hash(data: Data($0.utf8)) == SHA256.hash(data: Data(secret.utf8)) } ?? false
    }
}
