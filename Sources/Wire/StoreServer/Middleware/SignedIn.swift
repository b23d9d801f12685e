internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// Lets only requests of signed-in accounts through to the customers' routes, and limits how often.
struct SignedIn: RouterMiddleware {
    /// Sessions that are not known yet are looked up on these threads.
    let threads: ThreadMiddleware

    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        guard let session = try await session(of: request, context.store) else {
            throw HTTPFailure(StoreError.signInNeeded)
        }
        try context.limits.requests?.allow(session.account.identifier)
        var context = context
        context.session = session
        return try await next(request, context)
    }

    private func session(of request: Request, _ store: AppStore) async throws -> AccountSession? {
        guard let token = request.sessionToken else { return nil }
        let device = try request.device()
        if let known = store.knownSession(for: token, device: device) { return known }
        return try await threads.run { try store.session(for: token, device: device) }
    }
}

extension StoreContext {
    var signedIn: AccountSession {
        get throws(HTTPFailure) {
            guard let session else { throw HTTPFailure(StoreError.signInNeeded) }
            return session
        }
    }
}
