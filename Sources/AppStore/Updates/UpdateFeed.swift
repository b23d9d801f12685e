internal import DurableStorage
internal import StoreModel
internal import Synchronization

/// Tells everybody who listens what the back room did, on this store or on another one over the same file. Both ways end
/// in the same place: the state in the file is compared with the last one told, so nothing is told twice.
///
/// A stream that is told something wakes its reader, and a reader that is cancelled leaves: each waits for the other one's
/// lock in the runtime. So `listeners`, which those who leave need, is never held while a stream is told.
final class UpdateFeed: Sendable {
    private struct Listeners {
        var nextID = 0
        var continuations: [Int: AsyncStream<StoreUpdate>.Continuation] = [:]
        /// There only while somebody listens.
        var watcher: FileWatcher?
    }

    private let database: DatabaseFile
    private let log: @Sendable (String) -> Void
    private let listeners = Mutex(Listeners())
    /// The state that the listeners know; nil where the file could not be read. Held while they are told, so that all hear
    /// the same in the same order; taken before `listeners`.
    private let told = Mutex<TestingTable.State?>(nil)

    init(database: DatabaseFile, log: @escaping @Sendable (String) -> Void) {
        self.database = database
        self.log = log
    }

    deinit {
        // Taken out first: a continuation that finishes calls back.
        for continuation in listeners.withLock({ $0.continuations }).values { continuation.finish() }
    }

    /// A stream of what happens from now on.
    func stream() -> AsyncStream<StoreUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreUpdate.self)
        let id = told.withLock { told in
            let (id, isFirst) = listeners.withLock { listeners in
                listeners.nextID += 1
                listeners.continuations[listeners.nextID] = continuation
                // Watched before it is read: a change in between is told once, not missed.
                if listeners.watcher == nil { listeners.watcher = watcher() }
                return (listeners.nextID, listeners.continuations.count == 1)
            }
            if isFirst { told = read() }
            return id
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    /// Tells what changed in the file since the last time.
    func refresh() {
        told.withLock { told in
            let continuations = listeners.withLock { $0.continuations }.values
            guard !continuations.isEmpty, let state = read() else { return }
            // There is none only where the file could not be read when the first listener came.
            let updates = Self.updates(from: told ?? state, to: state)
            told = state
            for update in updates {
                for continuation in continuations { continuation.yield(update) }
            }
        }
    }

    private func watcher() -> FileWatcher? {
        do { return try database.watch { [weak self] in self?.refresh() } } catch {
            log("Changes by other programs will not be noticed: \(error)")
            return nil
        }
    }

    private func remove(_ id: Int) {
        listeners.withLock { listeners in
            listeners.continuations[id] = nil
            if listeners.continuations.isEmpty { listeners.watcher = nil }
        }
    }

    private func read() -> TestingTable.State? {
        do { return try database.read(TestingTable.state) } catch {
            log("Updates are late: \(error)")
            return nil
        }
    }

    private static func updates(from old: TestingTable.State, to new: TestingTable.State) -> [StoreUpdate] {
        var updates: [StoreUpdate] = []
        if old.settings != new.settings { updates.append(.settingsChanged(new.settings)) }
        let (wasUp, isUp) = (old.settings.network == .up, new.settings.network == .up)
        if wasUp != isUp { updates.append(.networkChanged(isUp: isUp)) }
        if old.revision != new.revision { updates.append(.purchasesChanged) }
        return updates
    }
}
