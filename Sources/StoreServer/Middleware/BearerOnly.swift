internal import Crypto
internal import FoundationEssentials
internal import Hummingbird
internal import StoreModel

/// Lets only those through who show one secret.
struct BearerOnly: RouterMiddleware {
    typealias Context = StoreContext

    private let digest: SHA256Digest

    private let whose: String

    /// - Parameter whose: whose secret it is, for the sentence that refuses.
    init(token: String, whose: String) {
        digest = SHA256.hash(data: Data(token.utf8))
        self.whose = whose
    }

    func handle(
        _ request: Request, context: StoreContext, next: (Request, StoreContext) async throws -> Response
    ) async throws -> Response {
        // Digests are compared in constant time.
        guard let token = request.bearerToken, SHA256.hash(data: Data(token.utf8)) == digest else {
            throw Refusal(.unauthorized, "The \(whose) token is missing or wrong.")
        }
        return try await next(request, context)
    }
}
