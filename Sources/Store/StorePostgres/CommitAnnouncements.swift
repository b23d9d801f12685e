#if Postgres
internal import Dispatch
internal import Synchronization

/// Tells the other servers on the same database that something was committed. `PostgresEngine` calls it after
/// a commit, and `PostgresWatch` listens at each server. One announcement covers all commits within five
/// milliseconds. It has a transaction of its own, because PostgreSQL commits transactions that announce
/// something one at a time. It is only a hint: a server that misses it looks a second later. So a server that
/// knows of no other one announces nothing.
final class CommitAnnouncements: Sendable {
    static let channel = "monkeystore"

    private let pool: PostgresPool
    private let queue = DispatchQueue(label: "commit-announcements")
    private let isPlanned = Atomic(false)
    private let isAlone = Atomic(false)

    init(pool: PostgresPool) { self.pool = pool }

    func setServerCount(_ count: Int) { isAlone.store(count == 1, ordering: .relaxed) }

    func announce() {
        guard !isAlone.load(ordering: .relaxed), !isPlanned.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(5)) { [self] in
            isPlanned.store(false, ordering: .releasing)
            // The announcement need not wait for the disk.
            let statements = [
                "BEGIN", "SET LOCAL synchronous_commit = off", "NOTIFY \(Self.channel)", "COMMIT",
            ]
            try? pool.withTransaction(statements.map { PostgresStatement($0) }) { _, _ in }
        }
    }
}
#endif
