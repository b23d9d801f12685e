package import StoreModel
package import StoreRules

/// A store that a server serves, with the key of developers' servers for its Server API, and what only this
/// server knows: the scenarios that it started, and how many servers share the store.
package struct ServedStore: Sendable {
    package let store: AppStore
    package let key: ServerAPIKey
    package let servers: ServerCount
    package let scenarios: ScenarioRuns

    /// - Parameter key: nil for the store's own key, which is made at the first run.
    package init(
        _ store: AppStore, key: ServerAPIKey? = nil, scenarios: ScenarioRuns = ScenarioRuns()
    ) throws(StorageError) {
        self.store = store
        self.scenarios = scenarios
        servers = ServerCount(of: store)
        if let key { self.key = key } else { self.key = try ServerAPIKey(keys: store.keys) }
    }

    /// Whether a key of the Server API and a bundle identifier are the store's.
    func hasKey(_ identifier: String, for bundle: String) -> Bool {
        key.keyIdentifier == identifier && store.application.bundleIdentifier.rawValue == bundle
    }
}
