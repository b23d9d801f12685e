internal import Crypto
internal import FoundationEssentials
internal import Hummingbird
internal import StoreModel

/// Lets only those through who show one secret.
struct BearerAuthMiddleware: RouterMiddleware {
    typealias Context = StoreContext

    private let token: String
    private let whose: String

    /// - Parameter whose: whose secret it is, for the sentence that refuses.
    init(token: String, whose: String) {
        self.token = token
        self.whose = whose
    }

    func handle(
        _ request: Request, context: StoreContext, next: (Request, StoreContext) async throws -> Response
    ) async throws -> Response {
        guard request.bearerToken(is: token) else {
            throw HTTPFailure(.unauthorized, "The \(whose) token is missing or wrong.")
        }
        return try await next(request, context)
    }
}

extension Request {
    /// Whether the client shows a secret.
    func bearerToken(is secret: String) -> Bool {
        // Digests are compared in constant time.
        bearerToken.map { SHA256.hash(data: Data($0.utf8)) == SHA256.hash(data: Data(secret.utf8)) } ?? false
    }
}
