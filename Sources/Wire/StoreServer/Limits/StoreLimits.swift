internal import StoreModel
internal import StoreRules

/// The limits of the requests to one store, as `ServerOptions` says. They count for each account, each name,
/// each network, and each environment.
final class StoreLimits: Sendable {
    /// How often an account may ask; nil for no limit.
    let requests: TokenBuckets<AccountIdentifier>?
    /// How often an account may buy; nil for no limit.
    let purchases: AccountLimit?
    /// How many uses that the store does not have an account's devices may give; nil for no limit.
    let newUses: AccountLimit?
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
        let spared = options.listening.spared
        // Behind a proxy, everybody may come from one network.
        let limitsNetworks = options.listening.addressRate != nil
        func limit(_ rate: Rate?) -> AccountLimit? {
            guard let accounts: TokenBuckets<AccountIdentifier> = buckets(rate) else { return nil }
            return AccountLimit(
                accounts: accounts,
                networks: buckets(limitsNetworks ? rate?.times(10) : nil, sparing: spared))
        }
        requests = buckets(options.accountRate)
        purchases = limit(options.accountPurchases)
        newUses = limit(options.newUses)
        newAccounts = buckets(options.newAccounts, sparing: spared)
        serverAPI = buckets(options.serverAPIRate)
        signIns = LoginThrottle(
            store: store, time: time, signIns: buckets(options.signIns), sparing: spared)
    }
}

/// A limit for each account, and ten times as much for all accounts of a network: anybody may make many
/// accounts.
struct AccountLimit: Sendable {
    let accounts: TokenBuckets<AccountIdentifier>
    /// Nil if networks have no limit.
    let networks: TokenBuckets<ClientNetwork>?

    /// Takes a token of both, or several. Throws `HTTPFailure` (429) with an error if one of them has none.
    func allow(
        _ account: AccountIdentifier, from network: ClientNetwork, count: Int = 1,
        orThrow refusal: StoreError = .tooManyRequests
    ) throws(HTTPFailure) {
        try accounts.allow(account, count: count, orThrow: refusal)
        do throws(HTTPFailure) { try networks?.allow(network, count: count, orThrow: refusal) } catch {
            accounts.giveBack(account, count: count)
            throw error
        }
    }

    /// Gives back tokens that were taken for something that did not happen.
    func giveBack(_ account: AccountIdentifier, from network: ClientNetwork, count: Int = 1) {
        accounts.giveBack(account, count: count)
        networks?.giveBack(network, count: count)
    }
}
