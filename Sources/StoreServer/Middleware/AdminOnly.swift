internal import Crypto
internal import FoundationEssentials
internal import Hummingbird
internal import StoreModel

/// Lets only those through who show the admin token.
struct AdminOnly: RouterMiddleware {
    typealias Context = StoreContext

    private let digest: SHA256Digest

    init(token: String) { digest = SHA256.hash(data: Data(token.utf8)) }

    func handle(
        _ request: Request, context: StoreContext, next: (Request, StoreContext) async throws -> Response
    ) async throws -> Response {
        // Digests are compared in constant time.
        guard let token = request.bearerToken, SHA256.hash(data: Data(token.utf8)) == digest else {
            throw Refusal(.unauthorized, "The admin token is missing or wrong.")
        }
        return try await next(request, context)
    }
}
