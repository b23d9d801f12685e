package import StoreModel
package import StoreRules

/// A store that a server serves, with the key of developers' servers for its Server API, and what only this
/// server knows: the scenarios that it started, how many servers share the store, and the limits of requests.
/// It is made once for all addresses at which a program serves the store, because a limit counts the requests
/// to all of them. Stores share their routes, so a route finds the store in the request's context. Each
/// middleware copies the context, so this is a reference.
package final class ServedStore: Sendable {
    package let store: AppStore
    package let key: ServerAPIKey
    package let servers: ServerCount
    let scenarios: ScenarioRuns
    let limits: StoreLimits

    /// - Parameter key: nil for the store's own key, which is made at the first run.
    package init(
        _ store: AppStore, key: ServerAPIKey? = nil, options: ServerOptions, time: TimeSource = .system
    ) throws(StorageError) {
        let servers = ServerCount(of: store)
        self.store = store
        self.servers = servers
        scenarios = ScenarioRuns()
        limits = StoreLimits(of: store, servers: servers, options: options, time: time)
        if let key { self.key = key } else { self.key = try ServerAPIKey(keys: store.keys) }
    }

    /// Takes the place of a served store, and sells from another catalogue. Its scenarios go on, and its limits
    /// count on.
    init(inPlaceOf former: ServedStore, sellingFrom catalogue: Catalogue) {
        store = AppStore(inPlaceOf: former.store, sellingFrom: catalogue)
        key = former.key
        servers = former.servers
        scenarios = former.scenarios
        limits = former.limits
    }

    /// Whether the key and the application that a request's token names are the store's.
    func hasKey(_ claim: ClaimedKey) -> Bool {
        key.keyIdentifier == claim.keyIdentifier
            && store.application.bundleIdentifier.rawValue == claim.bundleIdentifier
    }
}
