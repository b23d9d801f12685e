internal import Dispatch
internal import StoreDatabase
internal import StoreModel
internal import Synchronization

/// The streams of `AccountSession.updates`, which tell all listeners what changed in the store. `AppStore` refreshes
/// them after a change of its own, and the watch of the database after one of another program. Either way the state in
/// the database is compared with the last one told, so nothing is told twice.
///
/// `listeners` is never held while a stream is told something, or there could be a deadlock: that waits for the lock of
/// the task that reads the stream, and a task that is cancelled holds its lock while the end of its stream waits for
/// `listeners`.
final class ChangeFeed: Sendable {
    private struct Listeners {
        var nextID = 0
        var listening: [Int: (account: AccountIdentifier, continuation: AsyncStream<StoreUpdate>.Continuation)] = [:]
        /// There only while there are listeners.
        var watch: (any DatabaseWatch)?
    }

    private let database: any DatabaseEngine
    private let renewals: WorkTimer
    private let log: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "change-feed")
    private let listeners = Mutex(Listeners())
    /// The state that the listeners know; nil where the file could not be read. Held while they are told, so that all hear
    /// the same in the same order; taken before `listeners`.
    private let told = Mutex<SettingsTable.State?>(nil)

    init(database: any DatabaseEngine, renewals: WorkTimer, log: @escaping @Sendable (String) -> Void) {
        self.database = database
        self.renewals = renewals
        self.log = log
    }

    deinit { end() }

    func end() {
        // Taken out first: a continuation that finishes calls back.
        for listener in listeners.withLock({ $0.listening }).values { listener.continuation.finish() }
    }

    /// A stream of what concerns an account from now on.
    func stream(for account: AccountIdentifier) -> AsyncStream<StoreUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let id = told.withLock { told in
            let (id, isFirst) = listeners.withLock { listeners in
                listeners.nextID += 1
                listeners.listening[listeners.nextID] = (account, continuation)
                // Watched before it is read: a change in between is told once, not missed.
                if listeners.watch == nil { listeners.watch = watch() }
                return (listeners.nextID, listeners.listening.count == 1)
            }
            if isFirst { told = read(SettingsTable.state) }
            return id
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    /// Tells what changed since the last time, on another thread: for those who are in the middle of something.
    func refreshSoon() { queue.async { [weak self] in self?.refresh() } }

    func refresh() {
        told.withLock { told in
            let listening = listeners.withLock { $0.listening }.values
            guard !listening.isEmpty, let state = read(SettingsTable.state) else { return }
            // There is none only where the file could not be read when the first listener came.
            let old = told ?? state
            guard old != state,
                let changed = old.revision == state.revision
                    ? [] : read({ try AccountTable.changed(since: old.revision, $0) })
            else { return }
            told = state
            // Another program may have moved the clock, or a subscription.
            renewals.wake()
            let updates = Self.updates(from: old, to: state)
            for (account, continuation) in listening {
                for update in updates { continuation.yield(update) }
                if changed.contains(account) { continuation.yield(.purchasesChanged) }
            }
        }
    }

    private func watch() -> (any DatabaseWatch)? {
        do { return try database.watch { [weak self] in self?.refresh() } } catch {
            log("Changes by other programs will not be noticed: \(error)")
            return nil
        }
    }

    private func remove(_ id: Int) {
        listeners.withLock { listeners in
            listeners.listening[id] = nil
            if listeners.listening.isEmpty { listeners.watch = nil }
        }
    }

    private func read<Value>(_ work: (any StoreTransaction) throws -> Value) -> Value? {
        do { return try database.read(work) } catch {
            log("Updates are late: \(error)")
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
