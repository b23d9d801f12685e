internal import StoreModel
internal import Synchronization

/// Does work when it is due, one run at a time: it makes the renewals of an `AppStore`, and counts the
/// servers that share its database. If no work will ever be due, there is no timer.
final class WorkTimer: Sendable {
    private struct State {
        var work: (@Sendable () -> Duration?)?
        var executor: (any TaskExecutor)?
        var task: Task<Void, Never>?
        /// Counts the tasks: only the last one works.
        var generation = 0
        var isWorking = false
        /// Whether `wake` was called during the work.
        var isWokenAgain = false
    }

    private let time: TimeSource
    private let state = Mutex(State())

    init(time: TimeSource) { self.time = time }

    deinit { state.withLock { $0.task }?.cancel() }

    /// Does `work` now, in place of earlier work, and again whenever it is due. `work` returns how long nothing
    /// is due, or nil if nothing ever will be. It waits for a database, so a server has it done on an
    /// `executor`: Swift's own threads are only as many as processors.
    func start(on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () -> Duration?) {
        state.withLock { state in
            state.work = work
            state.executor = executor
        }
        wake()
    }

    /// Says that something changed, and what is due next may be different.
    func wake() {
        let replaced = state.withLock { state -> Task<Void, Never>? in
            guard state.work != nil else { return nil }
            guard !state.isWorking else {
                state.isWokenAgain = true
                return nil
            }
            state.generation += 1
            let replaced = state.task
            state.task = Task(executorPreference: state.executor) {
                [weak self, time, generation = state.generation] in
                while let pause = self?.run(generation) {
                    do { try await time.sleep(pause) } catch { return }
                }
            }
            return replaced
        }
        replaced?.cancel()
    }

    /// Does no more work. Only what is under way is done to its end.
    func end() {
        let task = state.withLock { state in
            state.work = nil
            state.generation += 1
            state.isWokenAgain = false
            return exchange(&state.task, with: nil)
        }
        task?.cancel()
    }

    /// Does the work, unless another task has taken over. Does it again if `wake` was called in the meantime.
    private func run(_ generation: Int) -> Duration? {
        var next = state.withLock { state -> (@Sendable () -> Duration?)? in
            guard state.generation == generation else { return nil }
            state.isWorking = true
            return state.work
        }
        var pause: Duration?
        while let work = next {
            pause = work()
            next = state.withLock { state -> (@Sendable () -> Duration?)? in
                state.isWorking = state.isWokenAgain
                state.isWokenAgain = false
                // Other work may have taken its place.
                return state.isWorking ? state.work : nil
            }
        }
        return pause
    }
}
