package import StoreModel
internal import Synchronization

/// A clock that only moves when a test moves it. Tasks that sleep on it wake when it passes their moment.
/// Pauses before the next attempt have their middle length.
package final class ManualTime: Sendable {
    private struct Sleeper {
        var id: Int
        var due: Timestamp
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        var id: Int
        /// Whether it has waited long enough, by those who sleep now.
        var holds: @Sendable ([Sleeper]) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now: Timestamp
        var nextID = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
    }

    private let state: Mutex<State>

    package init(start: Timestamp = Timestamp(milliseconds: 1_795_000_000_000)) {
        state = Mutex(State(now: start))
    }

    package var source: TimeSource { source(ahead: .zero) }

    /// The clock of a machine that is ahead, and moves with this one.
    package func source(ahead: Duration) -> TimeSource {
        TimeSource(
            now: { self.state.withLock { $0.now }.advanced(by: ahead) },
            sleep: { duration in try await self.sleep(duration) },
            random: { 0.5 })
    }

    /// How many tasks sleep on this clock now.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves the clock; backwards, too. Wakes those whose moment has come.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.due <= state.now }
            state.sleepers.removeAll { $0.due <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Lets the clock run while something is awaited, so that nobody who begins to sleep meanwhile sleeps for
    /// ever.
    @discardableResult
    package func running<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        // It is cancelled and awaited when `body` ends.
        async let _ = run()
        return try await body()
    }

    private func run() async {
        while true {
            await waitForSleepers()
            guard !Task.isCancelled else { return }
            advance(by: .seconds(1))
            await Task.yield()
        }
    }

    /// Sets the clock forward without those who sleep on it, as if the machine had slept.
    package func jump(by duration: Duration) {
        state.withLock { state in
            state.now = state.now.advanced(by: duration)
            for index in state.sleepers.indices {
                state.sleepers[index].due = state.sleepers[index].due.advanced(by: duration)
            }
        }
    }

    /// Returns when at least `count` tasks sleep on this clock, or when the test's time is up.
    package func waitForSleepers(_ count: Int = 1) async { await wait { $0.count >= count } }

    /// Returns when a task sleeps for just this time from now on, or when the test's time is up.
    package func waitForSleeper(dueIn duration: Duration) async {
        let due = state.withLock { $0.now.advanced(by: duration) }
        await wait { $0.contains { $0.due == due } }
    }

    private func wait(until holds: @escaping @Sendable ([Sleeper]) -> Bool) async {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if holds(state.sleepers) || Task.isCancelled { return true }
                    state.watchers.append(
                        Watcher(id: id, holds: holds, continuation: continuation))
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            let watcher = state.withLock { state in
                state.watchers.firstIndex { $0.id == id }.map { state.watchers.remove(at: $0) }
            }
            watcher?.continuation.resume()
        }
    }

    private func sleep(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isCancelled, watchers) = state.withLock { state in
                    if Task.isCancelled { return (true, [CheckedContinuation<Void, Never>]()) }
                    let due = state.now.advanced(by: duration)
                    state.sleepers.append(Sleeper(id: id, due: due, continuation: continuation))
                    let sleepers = state.sleepers
                    let ready = state.watchers.filter { $0.holds(sleepers) }
                    state.watchers.removeAll { $0.holds(sleepers) }
                    return (false, ready.map(\.continuation))
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
