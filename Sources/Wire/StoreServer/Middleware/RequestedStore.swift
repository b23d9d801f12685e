internal import Hummingbird
internal import StoreModel
internal import StoreRules

/// The store that a request is for, with the limits of its requests. Stores share their routes, so a route
/// finds the store in the request's context. Each middleware copies the context, so this is a reference.
final class RequestedStore: Sendable {
    let served: ServedStore
    let limits: StoreLimits

    init(_ served: ServedStore, options: ServerOptions, time: TimeSource) {
        self.served = served
        limits = StoreLimits(of: served, options: options, time: time)
    }
}

/// All requests are for the server's own store, if nothing else is said later.
extension RequestedStore: RouterMiddleware {
    func handle(_ request: Request, context: StoreContext, next: Next) async throws -> Response {
        try await next(request, context.asking(self))
    }
}

extension StoreContext {
    var store: AppStore { requested.served.store }
    var limits: StoreLimits { requested.limits }

    /// The same context for a request to another store.
    func asking(_ store: RequestedStore) -> StoreContext {
        var context = self
        context.requested = store
        return context
    }
}
