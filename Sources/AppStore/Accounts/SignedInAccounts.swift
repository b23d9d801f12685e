internal import Synchronization

/// The accounts of the tokens that were shown of late: every request shows one, and hardly any is new. A session ends only
/// through the program that keeps this.
final class SignedInAccounts: Sendable {
    private static let capacity = 10_000

    private let state = Mutex<(accounts: [SessionToken: Account], removals: Int)>(([:], 0))

    /// The account of a token; what `find` says where it was not shown of late.
    func account(of token: SessionToken, else find: () throws -> Account?) rethrows -> Account? {
        let (known, removals) = state.withLock { ($0.accounts[token], $0.removals) }
        if let known { return known }
        guard let account = try find() else { return nil }
        state.withLock { state in
            // Found before its session ended, perhaps.
            guard state.removals == removals else { return }
            if state.accounts.count >= Self.capacity { state.accounts.removeAll(keepingCapacity: true) }
            state.accounts[token] = account
        }
        return account
    }

    /// Forgets a token whose session has ended.
    func remove(_ token: SessionToken) {
        state.withLock { state in
            state.accounts[token] = nil
            state.removals += 1
        }
    }
}
