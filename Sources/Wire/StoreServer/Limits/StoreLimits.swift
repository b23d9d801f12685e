internal import StoreModel
internal import StoreRules

/// The limits of the requests to one store, as `ServerOptions` says. They count for each account, each name,
/// each network, and each environment.
final class StoreLimits: Sendable {
    /// How often an account may ask; nil for no limit.
    let requests: TokenBuckets<AccountIdentifier>?
    /// How often an account may buy; nil for no limit.
    let purchases: TokenBuckets<AccountIdentifier>?
    /// How many uses that the store does not have an account's devices may give; nil for no limit.
    let newUses: TokenBuckets<AccountIdentifier>?
    /// How often a network may make an account; nil for no limit.
    let newAccounts: TokenBuckets<ClientNetwork>?
    /// How often the developer's server may ask; nil for no limit. Apple has such a limit for
    /// each application.
    let serverAPI: TokenBuckets<StoreEnvironment>?
    let signIns: LoginThrottle
    let streams = StreamShare()

    init(of store: AppStore, servers: ServerCount, options: ServerOptions, time: TimeSource) {
        func buckets<Key>(_ rate: Rate?, sparing spared: Key? = nil) -> TokenBuckets<Key>? {
            rate.map { TokenBuckets(rate: $0, time: time, servers: { servers.value }, sparing: spared) }
        }
        requests = buckets(options.accountRate)
        purchases = buckets(options.accountPurchases)
        newUses = buckets(options.newUses)
        newAccounts = buckets(options.newAccounts, sparing: options.listening.spared)
        serverAPI = buckets(options.serverAPIRate)
        signIns = LoginThrottle(store: store, time: time)
    }
}
