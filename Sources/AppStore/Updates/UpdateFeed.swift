internal import DurableStorage
internal import StoreModel
internal import Synchronization

/// Tells everybody who listens what the back room did, on this store or on another one over the same file. Both ways end
/// in the same place: the state in the file is compared with the last one told, so nothing is told twice.
final class UpdateFeed: Sendable {
    private struct Listeners {
        var nextID = 0
        var continuations: [Int: AsyncStream<StoreUpdate>.Continuation] = [:]
        /// The state that the listeners know; nil where nobody listens, or the file could not be read.
        var told: TestingTable.State?
        /// There only while somebody listens.
        var watcher: FileWatcher?
    }

    private let database: DatabaseFile
    private let log: @Sendable (String) -> Void
    private let listeners = Mutex(Listeners())

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
        let id = listeners.withLock { listeners in
            listeners.nextID += 1
            listeners.continuations[listeners.nextID] = continuation
            if listeners.continuations.count == 1 { start(&listeners) }
            return listeners.nextID
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        return stream
    }

    /// Tells what changed in the file since the last time.
    func refresh() {
        listeners.withLock { listeners in
            guard !listeners.continuations.isEmpty, let state = read() else { return }
            // There is none only where the file could not be read when the first listener came.
            let told = listeners.told ?? state
            listeners.told = state
            for update in Self.updates(from: told, to: state) {
                for continuation in listeners.continuations.values { continuation.yield(update) }
            }
        }
    }

    private func start(_ listeners: inout Listeners) {
        do {
            // Watched before it is read: a change in between is told once, not missed.
            listeners.watcher = try database.watch { [weak self] in self?.refresh() }
        } catch {
            log("Changes by other programs will not be noticed: \(error)")
        }
        listeners.told = read()
    }

    private func remove(_ id: Int) {
        listeners.withLock { listeners in
            listeners.continuations[id] = nil
            guard listeners.continuations.isEmpty else { return }
            listeners.told = nil
            listeners.watcher = nil
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
