internal import StoreModel
internal import Synchronization

/// The cache in which `AppStore.session` looks up the accounts of recent tokens. Every request has a token,
/// and most tokens were seen before. A session that ends in this program leaves the cache at once. If another
/// server on the same database ends a session, this program does not hear of it. An entry is therefore valid
/// for two seconds if servers share a database, otherwise for a day.
final class SignedInAccounts: Sendable {
    private static let capacity = 10_000

    /// A session, and when its use was last recorded.
    typealias Entry = (account: Account, used: Timestamp)

    /// An account that was found, and until when that counts. The end is worked out once, because every request
    /// asks.
    private struct Known {
        let account: Account
        let found: Timestamp
        let end: Timestamp
    }

    private let state = Mutex<(entries: [SessionToken: Known], removals: Int)>(([:], 0))
    private let life: Duration

    /// - Parameter isShared: whether other servers may end sessions, too.
    init(isShared: Bool) { life = isShared ? ServerSharing.sessionCheck : SessionTable.useInterval }

    /// The account of a token; nil if the entry is not recent, or its use was not recorded recently.
    func known(_ token: SessionToken, at now: Timestamp) -> Account? {
        guard let known = state.withLock({ $0.entries[token] }), known.found <= now, now < known.end else {
            return nil
        }
        return known.account
    }

    /// The account of a token. Asks `find` if it is not known.
    func account(
        of token: SessionToken, at now: Timestamp, else find: () throws -> Entry?
    ) rethrows -> Account? {
        let removals = state.withLock { $0.removals }
        if let known = known(token, at: now) { return known }
        let found = try find()
        state.withLock { state in
            // It may have been found before its session ended.
            guard state.removals == removals else { return }
            if state.entries.count >= Self.capacity { state.entries.removeAll(keepingCapacity: true) }
            state.entries[token] = found.map { found in
                let nextUse = found.used.advanced(by: SessionTable.useInterval)
                return Known(account: found.account, found: now, end: min(nextUse, now.advanced(by: life)))
            }
        }
        return found?.account
    }

    func remove(_ token: SessionToken) {
        state.withLock { state in
            state.entries[token] = nil
            state.removals += 1
        }
    }

    func remove(_ accounts: Set<AccountIdentifier>) {
        state.withLock { state in
            state.entries = state.entries.filter { !accounts.contains($0.value.account.identifier) }
            state.removals += 1
        }
    }
}
