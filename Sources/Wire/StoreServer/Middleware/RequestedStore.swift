internal import Hummingbird
package import StoreModel
internal import StoreRules

/// The store that a request is for, with the limits of its requests. It is made once for all addresses at
/// which a program serves the store, because a limit counts the requests to all of them. Stores share their
/// routes, so a route finds the store in the request's context. Each middleware copies the context, so this
/// is a reference.
package final class RequestedStore: Sendable {
    let served: ServedStore
    let limits: StoreLimits

    package init(_ served: ServedStore, options: ServerOptions, time: TimeSource = .system) {
        self.served = served
        limits = StoreLimits(of: served, options: options, time: time)
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
