internal import StoreModel
internal import Synchronization

/// A cache of the accounts of recent tokens, because every request has one and hardly any is new. A session ends only
/// through the program that keeps this cache, or because it was not used.
final class SignedInAccounts: Sendable {
    private static let capacity = 10_000

    /// A session, and when its use was written down.
    typealias Entry = (account: Account, used: Timestamp)

    private let state = Mutex<(entries: [SessionToken: Entry], removals: Int)>(([:], 0))

    /// The account of a token; what `find` says where its use was not written down of late.
    func account(of token: SessionToken, at now: Timestamp, else find: () throws -> Entry?) rethrows -> Account? {
        let (known, removals) = state.withLock { ($0.entries[token], $0.removals) }
        if let known, now < known.used.advanced(by: SessionTable.useInterval) { return known.account }
        let found = try find()
        state.withLock { state in
            // Found before its session ended, perhaps.
            guard state.removals == removals else { return }
            if state.entries.count >= Self.capacity { state.entries.removeAll(keepingCapacity: true) }
            state.entries[token] = found
        }
        return found?.account
    }

    /// Forgets a token whose session has ended.
    func remove(_ token: SessionToken) {
        state.withLock { state in
            state.entries[token] = nil
            state.removals += 1
        }
    }

    /// Forgets the tokens of accounts that are no more.
    func remove(_ accounts: Set<AccountIdentifier>) {
        state.withLock { state in
            state.entries = state.entries.filter { !accounts.contains($0.value.account.identifier) }
            state.removals += 1
        }
    }
}
