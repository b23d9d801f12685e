internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// For the routes of administrators that change something. If the database fails meanwhile, a POST without a
/// key may have made its change, so the answer does not ask for it again. For example, the clock may have
/// been moved before the renewals failed.
struct ChangesWithoutKey: RouterMiddleware {
    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        do { return try await next(request, context) } catch {
            guard request.method == .post else { throw error }
            switch error {
            case StoreAdministrationError.serviceUnavailable(let trouble):
                throw HTTPFailure.maybeDone(trouble)
            // An account is made in one transaction.
            case AccountError.storage(let trouble) where trouble.mayBeWritten:
                throw HTTPFailure.maybeDone(trouble)
            default: throw error
            }
        }
    }
}
