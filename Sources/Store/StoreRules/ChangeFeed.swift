internal import Dispatch
package import StoreModel
internal import Synchronization

/// The streams of `AccountSession.updates`, which tell all listeners what changed in the store. `AppStore`
/// refreshes them after its own changes, and the watch of the database after those of other programs. In both
/// cases the state in the database is compared with the last one told, so nothing is told twice. Only
/// accounts with listeners are read.
///
/// `listeners` must not be held while something is yielded to a stream: `StreamListeners` says why.
final class ChangeFeed: Sendable {
    private typealias Streams = [Int: Listener]

    /// A listener that has not heard yet of a change of its account needs no second one: it then hears of the
    /// newest revision. So what waits for a slow listener of a busy customer does not grow.
    private final class Listener: Sendable {
        private let continuation: AsyncStream<StoreUpdate>.Continuation
        /// The newest revision, until it is heard of.
        private let unheard = Mutex<Int64?>(nil)

        private init(_ continuation: AsyncStream<StoreUpdate>.Continuation) {
            self.continuation = continuation
        }

        static func make() -> (AsyncStream<StoreUpdate>, Listener) {
            let (told, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
            let listener = Listener(continuation)
            return (AsyncStream(unfolding: { await listener.next(of: told) }), listener)
        }

        private func next(of told: AsyncStream<StoreUpdate>) async -> StoreUpdate? {
            let update = await told.first { _ in true }
            guard case .accountChanged? = update, let newest = unheard.withLock({ exchange(&$0, with: nil) })
            else { return update }
            return .accountChanged(revision: newest)
        }

        func tell(_ update: StoreUpdate) {
            if case .accountChanged(let revision) = update {
                guard unheard.withLock({ exchange(&$0, with: revision) }) == nil else { return }
            }
            continuation.yield(update)
        }

        func onLeaving(_ leave: @escaping @Sendable () -> Void) {
            continuation.onTermination = { _ in leave() }
        }

        func finish() { continuation.finish() }
    }

    private struct Listeners {
        var nextID = 0
        var streams: [AccountIdentifier: Streams] = [:]
        /// Set only while there are listeners.
        var watch: (any Sendable)?
        /// Nobody is told anything any more.
        var isEnded = false
    }

    /// What the listeners know. What could not be read is missing.
    private struct Told {
        var state: SettingsTable.State?
        var accounts: [AccountIdentifier: AccountProgress] = [:]
    }

    /// What is to be read soon, on `queue`.
    private struct Planned {
        var accounts: Set<AccountIdentifier> = []
        var isAll = false
        /// The wait before all accounts are read again.
        var pause = Duration.zero
    }

    private let database: any DatabaseEngine
    private let renewals: WorkTimer
    private let log: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "change-feed")
    private let listeners = Mutex(Listeners())
    /// Held while the listeners are told, so that all hear the same in the same order. It is locked
    /// before `listeners`.
    private let told = Mutex(Told())
    private let planned = Mutex(Planned())
    /// Whether the database could not be read the last time.
    private let isLate = Atomic(false)

    init(database: any DatabaseEngine, renewals: WorkTimer, log: @escaping @Sendable (String) -> Void) {
        self.database = database
        self.renewals = renewals
        self.log = log
    }

    deinit { end() }

    func end() {
        // They are taken out first, because a continuation calls back when it finishes.
        let streams = listeners.withLock { listeners in
            listeners.isEnded = true
            return listeners.streams
        }
        for stream in streams.values.flatMap(\.values) { stream.finish() }
    }

    /// A stream of what concerns an account from now on.
    func stream(for account: AccountIdentifier) -> AsyncStream<StoreUpdate> {
        let (stream, listener) = Listener.make()
        let id = told.withLock { told -> Int? in
            let begun = listeners.withLock { listeners -> (Int, Bool, Bool)? in
                guard !listeners.isEnded else { return nil }
                listeners.nextID += 1
                let isFirst = listeners.streams.isEmpty
                listeners.streams[account, default: [:]][listeners.nextID] = listener
                // The watch begins before the read, so a change in between is told once, not missed.
                if listeners.watch == nil {
                    listeners.watch = database.watch { [weak self] in self?.refreshAllSoon() }
                }
                return (listeners.nextID, isFirst, listeners.streams[account]?.count == 1)
            }
            guard let (id, isFirst, isFirstOfAccount) = begun else { return nil }
            if isFirst { told.state = read(SettingsTable.state) }
            if isFirstOfAccount {
                told.accounts[account] = read { try AccountTable.progress(of: [account], $0) }?[account]
            }
            return id
        }
        if let id {
            listener.onLeaving { [weak self] in self?.remove(id, of: account) }
        } else {
            listener.finish()
        }
        return stream
    }

    /// Tells what changed for an account, on another thread, for callers that are in the middle of something.
    func refreshSoon(_ account: AccountIdentifier) {
        // Whoever begins to listen later reads what is there then.
        guard listeners.withLock({ $0.streams[account] }) != nil else { return }
        let isFirst = planned.withLock { planned in
            defer { planned.accounts.insert(account) }
            return planned.accounts.isEmpty
        }
        guard isFirst else { return }
        queue.async { [weak self] in
            guard let self else { return }
            refresh(
                planned.withLock { planned in
                    defer { planned.accounts = [] }
                    return planned.accounts
                })
        }
    }

    /// Tells what changed for some accounts. Nil stands for all, and for what other programs may have done.
    /// Returns false if the database could not be read.
    @discardableResult
    func refresh(_ accounts: Set<AccountIdentifier>? = nil) -> Bool {
        told.withLock { told in
            let streams = listeners.withLock { $0.streams }
            let looked = accounts.map { $0.filter { streams[$0] != nil } } ?? Set(streams.keys)
            guard !looked.isEmpty else { return true }
            guard
                let (state, progress) = read({
                    (try SettingsTable.state($0), try AccountTable.progress(of: looked, $0))
                })
            else { return false }
            let before = told
            told.state = state
            told.accounts.merge(progress) { $1 }
            let changed = progress.filter { $0.value != before.accounts[$0.key] }
            if accounts == nil { told.accounts = progress }
            // Another program may have moved a clock, or a subscription.
            if state != before.state || accounts == nil && !changed.isEmpty { renewals.wake() }
            // There is no earlier state only if the file could not be read when the first listener came.
            let updates = Self.updates(from: before.state ?? state, to: state)
            for (account, streams) in streams {
                let news = changed[account].map { [StoreUpdate.accountChanged(revision: $0.revision)] } ?? []
                for stream in streams.values { for update in updates + news { stream.tell(update) } }
            }
            return true
        }
    }

    private func refreshAllSoon() {
        let pause = planned.withLock { planned -> Duration? in
            guard !planned.isAll else { return nil }
            planned.isAll = true
            return planned.pause
        }
        guard let pause else { return }
        queue.asyncAfter(deadline: .now() + .microseconds(Int(pause / .microseconds(1)))) { [weak self] in
            guard let self else { return }
            planned.withLock { $0.isAll = false }
            var isRead = false
            let duration = ContinuousClock().measure { isRead = refresh() }
            planned.withLock { $0.pause = Self.pause(after: duration, isRead: isRead) }
        }
    }

    /// The pause after all accounts were read in `duration`: nine times as long, so that reading takes a
    /// tenth of the time, even with many listeners. But it is two seconds at most: a database that was slow
    /// once, or away, does not make the next changes late. If reading always takes long, it takes more of the
    /// time.
    static func pause(after duration: Duration, isRead: Bool) -> Duration {
        isRead ? min(duration * 9, .seconds(2)) : .zero
    }

    private func remove(_ id: Int, of account: AccountIdentifier) {
        listeners.withLock { listeners in
            listeners.streams[account]?[id] = nil
            if listeners.streams[account]?.isEmpty == true { listeners.streams[account] = nil }
            if listeners.streams.isEmpty { listeners.watch = nil }
        }
    }

    /// Nil if the database cannot be read. While it cannot be, only the first failure is logged: the watch of
    /// a database that is away asks each second.
    private func read<Value>(_ work: (any StoreTransaction) throws -> Value) -> Value? {
        do {
            let value = try database.read(work)
            if isLate.exchange(false, ordering: .relaxed) { log("Updates are no longer late.") }
            return value
        } catch {
            if !isLate.exchange(true, ordering: .relaxed) { log("Updates are late: \(error)") }
            return nil
        }
    }

    private static func updates(from old: SettingsTable.State, to new: SettingsTable.State) -> [StoreUpdate] {
        var updates: [StoreUpdate] = []
        if old.settings != new.settings { updates.append(.settingsChanged(new.settings)) }
        let (wasUp, isUp) = (old.settings.network == .up, new.settings.network == .up)
        if wasUp != isUp { updates.append(.networkChanged(isUp: isUp)) }
        return updates
    }
}

extension AppStore {
    /// Counts something that concerns an account but changes neither its purchases nor its uses, for those
    /// who listen to the account.
    package func countOtherChange(of account: AccountIdentifier, _ database: any StoreTransaction) throws {
        try AccountTable.countOtherChange(of: account, database)
        tellChange(of: account, database)
    }

    /// Tells those who listen in this program, when the change is durable. Those in other programs see it in
    /// the database.
    func tellChange(of account: AccountIdentifier, _ database: any StoreTransaction) {
        database.afterCommit { [updateFeed] in updateFeed.refreshSoon(account) }
    }
}
