internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// For the routes of administrators that change something. A POST without a key can make the same change
/// twice, so if the database fails meanwhile, the answer does not ask for it again. For example, the clock
/// may have been moved before the renewals failed.
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
